import type { PoolClient } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import { REPLY_DAYS, replyContext } from '../write-path/idempotency.js'
import { fetchRows } from './fetch-rows.js'
import { LogDifference } from './log-difference.js'

/** Checks of an account besides its chain; each throws the first LogDifference it finds. */

// The order of the index, which avoids a sort.
const WRONG_VERSION = {
  name: 'wrong-version',
  text: `
    select seq, entity, entity_id as "entityId", version, coalesce(before, 0) as before
    from (
      select seq, entity, entity_id, entity_version as version, meta->>'commandId' as command,
        lag(entity_version) over entity as before, lag(meta->>'commandId') over entity as command_before
      from events where account_id = $1
      window entity as (partition by entity_id, entity order by seq)
    ) e
    where version <> coalesce(before, 0) + 1 and (version is distinct from before or command is distinct from command_before)
    limit 1`,
}

/** Checks that an entity's version increases by one with each command on it. */
export async function checkVersions(client: PoolClient, accountId: string): Promise<void> {
  const { rows } = await client.query<{ seq: number; entity: string; entityId: string; version: number; before: number }>({
    ...WRONG_VERSION,
    values: [accountId],
  })
  const [wrong] = rows
  if (wrong)
    throw new LogDifference(`Event ${wrong.seq}: version ${wrong.version} of ${wrong.entity} ${wrong.entityId} follows ${wrong.before}`)
}

const REPLIES = `
  declare replies no scroll cursor for
  select key as name, reply, seq, length(request) as request,
    (select e.recorded_at > now() - interval '${REPLY_DAYS - 1} days' from events e
      where e.account_id = $1 and e.seq = c.seq and e.meta->>'commandId' = c.key::text) as "isRecent"
  from commands c
  where account_id = $1 order by key`
const REPLIES_AT_ONCE = 1_000
const FINGERPRINT_BYTES = 32

interface KeptReply {
  name: string
  /** Null, like the request, after its retention. */
  reply: string | null
  seq: number
  request: number | null
  /** Whether the command's event is younger than the retention; null when the event belongs to another command. */
  isRecent: boolean | null
}

/**
 * Checks that every stored reply belongs to an event of its command, and opens under its key.
 * @param key null for an erased account, whose replies no longer open
 */
export async function checkReplies(client: PoolClient, accountId: string, key: DataKey | null): Promise<void> {
  for await (const { name, reply, seq, request, isRecent } of fetchRows<KeptReply>(
    client,
    'replies',
    REPLIES,
    accountId,
    REPLIES_AT_ONCE,
  )) {
    if (isRecent === null) throw new LogDifference(`commands: event ${seq} is not of the command ${name}`)
    if (reply === null && !isRecent) continue
    if (reply === null) throw new LogDifference(`commands: the reply of ${name} is missing before its time`)
    if (request !== FINGERPRINT_BYTES) throw new LogDifference(`commands: the request of ${name} is no fingerprint`)
    try {
      if (key) JSON.parse(key.open(reply, replyContext(accountId, name)))
    } catch {
      throw new LogDifference(`commands: the reply of ${name} does not open`)
    }
  }
}
