import { ApiError } from '../lib/api'
import { inTurn } from './in-turn'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const tooMany = new ApiError(429, 'RATE_LIMITED', '', undefined, 40_000)

it('reads again after the time that the answer names', async () => {
  const read = jest.fn().mockRejectedValueOnce(tooMany).mockResolvedValueOnce('receipt')
  const answer = inTurn(read)
  await jest.advanceTimersByTimeAsync(39_000)
  expect(read).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(1_000)
  await expect(answer).resolves.toBe('receipt')
})

it('fails with the fifth refusal, and at once with any other failure', async () => {
  const refused = jest.fn().mockRejectedValue(tooMany)
  const failure = inTurn(refused).catch((thrown: unknown) => thrown)
  await jest.advanceTimersByTimeAsync(200_000)
  expect(await failure).toBe(tooMany)
  expect(refused).toHaveBeenCalledTimes(5)
  const gone = new ApiError(404, 'NOT_FOUND', '')
  await expect(inTurn(() => Promise.reject(gone))).rejects.toBe(gone)
})

it('ends with the work that it is for', async () => {
  const work = new AbortController()
  const read = jest.fn().mockImplementation(() => Promise.reject(work.signal.aborted ? work.signal.reason : tooMany))
  const failure = inTurn(read, work.signal).catch((thrown: unknown) => thrown)
  await jest.advanceTimersByTimeAsync(1_000)
  work.abort()
  expect(await failure).toMatchObject({ name: 'AbortError' })
  expect(read).toHaveBeenCalledTimes(2)
})
