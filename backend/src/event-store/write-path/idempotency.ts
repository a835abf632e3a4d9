import { Rejected } from '@prumo/shared/rejections'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { RowReader } from '../../platform/database/connection-pool.js'
import type { Commit } from '../stream/commit.js'
import type { LoadedEntities } from '../stream/read-stream.js'
import { CommandOutcome, type CommandContext } from '../decider/command.js'

/** Binds a sealed reply to the idempotency key it is stored under. Replies contain personal texts. */
export function replyContext(accountId: string, key: string): string {
  return `${accountId}\n${key}\nreply`
}

/** Retention of replies, in days; the text of ALREADY_DONE states it. */
export const REPLY_DAYS = 90

/**
 * The earlier reply and its position, if this request is a retry. Rejects with IDEMPOTENCY_MISMATCH when the key was used for a
 * different request, and with ALREADY_DONE for any request under a key whose reply has expired.
 */
export async function findRepeat(
  context: CommandContext,
  earlier: LoadedEntities['earlier'],
  key: DataKey,
): Promise<{ reply: unknown; seq: number } | null> {
  if (!context.idempotency || !earlier) return null
  if (earlier.request === null || earlier.reply === null) throw new Rejected('ALREADY_DONE')
  if (!key.fingerprint(await requestText(context.idempotency)).equals(earlier.request)) throw new Rejected('IDEMPOTENCY_MISMATCH')
  const stored = JSON.parse(key.open(earlier.reply, replyContext(context.accountId, context.idempotency.key)))
  return { reply: stored.reply, seq: earlier.seq }
}

// The log's name is read beside the row, so that with Citus it is that of the account's own node.
const STORED_REPLY = {
  name: 'stored-reply',
  text: 'select log_name() as log, request, reply, seq from commands where account_id = $1 and key = $2',
}

/**
 * The stored outcome of a request's key, for callers that act before they issue the command; null without one. Rejects as
 * `findRepeat` does.
 */
export async function findStoredReply<Reply>(
  database: RowReader,
  context: CommandContext,
  key: DataKey,
): Promise<CommandOutcome<Reply> | null> {
  if (!context.idempotency) return null
  const [earlier] = await database.rows<NonNullable<LoadedEntities['earlier']> & { log: string }>(STORED_REPLY, [
    context.accountId,
    context.idempotency.key,
  ])
  const stored = await findRepeat(context, earlier ?? null, key)
  return stored && earlier ? new CommandOutcome(stored.reply as Reply, { log: earlier.log, seq: stored.seq }, true) : null
}

/** The reply to store, so that a retry with the same key gets it. */
export async function storedReply(context: CommandContext, reply: unknown, key: DataKey): Promise<Commit['idempotency']> {
  if (!context.idempotency) return null
  const { key: name } = context.idempotency
  return {
    key: name,
    request: key.fingerprint(await requestText(context.idempotency)),
    reply: key.seal(JSON.stringify({ reply }), replyContext(context.accountId, name)),
  }
}

async function requestText({ request }: NonNullable<CommandContext['idempotency']>): Promise<string> {
  return typeof request === 'string' ? request : request()
}
