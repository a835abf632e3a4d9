import { isOffline, recordUnreachable } from './connection'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

it('probes again after a probe without an answer', async () => {
  const timeout = new AbortController()
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal)
  global.fetch = jest
    .fn()
    .mockImplementationOnce(
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new DOMException('Timeout', 'TimeoutError')))),
    )
    .mockResolvedValueOnce(new Response())
  recordUnreachable()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(true)
  timeout.abort()
  await jest.advanceTimersByTimeAsync(5_000)
  expect(isOffline()).toBe(false)
})
