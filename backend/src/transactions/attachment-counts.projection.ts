import type { LinkedCount } from '../event-store/decider/linked-count.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { AttachmentEvent } from '../attachments/attachment.events.js'

/** How many receipts each transaction has, also a deleted one, with which they return. */
export const attachmentCounts = defineProjection<AttachmentEvent>({
  table: {
    name: 'attachment_counts',
    version: 1,
    columns: { account_id: 'uuid not null', transaction_id: 'uuid not null', attachments: 'bigint not null' },
    key: ['account_id', 'transaction_id'],
  },
  on: {
    AttachmentAdded: ({ accountId, data }, rows) => addCount(accountId, data.after.transactionId, 1, rows),
    AttachmentRestored: ({ accountId, data }, rows) => addCount(accountId, data.after.transactionId, 1, rows),
    AttachmentRemoved: ({ accountId, data }, rows) => addCount(accountId, data.before.transactionId, -1, rows),
  },
})

function addCount(accountId: string, transactionId: string, attachments: number, rows: TableRows): void {
  rows.add({ account_id: accountId, transaction_id: transactionId, attachments })
}

/** The receipts of transactions, as part of the state that their commands are decided on. */
export const linkedAttachments: LinkedCount = {
  changedBy: 'attachment',
  sql: (matches) => `
    select json_object_agg(c.transaction_id, c.attachments) from attachment_counts c
    where c.account_id = $1 and c.attachments > 0 and ${matches('c.transaction_id')}`,
}
