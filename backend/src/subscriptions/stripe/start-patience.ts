import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@prumo/shared/rejections'

/** How long a start waits for Stripe. */
const START_MS = 5_000

/** Waits a limited time for a check at start. An unreachable or slow Stripe does not stop the start. */
export async function atStart(checking: Promise<void>): Promise<void> {
  const checked = checking.catch((error: unknown) => {
    if (!(error instanceof Rejected)) throw error
  })
  // After the timeout nothing handles the promise any more.
  checked.catch(() => undefined)
  const patience = new AbortController()
  try {
    await Promise.race([checked, pause(START_MS, undefined, { signal: patience.signal })])
  } finally {
    patience.abort()
  }
}
