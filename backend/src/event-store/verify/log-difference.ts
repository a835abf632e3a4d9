import { UnopenedKey } from '../../platform/crypto/account-keys.js'
import { UnreadableEvent } from '../stream/event-codec.js'

/** A difference found by verification; the message names its place as precisely as possible. */
export class LogDifference extends Error {}

/** Why work on an account failed, without personal data: messages of other errors may quote values. */
export function reasonOf(error: unknown): string {
  if (error instanceof LogDifference || error instanceof UnreadableEvent || error instanceof UnopenedKey) return error.message
  const { name, code } = error as { name?: string; code?: string }
  return `The program fails at it: ${[name, code].filter(Boolean).join(' ')}`
}
