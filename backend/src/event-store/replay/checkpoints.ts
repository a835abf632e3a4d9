import type { Pool } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { Queryable } from '../../platform/database/connection-pool.js'
import { mapYielding } from '../../platform/map-yielding.js'
import type { LogReading } from '../log-reading.js'
import { readLog } from '../stream/read-stream.js'
import { AccountRows, type CheckpointDefinition } from '../projection/account-rows.js'

/**
 * Checkpoints: read models of an account as of positions of its log, so that a query of the past replays only later events.
 * They can be deleted at any time, at the cost of a longer replay.
 */

/** Maximum characters of a checkpoint: a larger account gets none, because they would outgrow its log. */
const MAX_CHECKPOINT_LENGTH = 2_000_000

type CheckpointAccess = Pick<LogReading, 'codec' | 'checkpointed'>

/** A range of an account's log, both ends included. It begins with the last reset. */
export interface AccountLogRange {
  accountId: string
  key: DataKey
  fromSeq: number
  toSeq: number
}

/** The version of the stored format; checkpoints of another version are ignored. */
export function checkpointVersion({ version, projections }: CheckpointDefinition): number {
  return projections.reduce((sum, { table }) => sum + table.version, version)
}

/** The text of a stored checkpoint. Throws when it was not sealed for this account, position and version. */
export function openCheckpoint(
  checkpointed: CheckpointDefinition,
  accountId: string,
  key: DataKey,
  { seq, rows }: { seq: number; rows: string },
): string {
  return key.open(rows, contextOf(checkpointed, accountId, seq))
}

export function sealCheckpoint(checkpointed: CheckpointDefinition, accountId: string, key: DataKey, seq: number, text: string): string {
  return key.seal(text, contextOf(checkpointed, accountId, seq))
}

function contextOf(checkpointed: CheckpointDefinition, accountId: string, seq: number): string {
  return `${accountId}\n${seq}\ncheckpoint ${checkpointVersion(checkpointed)}`
}

/** The rows of an account at the end of a range. */
export async function replayFromCheckpoint(pool: Queryable, reading: CheckpointAccess, past: AccountLogRange): Promise<AccountRows> {
  const { seq, rows } = await lastCheckpoint(pool, reading, past)
  for await (const page of readLog(pool, past.accountId, { fromSeq: seq + 1, toSeq: past.toSeq })) {
    await mapYielding(page, (row) => rows.applyRow(row, reading.codec, past.key))
  }
  return rows
}

const LAST = {
  name: 'last-checkpoint',
  text: 'select seq, rows from checkpoints where account_id = $1 and version = $2 and seq between $3 and $4 order by seq desc limit 1',
}

/** The last readable checkpoint in a range; empty rows without one. */
async function lastCheckpoint(
  pool: Queryable,
  { checkpointed }: CheckpointAccess,
  { accountId, key, fromSeq, toSeq }: AccountLogRange,
): Promise<{ seq: number; rows: AccountRows }> {
  for (let upTo = toSeq; ;) {
    const { rows } = await pool.query<{ seq: number; rows: string }>({
      ...LAST,
      values: [accountId, checkpointVersion(checkpointed), fromSeq, upTo],
    })
    const [stored] = rows
    if (!stored) return { seq: fromSeq - 1, rows: new AccountRows(checkpointed.projections) }
    try {
      return { seq: stored.seq, rows: AccountRows.of(checkpointed, openCheckpoint(checkpointed, accountId, key, stored)) }
    } catch {
      // Verification reports the damaged one; use the one before it.
      upTo = stored.seq - 1
    }
  }
}

const FIRST_MISSING = {
  name: 'first-missing-checkpoint',
  text: `
    select missing, h.seq as head, greatest(1, h.reset_seq) as begin, k.wrapped_key as wrapped
    from account_heads h join account_keys k using (account_id)
    cross join lateral generate_series((greatest(1, h.reset_seq) + $3::bigint - 1) / $3 * $3, h.seq, $3) as missing
    where account_id = $1 and not exists (select 1 from checkpoints c where c.account_id = $1 and c.seq = missing and c.version = $2)
    order by missing limit 1`,
}

// The head's lock orders this with a reset or erasure: either it comes first and nothing is stored, or it deletes what was
// stored.
const STORE = {
  name: 'store-checkpoint',
  text: `
    insert into checkpoints as c (account_id, seq, version, rows)
    select account_id, $2, $3, $4 from account_heads h join account_keys k using (account_id) where account_id = $1 and h.reset_seq <= $2 for share
    on conflict (account_id, seq) do update set version = excluded.version, rows = excluded.rows where c.version <= excluded.version
    returning seq`,
}

/**
 * Makes an account's missing checkpoints, each in its own statement, so that an interrupted run can resume. Throws the signal's
 * reason.
 */
export async function makeCheckpoints(
  pool: Pool,
  reading: Pick<LogReading, 'codec' | 'checkpointed' | 'keys'>,
  accountId: string,
  signal: AbortSignal,
): Promise<void> {
  const { checkpointed } = reading
  const [version, { every }] = [checkpointVersion(checkpointed), checkpointed]
  const { rows: found } = await pool.query<{ missing: number; head: number; begin: number; wrapped: Buffer }>({
    ...FIRST_MISSING,
    values: [accountId, version, every],
  })
  const [first] = found
  if (!first) return
  const key = reading.keys.unwrap(accountId, first.wrapped)
  const { seq, rows } = await lastCheckpoint(pool, reading, { accountId, key, fromSeq: first.begin, toSeq: first.missing - 1 })
  for await (const page of readLog(pool, accountId, { fromSeq: seq + 1, toSeq: first.head - (first.head % every) })) {
    signal.throwIfAborted()
    for (const event of page) {
      rows.applyRow(event, reading.codec, key)
      if (event.seq % every !== 0) continue
      const text = rows.checkpoint(checkpointed, event.recordedAt)
      if (text.length > MAX_CHECKPOINT_LENGTH) continue
      const stored = await pool.query({
        ...STORE,
        values: [accountId, event.seq, version, sealCheckpoint(checkpointed, accountId, key, event.seq, text)],
      })
      // The account was reset or erased meanwhile, or a later release stored this checkpoint.
      if (stored.rowCount === 0) return
    }
  }
}
