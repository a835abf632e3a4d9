import { isOffline, onReconnect, recordReachable, recordUnreachable } from './connection'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const TIMED_OUT = new DOMException('Timeout', 'TimeoutError')

it('is online after a single call without an answer, and has everything requested again', async () => {
  global.fetch = jest.fn().mockResolvedValueOnce(new Response())
  const reconnected = jest.fn()
  const stop = onReconnect(reconnected)
  recordUnreachable()
  expect(isOffline()).toBe(false)
  await jest.advanceTimersByTimeAsync(0)
  expect(isOffline()).toBe(false)
  expect(reconnected).toHaveBeenCalledTimes(1)
  stop()
})

it('has everything requested again every five seconds at most, while one call never gets an answer', async () => {
  global.fetch = jest.fn().mockImplementation(async () => new Response())
  // The last one was in the test before.
  await jest.advanceTimersByTimeAsync(5_000)
  const reconnected = jest.fn(() => setTimeout(recordUnreachable, 50))
  const stop = onReconnect(reconnected)
  recordUnreachable()
  await jest.advanceTimersByTimeAsync(20_000)
  expect(reconnected).toHaveBeenCalledTimes(5)
  stop()
})

it('is offline once a probe fails too, and probes again after one without an answer', async () => {
  const timeout = new AbortController()
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  global.fetch = jest
    .fn()
    .mockRejectedValueOnce(TIMED_OUT)
    .mockImplementationOnce(
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(TIMED_OUT))),
    )
    .mockResolvedValueOnce(new Response())
  recordUnreachable()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(true)
  timeout.abort()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(false)
})

it('ignores a late failure of the probe of an earlier outage', async () => {
  const failures: (() => void)[] = []
  global.fetch = jest.fn().mockImplementation(() => new Promise((_resolve, reject) => failures.push(() => reject(TIMED_OUT))))
  recordUnreachable()
  recordReachable()
  recordUnreachable()
  failures[0]?.()
  await jest.advanceTimersByTimeAsync(0)
  expect(isOffline()).toBe(false)
  failures[1]?.()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(true)
  expect(fetch).toHaveBeenCalledTimes(3)
  recordReachable()
})
