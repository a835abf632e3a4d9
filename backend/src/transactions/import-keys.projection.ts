import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { keysOf, type TransactionEvent } from './transaction.events.js'

/** The statement lines that are existing transactions, or one side of a transfer: a key is in use as long as its transaction has it. */
export const importKeys = defineProjection<TransactionEvent>({
  table: {
    name: 'import_keys',
    version: 1,
    columns: { account_id: 'uuid not null', key: 'text not null', transaction_id: 'uuid not null' },
    key: ['account_id', 'key'],
  },
  on: {
    TransactionRecorded: move,
    TransactionCorrected: move,
    TransactionConfirmed: move,
    TransactionDeleted: move,
    TransactionRestored: move,
  },
})

function move({ accountId, entityId, data }: RecordedEvent<TransactionEvent>, rows: TableRows): void {
  const before = 'before' in data ? keysOf(data.before) : []
  const after = 'after' in data ? keysOf(data.after) : []
  for (const key of before) if (!after.includes(key)) rows.remove({ account_id: accountId, key })
  for (const key of after) if (!before.includes(key)) rows.put({ account_id: accountId, key, transaction_id: entityId })
}

const USED = {
  name: 'used-import-keys',
  text: 'select key, transaction_id as "transactionId" from import_keys where account_id = $1 and key = any ($2::text[])',
}

/** Which of these keys are in use, with their transactions. */
export async function findUsedKeys(database: RowReader, accountId: string, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await database.rows<{ key: string; transactionId: string }>(USED, [accountId, keys])
  return new Map(rows.map(({ key, transactionId }) => [key, transactionId]))
}

const TAKEN = {
  name: 'taken-import-keys',
  text: `
    select k.key from events e
    cross join lateral (values (e.data->'before'->>'importKey'), (e.data->'after'->>'importKey'),
      (e.data->'before'->'to'->>'importKey'), (e.data->'after'->'to'->>'importKey')) as had(key)
    join import_keys k on k.account_id = $1 and k.key = had.key and k.transaction_id <> $2
    where e.account_id = $1 and e.entity_id = $2 and e.entity = 'transaction' and had.key is not null group by k.key`,
}

/** The former line keys of a transaction that another one has now. */
export class FindTakenKeys extends AccountQuery<string[]> {
  constructor(
    readonly accountId: string,
    readonly transactionId: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<string[]> {
    return (await database.rows<{ key: string }>(TAKEN, [this.accountId, this.transactionId])).map(({ key }) => key)
  }
}
