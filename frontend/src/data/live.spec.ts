import { ReadableStream, TransformStream } from 'node:stream/web'
import { BroadcastChannel } from 'node:worker_threads'
import type { LiveChange } from '@prumo/shared/live'
import { followLiveChanges } from './live'

const beginning = (seq: number): LiveChange => ({ log: 'l', seq, entities: [], answers: [] })
const change = (seq: number): LiveChange => ({ log: 'l', seq, entities: ['task'], answers: [] })

let account = 0
const endings: (() => void)[] = []
/** What a stream tells, in the order in which streams are asked for; the last one stays open. */
let streams: LiveChange[][] = []

beforeEach(() => {
  account += 1
  Object.assign(globalThis, { ReadableStream, TransformStream, BroadcastChannel })
  globalThis.fetch = jest.fn(async (_path, { signal }: RequestInit = {}) => {
    const [told = []] = streams.splice(0, 1)
    const isLast = streams.length === 0
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const each of told) controller.enqueue(new TextEncoder().encode(`event: changed\ndata: ${JSON.stringify(each)}\n\n`))
        if (isLast) signal?.addEventListener('abort', () => controller.error(new DOMException('Aborted', 'AbortError')))
        else controller.close()
      },
    })
    return new Response(body as never, { headers: { 'Content-Type': 'text/event-stream' } })
  })
})
afterEach(() => {
  for (const end of endings.splice(0)) end()
  Reflect.deleteProperty(globalThis, 'BroadcastChannel')
  Reflect.deleteProperty(navigator, 'locks')
})

/** A tab, and what it hears: where a stream begins, and each change. */
function tab() {
  const heard: (number | `from ${number}`)[] = []
  const close = followLiveChanges({
    account: `a${account}`,
    token: () => 'token',
    onBeginning: ({ seq }) => heard.push(`from ${seq}`),
    onChange: ({ seq }) => heard.push(seq),
    onOver: () => undefined,
  })
  endings.push(close)
  return heard
}

/** Another tab has the turn, until the test gives it. */
function behindAnother(): { give: () => void } {
  const waiting: (() => void)[] = []
  const request = (_name: string, { signal }: { signal: AbortSignal }, begin: () => unknown) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      waiting.push(() => resolve(begin()))
    })
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  return { give: () => waiting.forEach((begin) => begin()) }
}

const sooner = async (heard: readonly unknown[], count: number) => {
  for (let turns = 0; heard.length < count && turns < 200; turns++) await new Promise((resolve) => setTimeout(resolve, 10))
}

it('every tab hears where each stream begins, and what changes', async () => {
  streams = [[beginning(5), change(6)], [beginning(8)]]
  const leading = tab()
  behindAnother()
  const following = tab()
  await Promise.all([sooner(leading, 3), sooner(following, 3)])
  expect(leading).toEqual(['from 5', 6, 'from 8'])
  expect(following).toEqual(['from 5', 6, 'from 8'])
})

it('a tab that takes the stream over hears where it begins', async () => {
  const turn = behindAnother()
  const following = tab()
  const other = new BroadcastChannel(`prumo:live:a${account}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  other.postMessage(change(6))
  await sooner(following, 1)
  other.close()
  streams = [[beginning(8)]]
  turn.give()
  await sooner(following, 2)
  expect(following).toEqual([6, 'from 8'])
})
