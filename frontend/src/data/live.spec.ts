import { ReadableStream, TransformStream } from 'node:stream/web'
import { BroadcastChannel } from 'node:worker_threads'
import type { LiveChange } from '@prumo/shared/live'
import { followLive } from './live'

const beginning = (seq: number): LiveChange => ({ seq, entities: [], answers: [] })
const change = (seq: number): LiveChange => ({ seq, entities: ['task'], answers: [] })

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

/** A tab whose reads reflect this position. */
function tab(position: number | null) {
  const heard: (number | 'gap')[] = []
  const live = {
    heard,
    close: followLive({
      account: `a${account}`,
      token: () => 'token',
      known: () => position,
      onChange: ({ seq }) => {
        position = seq
        heard.push(seq)
      },
      onGap: () => heard.push('gap'),
    }),
  }
  endings.push(live.close)
  return live
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

it.each([
  ['beyond what was read, asks anew', 3, ['gap', 5]],
  ['behind it, as after a reset, asks anew', 9, ['gap', 5]],
  ['where that was, asks for nothing', 5, [5]],
  ['while nothing is known of that, asks for nothing', null, [5]],
])('a stream that begins %s', async (_name, position, expected) => {
  streams = [[beginning(5)]]
  const { heard } = tab(position)
  await sooner(heard, expected.length)
  expect(heard).toEqual(expected)
})

it('what happened between two streams is asked for, by every tab', async () => {
  streams = [[beginning(5), change(6)], [beginning(8)]]
  const leading = tab(5)
  behindAnother()
  const following = tab(5)
  await Promise.all([sooner(leading.heard, 4), sooner(following.heard, 4)])
  expect(leading.heard).toEqual([5, 6, 'gap', 8])
  expect(following.heard).toEqual([5, 6, 'gap', 8])
})

it('a tab that hears the stream itself knows what it was told of before', async () => {
  const turn = behindAnother()
  const following = tab(null)
  const other = new BroadcastChannel(`prumo:live:a${account}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  other.postMessage(change(6))
  await sooner(following.heard, 1)
  other.close()
  streams = [[beginning(8)]]
  turn.give()
  await sooner(following.heard, 3)
  expect(following.heard).toEqual([6, 'gap', 8])
})
