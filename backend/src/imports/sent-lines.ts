import type { LogReading } from '../event-store/log-reading.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import type { EventRow } from '../event-store/stream/event.js'
import { EVENT_FIELDS } from '../event-store/stream/read-stream.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'

const SENT_LINES = {
  name: 'sent-lines',
  text: `
    select ${EVENT_FIELDS} from unnest($2::uuid[]) as t(id) cross join lateral (
      select e.* from events e join import_keys k
        on k.account_id = $1 and k.key = e.data->'after'->>'importKey' and k.transaction_id = t.id
      where e.account_id = $1 and e.entity_id = t.id and e.entity = 'transaction' and (e.data->>'line') is not null
      order by e.seq desc limit 1) e`,
}

/**
 * The keys of the statement lines that transactions are, as they were sent. The read model has their fingerprints only;
 * the log has the keys sealed.
 */
export class FindSentLines extends AccountQuery<Map<string, string>> {
  constructor(
    readonly reading: Pick<LogReading, 'codec'>,
    readonly accountId: string,
    readonly transactionIds: readonly string[],
  ) {
    super()
  }

  async answer(database: Pick<QueryContext, 'rows'>, keys: AccountKeys): Promise<Map<string, string>> {
    const { accountId, transactionIds } = this
    if (transactionIds.length === 0) return new Map()
    const key = await loadAccountKey(database, keys, accountId)
    const rows = await database.rows<Omit<EventRow, 'hash'>>(SENT_LINES, [accountId, transactionIds])
    return new Map(rows.map((row) => [row.entityId, (this.reading.codec.decode(row, key).data as { line: string }).line]))
  }
}
