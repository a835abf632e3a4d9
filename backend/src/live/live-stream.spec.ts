import { liveEntities, type LiveChange } from '@prumo/shared/live'
import { v7 as newId } from 'uuid'
import { LiveStream } from './live-stream.js'

const caller = { accountId: newId(), sessionId: newId() }
const sale = (seq: number): LiveChange => ({ log: '1f', seq, entities: ['transaction'], answers: [] })

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
  it('begins with the present position, which covers what changed before', async () => {
    const stream = new LiveStream(caller)
    const { events } = reading(stream)
    stream.change(sale(6))
    stream.begin({ log: '1f', seq: 6 })
    await passed(300)
    expect(events()).toEqual([{ log: '1f', seq: 6, entities: [], answers: [] }])
    stream.close()
  })

  it('gathers what comes too fast', async () => {
    const stream = new LiveStream(caller, { everyMs: 100, commentMs: 60_000 })
    const { events } = reading(stream)
    stream.begin({ log: '1f', seq: 1 })
    for (let seq = 2; seq <= 20; seq++) stream.change(sale(seq))
    stream.change({ log: '1f', seq: 20, entities: [], answers: ['fund-analysis'] })
    stream.change({ log: '1f', seq: 21, entities: ['goal', 'transaction'], answers: [] })
    await passed(50)
    expect(events()).toHaveLength(1)
    await passed(150)
    expect(events().slice(1)).toEqual([{ log: '1f', seq: 21, entities: ['transaction', 'goal'], answers: ['fund-analysis'] }])
    stream.change(sale(22))
    await passed(150)
    expect(events().slice(2)).toEqual([sale(22)])
    stream.close()
  })

  it('goes back to the position of a log that lost events', async () => {
    const stream = new LiveStream(caller, { everyMs: 0, commentMs: 60_000 })
    const { events } = reading(stream)
    stream.begin({ log: '1f', seq: 9 })
    stream.change({ log: '1f', seq: 4, entities: [...liveEntities], answers: [] })
    await passed(20)
    stream.change(sale(5))
    await passed(20)
    expect(events().slice(1)).toEqual([{ log: '1f', seq: 4, entities: [...liveEntities], answers: [] }, sale(5)])
    stream.close()
  })

  it('says a comment line now and then, says so when it is over, and then nothing more', async () => {
    const stream = new LiveStream(caller, { everyMs: 0, commentMs: 20 })
    const { text } = reading(stream)
    await passed(70)
    expect(text()).toMatch(/^(:\n\n){2,4}$/)
    stream.end()
    stream.change(sale(2))
    await passed(50)
    expect(text()).toMatch(/^(:\n\n)+event: end\ndata: \{\}\n\n$/)
    expect(stream.body.destroyed).toBe(true)
  })

  it('lets go a client that does not read, and is over soon also when it ended with unread bytes', async () => {
    const flooded = new LiveStream(caller, { everyMs: 0, commentMs: 60_000 })
    flooded.begin({ log: '1f', seq: 1 })
    for (let seq = 2; seq < 2_000 && !flooded.body.destroyed; seq++) {
      flooded.change(sale(seq))
      await passed(0)
    }
    expect(flooded.body.destroyed).toBe(true)

    const unread = new LiveStream(caller)
    unread.begin({ log: '1f', seq: 1 })
    unread.end()
    await passed(700)
    expect(unread.body.destroyed).toBe(true)
  })
})
