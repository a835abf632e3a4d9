import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '@prumo/shared/rejections'

/** How long a start waits for Stripe. */
const START_MS = 5_000

/** Waits for what a start wants to know of Stripe, for a while: one that is out of reach, or slow, stops no start. */
export async function atStart(checking: Promise<void>): Promise<void> {
  const checked = checking.catch((error: unknown) => {
    if (!(error instanceof Rejected)) throw error
  })
  // Nobody waits for it any more once the start went on.
  checked.catch(() => undefined)
  const patience = new AbortController()
  try {
    await Promise.race([checked, pause(START_MS, undefined, { signal: patience.signal })])
  } finally {
    patience.abort()
  }
}
