import type { LiveChange } from '@prumo/shared/live'
import { v7 as newId } from 'uuid'
import { LiveStream } from './live-stream.js'

const caller = { accountId: newId(), sessionId: newId() }
const sale = (seq: number): LiveChange => ({ log: '1f', seq, entities: ['transaction'], answers: [] })

/** Reads a stream. Returns functions for its text so far and the events in it. */
function readText(stream: LiveStream): { text: () => string; events: () => LiveChange[] } {
  let text = ''
  stream.body.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    text: () => text,
    events: () => [...text.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data ?? '') as LiveChange),
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a stream', () => {
  it('begins with the current position, which covers earlier changes', async () => {
    const stream = new LiveStream(caller)
    const { events } = readText(stream)
    stream.change(sale(6))
    stream.begin({ log: '1f', seq: 6 })
    stream.change(sale(7))
    await wait(20)
    expect(events()).toEqual([{ log: '1f', seq: 6, entities: [], answers: [] }, sale(7)])
    stream.close()
  })

  it('sends a comment line now and then, an end event when it is over, and then nothing more', async () => {
    const stream = new LiveStream(caller, 20)
    const { text } = readText(stream)
    await wait(70)
    expect(text()).toMatch(/^(:\n\n){2,4}$/)
    stream.end()
    stream.change(sale(2))
    await wait(50)
    expect(text()).toMatch(/^(:\n\n)+event: end\ndata: \{\}\n\n$/)
    expect(stream.body.destroyed).toBe(true)
  })

  it('disconnects a client that does not read, and closes soon even with unread bytes', async () => {
    const flooded = new LiveStream(caller)
    flooded.begin({ log: '1f', seq: 1 })
    for (let seq = 2; seq < 2_000 && !flooded.body.destroyed; seq++) {
      flooded.change(sale(seq))
      await wait(0)
    }
    expect(flooded.body.destroyed).toBe(true)

    const unread = new LiveStream(caller)
    unread.begin({ log: '1f', seq: 1 })
    unread.end()
    await wait(700)
    expect(unread.body.destroyed).toBe(true)
  })
})
