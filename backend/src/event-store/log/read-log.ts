import type { Pool, PoolClient } from 'pg'
import type { EventRow } from './event.js'
import { isoText } from './load.js'

const PAGE = 5_000

/** Where to begin and end reading; both ends included. */
export interface Stretch {
  fromSeq?: number
  toSeq?: number
  /** Only events recorded at this moment or before, ISO 8601 UTC. */
  until?: string
}

/** The columns of an event as its row but for the hash, of a table called `e`. */
export const EVENT_FIELDS = `e.account_id as "accountId", e.seq, e.entity, e.entity_id as "entityId", e.entity_version as "entityVersion",
  e.type, e.schema_version as "schemaVersion", e.data::text as data, e.meta::text as meta, ${isoText('e.recorded_at')} as "recordedAt"`

/** An account's rows in order, exactly as stored, page by page, so that a long log needs little memory. */
export async function* readLog(on: Pool | PoolClient, accountId: string, stretch: Stretch = {}): AsyncGenerator<EventRow[]> {
  let after = (stretch.fromSeq ?? 1) - 1
  for (;;) {
    const { rows } = await on.query<EventRow>({
      name: 'read-log',
      text: `
        select ${EVENT_FIELDS}, e.hash from events e
        where account_id = $1 and seq > $2 and seq <= $3 and recorded_at <= coalesce($4::timestamptz, 'infinity')
        order by seq limit $5`,
      values: [accountId, after, stretch.toSeq ?? Number.MAX_SAFE_INTEGER, stretch.until ?? null, PAGE],
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < PAGE) return
    after = last.seq
  }
}
