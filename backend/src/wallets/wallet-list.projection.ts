import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import type { MainWalletEvent, WalletDetails, WalletEvent } from './wallet.events.js'

/** The wallets that were opened or changed; the main one has no row before its first change. */
export const walletList = defineProjection<WalletEvent>({
  table: {
    name: 'wallet_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      name: 'text not null',
      kind: 'text not null',
      closing_day: 'integer',
      due_day: 'integer',
      place: 'integer not null',
      is_archived: 'boolean not null',
      // A JSON list, in the order in which they came.
      statement_accounts: 'text not null',
      created_at: 'timestamptz(3) not null',
      updated_at: 'timestamptz(3) not null',
      version: 'integer not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
  },
  on: {
    WalletOpened: (event, rows) => rows.put(rowOf(event, event.data.after)),
    WalletChanged: (event, rows) => rows.put(rowOf(event, event.data.after)),
    WalletArchived: (event, rows) => rows.put(rowOf(event, event.data.after)),
    WalletUnarchived: (event, rows) => rows.put(rowOf(event, event.data.after)),
    WalletRestored: (event, rows) => rows.put({ ...rowOf(event, event.data.after), created_at: event.data.createdAt }),
    WalletDeleted: (event, rows) => rows.remove({ account_id: event.accountId, id: event.entityId }),
  },
})

function rowOf(event: RecordedEvent<WalletEvent>, details: WalletDetails): ProjectionRow {
  return {
    account_id: event.accountId,
    id: event.entityId,
    name: details.name,
    kind: details.kind,
    closing_day: details.closingDay,
    due_day: details.dueDay,
    place: details.order,
    is_archived: details.isArchived,
    statement_accounts: JSON.stringify(details.statementAccounts),
    created_at: event.recordedAt,
    updated_at: event.recordedAt,
    version: event.entityVersion,
  }
}

/** Which wallet is the main one; no row, or null, for the one that is there from the beginning. */
export const mainWallet = defineProjection<MainWalletEvent>({
  table: {
    name: 'main_wallet',
    version: 1,
    columns: { account_id: 'uuid not null', wallet_id: 'uuid' },
    key: ['account_id'],
  },
  on: {
    MainWalletChosen: ({ accountId, data }, rows) => rows.put({ account_id: accountId, wallet_id: data.after.walletId }),
  },
})
