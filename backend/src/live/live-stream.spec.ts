import type { LiveChange } from '@prumo/shared/live'
import { v7 as newId } from 'uuid'
import { beyond, changesOf, merged, payloadsOf, type AccountChange } from './account-change.js'
import { LiveStream } from './live-stream.js'

const caller = { accountId: newId(), sessionId: newId() }
const sale = (seq: number) => ({ entities: { transaction: seq }, answers: {} })

/** What a stream said so far, as it goes over the wire. */
function reading(stream: LiveStream): { text: () => string; events: () => LiveChange[] } {
  let text = ''
  stream.body.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    text: () => text,
    events: () => [...text.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data ?? '') as LiveChange),
  }
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a stream', () => {
  it('begins with the present position and what was told meanwhile', async () => {
    const stream = new LiveStream(caller)
    const { events } = reading(stream)
    stream.tell(sale(7))
    await passed(5)
    expect(events()).toEqual([])
    stream.tell({ entities: { goal: 6 }, answers: {} })
    stream.begin(6)
    await passed(5)
    // What was committed before the client came is in what it reads, also where it is told late.
    stream.tell({ entities: { task: 5 }, answers: {} })
    await passed(300)
    expect(events()).toEqual([{ seq: 7, entities: ['transaction'], answers: [] }])
    stream.close()
  })

  it('gathers what comes too fast, and never goes back', async () => {
    const stream = new LiveStream(caller, { everyMs: 100, commentMs: 60_000 })
    const { events } = reading(stream)
    stream.begin(1)
    for (let seq = 2; seq <= 20; seq++) stream.tell(sale(seq))
    stream.tell({ entities: {}, answers: { 'fund-analysis': 1_000 } })
    stream.tell({ entities: { goal: 3 }, answers: {} })
    await passed(50)
    expect(events()).toHaveLength(1)
    await passed(150)
    expect(events().slice(1)).toEqual([{ seq: 20, entities: ['transaction', 'goal'], answers: ['fund-analysis'] }])
    stream.tell(sale(21))
    await passed(5)
    expect(events().at(-1)?.seq).toBe(21)
    stream.close()
  })

  it('says a comment line now and then, says so when it is over, and then nothing more', async () => {
    const stream = new LiveStream(caller, { everyMs: 0, commentMs: 20 })
    const { text } = reading(stream)
    await passed(70)
    expect(text()).toMatch(/^(:\n\n){2,4}$/)
    stream.end()
    stream.tell(sale(2))
    await passed(50)
    expect(text()).toMatch(/^(:\n\n)+event: end\ndata: \{\}\n\n$/)
    expect(stream.body.destroyed).toBe(true)
  })

  it('lets go a client that does not read, and is over soon also when it ended with unread bytes', async () => {
    const flooded = new LiveStream(caller, { everyMs: 0, commentMs: 60_000 })
    flooded.begin(1)
    for (let seq = 2; seq < 2_000 && !flooded.body.destroyed; seq++) {
      flooded.tell(sale(seq))
      await passed(0)
    }
    expect(flooded.body.destroyed).toBe(true)

    const unread = new LiveStream(caller)
    unread.begin(1)
    unread.end()
    await passed(700)
    expect(unread.body.destroyed).toBe(true)
  })
})

describe('changes on the channel', () => {
  const change = (n: number): AccountChange => ({ accountId: newId(), entities: { transaction: n, 'emergency-fund': n }, answers: { 'fund-analysis': n } })

  it('arrive as they were sent, each text small enough for a notification', () => {
    const changes = Array.from({ length: 1_000 }, (_, n) => change(n))
    const payloads = payloadsOf(changes)
    expect(payloads.flatMap(changesOf)).toEqual(changes)
    expect(Math.max(...payloads.map((payload) => Buffer.byteLength(payload)))).toBeLessThan(8_000)
    expect(payloads.length).toBeLessThan(30)
    expect(payloadsOf([])).toEqual([])
  })

  it('that another release spelt differently are passed over', () => {
    expect(changesOf('{"v":2}')).toEqual([])
    expect(changesOf('no JSON')).toEqual([])
  })

  it('of one account become one: of each name the further', () => {
    const one = { entities: { goal: 4, task: 9 }, answers: { 'fund-analysis': 2 } }
    const both = { entities: { goal: 7, task: 9, transaction: 1 }, answers: { 'fund-analysis': 2 } }
    expect(merged(one, { entities: { goal: 7, task: 8, transaction: 1 }, answers: {} })).toEqual(both)
    expect(beyond(both.entities, (name) => one.entities[name as 'goal'] ?? 0)).toEqual({ goal: 7, transaction: 1 })
  })
})
