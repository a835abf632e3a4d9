import { createHash } from 'node:crypto'
import { Rejected } from '@prumo/shared/rejections'
import type { Write } from '../event-store/stream/commit.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { Database } from '../platform/database/database.js'
import type { AttachmentDetails } from './attachment.events.js'

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
const BEGIN_UPLOAD = { name: 'begin-upload', text: 'insert into attachment_uploads (account_id, upload_id) values ($1, $2)' }
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
    if (part === 0) await client.query({ ...BEGIN_UPLOAD, values: [accountId, uploadId] })
    await client.query({ ...INSERT, values: [accountId, uploadId, part, attachmentId, sealed] })
  })
}

/** What an event says of stored bytes. */
type RecordedBytes = Pick<AttachmentDetails, 'size' | 'sealedHash' | 'plainHash' | 'parts'>

/** Bytes in pieces of a part each. */
export function* piecesIn(whole: Buffer): Generator<Buffer> {
  for (let at = 0; at < whole.length; at += PART_BYTES) yield whole.subarray(at, at + PART_BYTES)
}

/**
 * Seals and stores the bytes of an upload, piece by piece. @param parts how many pieces there are: each part is bound to the number
 * @param database null to compute the hash of the plain bytes only
 */
export async function storeParts(
  database: Database | null,
  key: DataKey,
  upload: Upload,
  { pieces, parts }: { pieces: Iterable<Buffer> | AsyncIterable<Buffer>; parts: number },
): Promise<RecordedBytes> {
  const [plain, sealed] = [createHash('sha256'), createHash('sha256')]
  let [size, part] = [0, 0]
  for await (const piece of pieces) {
    size += piece.length
    plain.update(piece)
    if (database) {
      const bytes = sealPart(key, upload, part, parts, piece)
      sealed.update(bytes)
      await storePart(database, upload, part, bytes)
    }
    part++
  }
  return { size, sealedHash: sealed.digest('hex'), plainHash: plain.digest('hex'), parts }
}

const DELETE_PARTS = { name: 'delete-upload-parts', text: 'delete from attachment_parts where account_id = $1 and upload_id = $2' }
const DELETE_UPLOAD = { name: 'delete-upload', text: 'delete from attachment_uploads where account_id = $1 and upload_id = $2' }

/** Deletes an upload that no event names. */
export async function deleteUpload(database: RowReader, { accountId, uploadId }: Omit<Upload, 'attachmentId'>): Promise<void> {
  await database.rows(DELETE_PARTS, [accountId, uploadId])
  await database.rows(DELETE_UPLOAD, [accountId, uploadId])
}

/** A write that ends an upload with the event that names it. */
export function endUpload(accountId: string, uploadId: string): Write {
  return {
    name: 'append-ended-upload',
    text: 'delete from attachment_uploads where account_id = $1::uuid and upload_id = $2::uuid',
    values: [accountId, uploadId],
  }
}

const LEFT = {
  name: 'left-uploads',
  text: `
    select account_id as "accountId", upload_id as "uploadId" from attachment_uploads where started_at < now() - interval '1 day'
    order by started_at limit 100`,
}

/** Some uploads that ended without an event at least a day ago. */
export function findLeftUploads(database: RowReader): Promise<Omit<Upload, 'attachmentId'>[]> {
  return database.rows(LEFT)
}

/** A write that deletes the parts of an upload with the event that ends its receipt. */
export function deletePartsOfUpload(accountId: string, uploadId: string): Write {
  return {
    name: 'append-deleted-parts',
    text: 'delete from attachment_parts where account_id = $1::uuid and upload_id = $2::uuid',
    values: [accountId, uploadId],
  }
}

/** The write of a reset or an erasure that deletes the bytes of all receipts. */
export function deleteAllParts(accountId: string): Write {
  return {
    name: 'append-forgotten-parts',
    text: 'delete from attachment_parts where account_id = $1::uuid',
    values: [accountId],
  }
}

/**
 * The write of an erasure that deletes all uploads. A reset keeps them: a request under way may store further parts after it, which
 * only their upload leads to.
 */
export function deleteAllUploads(accountId: string): Write {
  return {
    name: 'append-forgotten-uploads',
    text: 'delete from attachment_uploads where account_id = $1::uuid',
    values: [accountId],
  }
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
