import { Rejected } from '@prumo/shared/rejections'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { Commit } from '../log/append.js'
import type { Loaded } from '../log/load.js'
import type { CommandContext } from './execute.js'

/** An answer lies sealed like the personal texts it holds, bound to the key it answers. */
function contextOf(accountId: string, key: string): string {
  return `${accountId}\n${key}\nanswer`
}

/** What the key already did, if this is a repeat of that request. Throws IDEMPOTENCY_MISMATCH if it is another. */
export function recall(context: CommandContext, remembered: Loaded['remembered'], key: DataKey): { answer: unknown } | null {
  if (!context.idempotency || !remembered) return null
  if (!key.fingerprint(context.idempotency.request).equals(remembered.request)) throw new Rejected('IDEMPOTENCY_MISMATCH')
  const stored = JSON.parse(key.open(remembered.answer, contextOf(context.accountId, context.idempotency.key)))
  return { answer: stored.answer }
}

/** What to keep of an answer so that the same key gets it again. */
export function remember(context: CommandContext, answer: unknown, key: DataKey): Commit['remembered'] {
  if (!context.idempotency) return null
  const { key: name, request } = context.idempotency
  return {
    key: name,
    request: key.fingerprint(request),
    answer: key.seal(JSON.stringify({ answer }), contextOf(context.accountId, name)),
  }
}
