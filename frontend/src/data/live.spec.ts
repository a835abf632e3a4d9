import { ReadableStream, TransformStream } from 'node:stream/web'
import { BroadcastChannel } from 'node:worker_threads'
import type { LiveChange } from '@prumo/shared/live'
import { followLiveChanges, waitForRetry } from './live'

const beginning = (seq: number): LiveChange => ({ log: 'l', seq, entities: [], answers: [] })
const change = (seq: number): LiveChange => ({ log: 'l', seq, entities: ['task'], answers: [] })

let account = 0
const endings: (() => void)[] = []
/** The changes of each stream, in the order of the connections; the last stream stays open. */
let streams: LiveChange[][] = []

beforeEach(() => {
  account += 1
  Object.assign(globalThis, { ReadableStream, TransformStream, BroadcastChannel })
  globalThis.fetch = jest.fn(async (_path, { signal }: RequestInit = {}) => {
    const [streamed = []] = streams.splice(0, 1)
    const isLast = streams.length === 0
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const each of streamed) controller.enqueue(new TextEncoder().encode(`event: changed\ndata: ${JSON.stringify(each)}\n\n`))
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

/** A tab, with the positions at which its streams start and the changes it receives. */
function tab(isGuest = false) {
  const received: (number | `from ${number}`)[] = []
  const close = followLiveChanges({
    account: `a${account}`,
    isGuest,
    token: () => 'token',
    onBeginning: ({ seq }) => received.push(`from ${seq}`),
    onChange: ({ seq }) => received.push(seq),
    onOver: () => undefined,
  })
  endings.push(close)
  return received
}

/** Another tab leads until the test releases the lock. */
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

const sooner = async (received: readonly unknown[], count: number) => {
  for (let turns = 0; received.length < count && turns < 200; turns++) await new Promise((resolve) => setTimeout(resolve, 10))
}

it('every tab receives the start of each stream and its changes', async () => {
  streams = [[beginning(5), change(6)], [beginning(8)]]
  const leading = tab()
  behindAnother()
  const following = tab()
  await Promise.all([sooner(leading, 3), sooner(following, 3)])
  expect(leading).toEqual(['from 5', 6, 'from 8'])
  expect(following).toEqual(['from 5', 6, 'from 8'])
})

it('a guest’s tab and those of the account’s own person have a stream each', async () => {
  streams = [[beginning(5), change(6)], [beginning(8)], [beginning(9)]]
  const own = tab()
  const { give } = behindAnother()
  const guest = tab(true)
  await sooner(own, 3)
  expect([own, guest]).toEqual([['from 5', 6, 'from 8'], []])
  give()
  await sooner(guest, 1)
  expect([own, guest]).toEqual([['from 5', 6, 'from 8'], ['from 9']])
})

it('a tab that takes over the stream receives its start', async () => {
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

it('waiting for the next connection leaves no listener', async () => {
  const { signal } = new AbortController()
  const listeners = [signal, window].map((target) => [jest.spyOn(target, 'addEventListener'), jest.spyOn(target, 'removeEventListener')])
  await waitForRetry(1, signal)
  for (const [added, removed] of listeners) expect(removed!.mock.calls).toEqual(added!.mock.calls)
  jest.restoreAllMocks()
})
