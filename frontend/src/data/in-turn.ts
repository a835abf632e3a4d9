import { ApiError } from '../lib/api'
import { waitForRetry } from './live'

const MAX_ATTEMPTS = 5
const DEFAULT_PAUSE_MS = 5_000

/**
 * Repeats a read that is refused as one too many, after the time that the answer names: a package or an export may have more receipts
 * than a person may read in a minute. Throws any other failure, and the fifth refusal.
 */
export async function inTurn<T>(read: () => Promise<T>, signal = new AbortController().signal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (failure) {
      if (!isOneTooMany(failure) || attempt === MAX_ATTEMPTS || signal.aborted) throw failure
      await waitForRetry(failure.retryAfterMs ?? DEFAULT_PAUSE_MS, signal)
    }
  }
}

function isOneTooMany(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && (failure.status === 429 || failure.status === 503)
}
