import type { Attachment } from '@prumo/shared/attachments'
import { Rejected } from '@prumo/shared/rejections'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { AttachmentPlace } from './attachment.decider.js'
import type { AttachmentEvent } from './attachment.events.js'

/** The receipts of an account whose bytes are stored, also removed ones. */
export const attachmentList = defineProjection<AttachmentEvent>({
  table: {
    name: 'attachment_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      transaction_id: 'uuid not null',
      name: 'text not null',
      type: 'text not null',
      size: 'integer not null',
      sealed_hash: 'text not null',
      upload_id: 'uuid not null',
      parts: 'integer not null',
      created_at: 'timestamptz(3) not null',
      removed_at: 'timestamptz(3)',
      version: 'integer not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
    indexes: ['(account_id, transaction_id)'],
  },
  on: {
    AttachmentAdded: (event, rows) => rows.put(rowOf(event)),
    AttachmentRemoved: (event, rows) => rows.put({ ...rowOf(event), removed_at: event.recordedAt }),
    AttachmentRestored: (event, rows) => rows.put(rowOf(event)),
    AttachmentExpired: ({ accountId, entityId }, rows) => rows.remove({ account_id: accountId, id: entityId }),
  },
})

function rowOf({ accountId, entityId, recordedAt, entityVersion, data }: RecordedEvent<AttachmentEvent>): ProjectionRow {
  const { transactionId, name, type, size, sealedHash, uploadId, parts } = 'after' in data ? data.after : data.before
  return {
    account_id: accountId,
    id: entityId,
    transaction_id: transactionId,
    name,
    type,
    size,
    sealed_hash: sealedHash,
    upload_id: uploadId,
    parts,
    created_at: ('createdAt' in data ? data.createdAt : undefined) ?? recordedAt,
    removed_at: null,
    version: entityVersion,
  }
}

/** The bytes of an account's receipts, also of removed ones until they expire. */
export const attachedBytes = defineProjection<AttachmentEvent>({
  table: {
    name: 'attached_bytes',
    version: 1,
    columns: { account_id: 'uuid not null', bytes: 'bigint not null' },
    key: ['account_id'],
  },
  on: {
    AttachmentAdded: ({ accountId, data }, rows) => rows.add({ account_id: accountId, bytes: data.after.size }),
    AttachmentExpired: ({ accountId, data }, rows) => rows.add({ account_id: accountId, bytes: -data.before.size }),
  },
})

const COLUMNS = `a.id, a.transaction_id as "transactionId", a.name, a.type, a.size, ${isoText('a.created_at')} as "createdAt", a.version`
/** A receipt goes and returns with its transaction. */
const THERE = `a.removed_at is null and exists (select 1 from transaction_list t where t.account_id = $1 and t.id = a.transaction_id)`

const LIST = {
  name: 'list-attachments',
  text: `
    select ${COLUMNS} from attachment_list a where a.account_id = $1 and a.transaction_id = $2 and ${THERE} order by a.created_at, a.id`,
}
const IS_TRANSACTION = { name: 'is-transaction', text: 'select 1 from transaction_list where account_id = $1 and id = $2' }

/** The receipts of a transaction, oldest first. Throws NOT_FOUND for an unknown transaction. */
export class ListAttachments extends AccountQuery<Attachment[]> {
  constructor(
    readonly accountId: string,
    readonly transactionId: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<Attachment[]> {
    const found = await database.rows<Attachment>(LIST, [this.accountId, this.transactionId])
    if (found.length === 0 && (await database.rows(IS_TRANSACTION, [this.accountId, this.transactionId])).length === 0)
      throw new Rejected('NOT_FOUND')
    return found
  }
}

/** A receipt with the place of its bytes. */
export interface StoredAttachment extends Attachment {
  sealedHash: string
  uploadId: string
  parts: number
}

const STORED = `${COLUMNS}, a.sealed_hash as "sealedHash", a.upload_id as "uploadId", a.parts`
const FIND = { name: 'find-attachment', text: `select ${STORED} from attachment_list a where a.account_id = $1 and a.id = $2 and ${THERE}` }

/** A receipt. Throws NOT_FOUND for a removed one too. */
export class FindAttachment extends AccountQuery<StoredAttachment> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<StoredAttachment> {
    const [found] = await database.rows<StoredAttachment>(FIND, [this.accountId, this.id])
    if (!found) throw new Rejected('NOT_FOUND')
    return found
  }
}

const PAGE = {
  name: 'page-of-attachments',
  text: `select ${COLUMNS} from attachment_list a where a.account_id = $1 and a.id > $2 and ${THERE} order by a.id limit $3`,
}
const FIRST = '00000000-0000-0000-0000-000000000000'

/** Some receipts of an account, by id. @param after the last one before them */
export function pageOfAttachments(database: RowReader, accountId: string, limit: number, after = FIRST): Promise<Attachment[]> {
  return database.rows<Attachment>(PAGE, [accountId, after, limit])
}

const PLACE = `
  select exists (select 1 from transaction_list where account_id = $1 and id = w.id) as "isThere",
    coalesce((select attachments from attachment_counts where account_id = $1 and transaction_id = w.id), 0)::integer as count,
    coalesce((select bytes from attached_bytes where account_id = $1), 0) as bytes`
const PLACE_OF_TRANSACTION = { name: 'attachment-place-of-transaction', text: `${PLACE} from (select $2::uuid as id) w` }
const PLACE_OF_ATTACHMENT = {
  name: 'attachment-place',
  text: `${PLACE} from (select transaction_id as id from attachment_list where account_id = $1 and id = $2) w`,
}

const ACCOUNTS = {
  name: 'accounts-with-attachments',
  text: 'select distinct account_id as id from attachment_list where account_id > $1 order by 1 limit 100',
}

/** Some accounts with receipts, by id. @param after the last one before them */
export async function accountsWithAttachments(database: RowReader, after = FIRST): Promise<string[]> {
  return (await database.rows<{ id: string }>(ACCOUNTS, [after])).map(({ id }) => id)
}

/** A receipt that was removed, or whose transaction is gone since a moment. */
export interface LeavingAttachment {
  id: string
  uploadId: string
  goneSince: string | null
}

// The last event of a transaction that is not listed is its deletion.
const LEAVING = {
  name: 'leaving-attachments',
  text: `
    select a.id, a.upload_id as "uploadId", case when a.removed_at is null then (
      select ${isoText('max(e.recorded_at)')} from events e
      where e.account_id = $1 and e.entity_id = a.transaction_id and e.entity = 'transaction'
    ) end as "goneSince"
    from attachment_list a
    left join transaction_list t on t.account_id = $1 and t.id = a.transaction_id
    where a.account_id = $1 and (a.removed_at <= $2::timestamptz or (a.removed_at is null and t.id is null))`,
}

/** The receipts of an account that may expire. @param removedUntil ISO 8601 UTC */
export function leavingAttachments(database: RowReader, accountId: string, removedUntil: string): Promise<LeavingAttachment[]> {
  return database.rows<LeavingAttachment>(LEAVING, [accountId, removedUntil])
}

/** What a command on a receipt depends on; null for an unknown receipt. */
export class FindAttachmentPlace extends AccountQuery<AttachmentPlace | null> {
  constructor(
    readonly accountId: string,
    readonly of: { transactionId: string } | { attachmentId: string },
  ) {
    super()
  }

  async answer(database: RowReader): Promise<AttachmentPlace | null> {
    const { accountId, of } = this
    const [statement, id] = 'transactionId' in of ? [PLACE_OF_TRANSACTION, of.transactionId] : [PLACE_OF_ATTACHMENT, of.attachmentId]
    const [found] = await database.rows<AttachmentPlace>(statement, [accountId, id])
    return found ?? null
  }
}
