import { createHash } from 'node:crypto'
import { Rejected } from '@prumo/shared/rejections'
import type { Write } from '../event-store/stream/commit.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { Database } from '../platform/database/database.js'

/** Plain bytes of every part but the last one. */
export const PART_BYTES = 256 * 1024

/** The bytes of one receipt as one request sent them. A repeat of the request is another upload of the same receipt. */
export interface Upload {
  accountId: string
  attachmentId: string
  uploadId: string
}

/** How many parts a receipt of this size has. */
export function partsOf(size: number): number {
  return Math.max(1, Math.ceil(size / PART_BYTES))
}

function contextOf({ accountId, attachmentId, uploadId }: Upload, part: number, parts: number): string {
  return `attachment\n${accountId}\n${attachmentId}\n${uploadId}\n${part} of ${parts}`
}

/** Seals a part, numbered from 0: it opens in its place of its receipt alone. */
export function sealPart(key: DataKey, upload: Upload, part: number, parts: number, plain: Buffer): Buffer {
  return key.sealBytes(plain, contextOf(upload, part, parts))
}

const HOLD_KEY = { name: 'hold-account-key', text: 'select 1 from account_keys where account_id = $1 for key share' }
const INSERT = {
  name: 'insert-attachment-part',
  text: 'insert into attachment_parts (account_id, upload_id, part, attachment_id, sealed) values ($1, $2, $3, $4, $5)',
}

/** Stores a sealed part. Rejects with NOT_FOUND for an erased account: an erasure waits for parts that are being stored, and deletes them. */
export async function storePart(
  database: Database,
  { accountId, attachmentId, uploadId }: Upload,
  part: number,
  sealed: Buffer,
): Promise<void> {
  await database.transaction(async (client) => {
    const { rowCount } = await client.query({ ...HOLD_KEY, values: [accountId] })
    if (rowCount === 0) throw new Rejected('NOT_FOUND')
    await client.query({ ...INSERT, values: [accountId, uploadId, part, attachmentId, sealed] })
  })
}

const DELETE_UPLOAD = { name: 'delete-upload', text: 'delete from attachment_parts where account_id = $1 and upload_id = $2' }

/** Deletes the parts of an upload that no event names. */
export async function deleteUpload(database: RowReader, { accountId, uploadId }: Omit<Upload, 'attachmentId'>): Promise<void> {
  await database.rows(DELETE_UPLOAD, [accountId, uploadId])
}

/** A write that deletes the parts of an upload with the event that ends its receipt. */
export function deletePartsOfUpload(accountId: string, uploadId: string): Write {
  return {
    name: 'append-deleted-parts',
    text: 'delete from attachment_parts where account_id = $1::uuid and upload_id = $2::uuid',
    values: [accountId, uploadId],
  }
}

/** A write of a reset or an erasure that deletes the bytes of all receipts. */
export function deleteAllParts(accountId: string): Write {
  return { name: 'append-forgotten-parts', text: 'delete from attachment_parts where account_id = $1::uuid', values: [accountId] }
}

/** Thrown when stored parts are missing or do not open. The message is the operator's. */
export class DamagedParts extends Error {
  override readonly name = 'DamagedParts'
}

const FIND = {
  name: 'find-attachment-part',
  text: 'select sealed from attachment_parts where account_id = $1 and upload_id = $2 and part = $3',
}

/** The plain bytes of an upload, part by part. Throws DamagedParts. */
export async function* openParts(database: RowReader, key: DataKey, upload: Upload, parts: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < parts; part++) {
    const [found] = await database.rows<{ sealed: Buffer }>(FIND, [upload.accountId, upload.uploadId, part])
    if (!found) throw new DamagedParts(`Part ${part} of attachment ${upload.attachmentId} is missing`)
    yield openPart(key, upload, part, parts, found.sealed)
  }
}

function openPart(key: DataKey, upload: Upload, part: number, parts: number, sealed: Buffer): Buffer {
  try {
    return key.openBytes(sealed, contextOf(upload, part, parts))
  } catch {
    throw new DamagedParts(`Part ${part} of attachment ${upload.attachmentId} does not open`)
  }
}

/** The SHA-256 in hex of the sealed parts of an upload. */
export async function hashParts(database: RowReader, accountId: string, uploadId: string, parts: number): Promise<string> {
  const hash = createHash('sha256')
  for (let part = 0; part < parts; part++) {
    const [found] = await database.rows<{ sealed: Buffer }>(FIND, [accountId, uploadId, part])
    if (found) hash.update(found.sealed)
  }
  return hash.digest('hex')
}
