import { UnopenedKey } from '../../platform/crypto/account-keys.js'
import { UnreadableEvent } from '../stream/event-codec.js'

/** A difference that verification found; its message names the place, as precisely as it can. */
export class LogDifference extends Error {}

/** Why work on an account failed, in words that hold no one's data: the messages of other errors may repeat values. */
export function reasonOf(error: unknown): string {
  if (error instanceof LogDifference || error instanceof UnreadableEvent || error instanceof UnopenedKey) return error.message
  const { name, code } = error as { name?: string; code?: string }
  return `The program fails at it: ${[name, code].filter(Boolean).join(' ')}`
}
