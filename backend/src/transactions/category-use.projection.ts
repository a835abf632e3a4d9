import { listedCategories } from '@prumo/shared/transaction-rules'
import type { OwnCategories } from '@prumo/shared/transactions'
import { Ask } from '../event-store/projection/query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { Recorded } from '../event-store/stream/event.js'
import type { Rows } from '../platform/database/connection-pool.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

/** How many transactions have each category, whatever their state. */
export const categoryUse = defineProjection<TransactionEvent>({
  table: {
    name: 'category_use',
    version: 1,
    columns: { account_id: 'uuid not null', category: 'text not null', transactions: 'bigint not null' },
    key: ['account_id', 'category'],
  },
  on: {
    TransactionRecorded: move,
    TransactionCorrected: move,
    TransactionConfirmed: move,
    TransactionDeleted: move,
    TransactionRestored: move,
  },
})

function move({ accountId, data }: Recorded<TransactionEvent>, rows: TableRows): void {
  const before = 'before' in data ? data.before.category : null
  const after = 'after' in data ? data.after.category : null
  const count = (category: TransactionDetails['category'], transactions: 1 | -1) => {
    if (category !== null) rows.add({ account_id: accountId, category, transactions })
  }
  if (before === after) return
  count(before, -1)
  count(after, 1)
}

const OWN = {
  name: 'own-categories',
  text: `
    select category, transactions as count from category_use
    where account_id = $1 and transactions > 0 and category <> all ($2::text[]) order by transactions desc, category`,
}

/** The categories that a person named, most used first. */
export class ListOwnCategories extends Ask<OwnCategories> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: Rows): Promise<OwnCategories> {
    return { categories: await database.rows<OwnCategories['categories'][number]>(OWN, [this.accountId, listedCategories]) }
  }
}
