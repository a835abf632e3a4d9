import type { Pool, PoolClient } from 'pg'
import type { Head } from './append.js'
import type { EntityKind, EventRow } from './event.js'

/** What a command needs to know before it is decided. */
export interface Loaded {
  /** Null for an account whose log is not open. */
  head: Head | null
  wrappedKey: Buffer | null
  /** The entity's events, oldest first. */
  rows: Omit<EventRow, 'hash'>[]
  /** The answer remembered under the command's key. */
  remembered: { request: Buffer; answer: string; seq: number } | null
}

/** The SQL that writes a moment as the log's own text. */
export function isoText(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const LOAD = {
  name: 'load-entity',
  text: `
    select h.seq, h.hash, ${isoText('h.recorded_at')} as recorded_at, k.wrapped_key,
      c.request, c.answer, c.seq as answered_at,
      (select json_agg(json_build_object('seq', e.seq, 'entityVersion', e.entity_version, 'type', e.type,
          'schemaVersion', e.schema_version, 'recordedAt', ${isoText('e.recorded_at')},
          'data', e.data::text, 'meta', e.meta::text) order by e.seq)
        from events e where e.account_id = $1 and e.entity = $2 and e.entity_id = $3) as events
    from account_heads h
    left join account_keys k on k.account_id = h.account_id
    left join commands c on c.account_id = h.account_id and c.key = $4
    where h.account_id = $1`,
}

/** The end of the account's log, the entity's events, and what the key already did, in one round trip. */
export async function load(
  on: Pool | PoolClient,
  wanted: { accountId: string; entity: EntityKind; entityId: string; key: string | null },
): Promise<Loaded> {
  const { accountId, entity, entityId, key } = wanted
  const { rows } = await on.query({ values: [accountId, entity, entityId, key], ...LOAD })
  const [found] = rows
  if (!found) return { head: null, wrappedKey: null, rows: [], remembered: null }
  return {
    head: { seq: found.seq, hash: found.hash, recordedAt: found.recorded_at },
    wrappedKey: found.wrapped_key,
    rows: ((found.events ?? []) as Omit<EventRow, 'hash' | 'accountId' | 'entity' | 'entityId'>[]).map((row) => ({
      accountId,
      entity,
      entityId,
      ...row,
    })),
    remembered: found.request ? { request: found.request, answer: found.answer, seq: found.answered_at } : null,
  }
}
