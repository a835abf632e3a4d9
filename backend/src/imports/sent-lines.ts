import type { LogReading } from '../event-store/log-reading.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { EventRow } from '../event-store/stream/event.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import type { TransactionDetails } from '../transactions/transaction.events.js'

// Of each transaction its last event, and those that hold the keys in use as they were sent; a transfer has one on either side.
const LINES = {
  name: 'sent-lines',
  text: `
    select ${EVENT_FIELDS}, false as "isLast" from unnest($2::uuid[]) as t(id)
      join import_keys k on k.account_id = $1 and k.transaction_id = t.id
      cross join lateral (
        select e.* from events e
        where e.account_id = $1 and e.entity_id = t.id and e.entity = 'transaction'
          and ((e.data->>'line') is not null and k.key = e.data->'after'->>'importKey'
            or (e.data->>'toLine') is not null and k.key = e.data->'after'->'to'->>'importKey')
        order by e.seq desc limit 1) e
    union all
    select ${EVENT_FIELDS}, true as "isLast" from unnest($2::uuid[]) as t(id)
      cross join lateral (
        select e.* from events e where e.account_id = $1 and e.entity_id = t.id and e.entity = 'transaction'
        order by e.seq desc limit 1) e
    order by seq`,
}

/** The statement lines of a transaction, as they were sent; of a transfer one on either side. */
export interface SentLines {
  importKey: string | null
  toImportId: string | null
  toImportKey: string | null
}

/** What an event of a transaction may hold of its lines. */
interface LineData {
  after?: TransactionDetails
  line?: string
  toLine?: string
}

/** The statement lines that transactions are. The read model has their fingerprints only; the log has the keys sealed. */
export class FindSentLines extends AccountQuery<Map<string, SentLines>> {
  constructor(
    readonly reading: Pick<LogReading, 'codec'>,
    readonly accountId: string,
    readonly transactionIds: readonly string[],
  ) {
    super()
  }

  async answer(database: Pick<QueryContext, 'rows'>, keys: AccountKeys): Promise<Map<string, SentLines>> {
    const { accountId, transactionIds } = this
    if (transactionIds.length === 0) return new Map()
    const key = await loadAccountKey(database, keys, accountId)
    const rows = await database.rows<Omit<EventRow, 'hash'> & { isLast: boolean }>(LINES, [accountId, transactionIds])
    const sent = new Map<string, string>()
    const present = new Map<string, TransactionDetails>()
    for (const row of rows) {
      const { after, line, toLine } = this.reading.codec.decode(row, key).data as LineData
      if (!after) continue
      if (line !== undefined && after.importKey !== null) sent.set(after.importKey, line)
      if (toLine !== undefined && after.to?.importKey) sent.set(after.to.importKey, toLine)
      if (row.isLast) present.set(row.entityId, after)
    }
    const sentKey = (fingerprint: string | null = null) => (fingerprint === null ? null : (sent.get(fingerprint) ?? null))
    return new Map(
      [...present].map(([id, { importKey, to }]) => [
        id,
        { importKey: sentKey(importKey), toImportId: to?.importId ?? null, toImportKey: sentKey(to?.importKey) },
      ]),
    )
  }
}
