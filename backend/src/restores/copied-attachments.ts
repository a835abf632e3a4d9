import type { AccountCopy } from '@prumo/shared/restore'
import { NIL, v5 as namedId } from 'uuid'
import type { Write } from '../event-store/stream/commit.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { restoredTransactionId } from './copy-items.js'

/** A receipt of a copy whose bytes are to come. */
export type CopiedAttachment = Omit<AccountCopy['attachments'][number], 'version'>

/** The same as it is stored: by its id in the copy, with the id of its restored transaction. */
export interface SealedAttachment {
  id: string
  transactionId: string
  sealed: string
}

/** The id of a copied receipt once it is restored. */
export function restoredAttachmentId(id: string, restoreId: string): string {
  return namedId(id, restoreId)
}

const contextOf = (accountId: string, restoreId: string, id: string) => `restore\n${accountId}\n${restoreId}\nattachment ${id}`

/** Seals what a copy says of its receipts. */
export async function sealAttachments(
  key: DataKey,
  accountId: string,
  restoreId: string,
  { attachments, transactions }: AccountCopy,
): Promise<SealedAttachment[]> {
  const restoredIds = new Map(transactions.map((row) => [row.id, restoredTransactionId(row, restoreId)]))
  return mapYielding(attachments, ({ version: _version, ...copied }): SealedAttachment => {
    const transactionId = restoredIds.get(copied.transactionId) as string
    return {
      id: copied.id,
      transactionId,
      sealed: key.seal(JSON.stringify({ ...copied, transactionId }), contextOf(accountId, restoreId, copied.id)),
    }
  })
}

/** Rows per statement: one for all would block the event loop while its message is built. */
const AT_ONCE = 500

/** The writes that store the receipts of a copy instead of those of another one. */
export function insertAttachments(accountId: string, attachments: readonly SealedAttachment[]): Write[] {
  const writes: Write[] = [
    { name: 'append-other-attachments', text: 'delete from restore_attachments where account_id = $1::uuid', values: [accountId] },
  ]
  for (let at = 0; at < attachments.length; at += AT_ONCE) {
    const some = attachments.slice(at, at + AT_ONCE)
    writes.push({
      name: 'append-copied-attachments',
      text: `
        insert into restore_attachments (account_id, attachment_id, transaction_id, sealed)
        select $1::uuid, a.* from json_to_recordset($2::json) as a(id uuid, "transactionId" uuid, sealed text)`,
      values: [accountId, JSON.stringify(some)],
    })
  }
  return writes
}

/** SQL condition of the receipts `m` of a copy that can be restored: of a restore that has ended, those whose transaction is there. */
export const IS_RESTORABLE = `
  (exists (select 1 from restores r where r.account_id = $1 and r.ended_at is null)
    or exists (select 1 from transaction_list t where t.account_id = $1 and t.id = m.transaction_id))`

const MISSING = {
  name: 'missing-attachments',
  text: `
    select attachment_id as id from restore_attachments m
    where account_id = $1 and attachment_id > $2 and ${IS_RESTORABLE}
    order by attachment_id limit ${AT_ONCE}`,
}

/** Receipts whose bytes have not arrived, by their ids in the copy. @param after the id that they follow; null for the first ones */
export async function findMissing(database: RowReader, accountId: string, after: string | null): Promise<string[]> {
  return (await database.rows<{ id: string }>(MISSING, [accountId, after ?? NIL])).map(({ id }) => id)
}

const FIND = { name: 'find-copied-attachment', text: 'select sealed from restore_attachments where account_id = $1 and attachment_id = $2' }

/** A receipt whose bytes have not arrived, with the id of its restored transaction; null for none. Throws when it does not open. */
export async function findCopied(
  database: RowReader,
  key: DataKey,
  { accountId, restoreId, id }: { accountId: string; restoreId: string; id: string },
): Promise<CopiedAttachment | null> {
  const [found] = await database.rows<{ sealed: string }>(FIND, [accountId, id])
  return found ? (JSON.parse(key.open(found.sealed, contextOf(accountId, restoreId, id))) as CopiedAttachment) : null
}

/** A write that records that the bytes of a receipt have arrived. */
export function endCopied(accountId: string, id: string): Write {
  return {
    name: 'append-restored-attachment',
    text: 'delete from restore_attachments where account_id = $1::uuid and attachment_id = $2::uuid',
    values: [accountId, id],
  }
}
