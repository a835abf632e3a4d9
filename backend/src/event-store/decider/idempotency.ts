import { Rejected } from '@prumo/shared/rejections'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { Commit } from '../stream/commit.js'
import type { Loaded } from '../stream/read-stream.js'
import type { CommandContext } from './command.js'

/** An answer lies sealed like the personal texts it holds, bound to the key it answers. */
export function answerContext(accountId: string, key: string): string {
  return `${accountId}\n${key}\nanswer`
}

/** What the key already did, if this is a repeat of that request. Throws IDEMPOTENCY_MISMATCH if it is another. */
export function repeated(context: CommandContext, earlier: Loaded['earlier'], key: DataKey): { answer: unknown } | null {
  if (!context.idempotency || !earlier) return null
  if (!key.fingerprint(context.idempotency.request).equals(earlier.request)) throw new Rejected('IDEMPOTENCY_MISMATCH')
  const stored = JSON.parse(key.open(earlier.answer, answerContext(context.accountId, context.idempotency.key)))
  return { answer: stored.answer }
}

/** What to keep of an answer so that the same key gets it again. */
export function keptUnderKey(context: CommandContext, answer: unknown, key: DataKey): Commit['idempotency'] {
  if (!context.idempotency) return null
  const { key: name, request } = context.idempotency
  return {
    key: name,
    request: key.fingerprint(request),
    answer: key.seal(JSON.stringify({ answer }), answerContext(context.accountId, name)),
  }
}
