import { z } from 'zod'
import { attachmentTexts, attachmentTypes, MAX_ATTACHMENT_BYTES, MAX_ATTACHMENT_NAME } from './attachment-rules.js'
import { id, text } from './fields.js'
import { hash } from './imports.js'

/** The contract of `/attachments`: receipts of transactions. Their bytes are the body of a request, with their type as its `Content-Type`. */

/** The query of `POST /transactions/{id}/attachments`. */
export const newAttachment = z.object({
  id: id.optional(),
  name: text({ max: MAX_ATTACHMENT_NAME, missing: attachmentTexts.nameMissing }),
})
export type NewAttachment = z.output<typeof newAttachment>

export const attachment = z.strictObject({
  id: z.guid(),
  transactionId: z.guid(),
  name: z.string().meta({ description: 'Of the file, as it was sent' }),
  type: z.enum(attachmentTypes),
  size: z.int().positive().max(MAX_ATTACHMENT_BYTES).meta({ description: 'Bytes' }),
  createdAt: z.iso.datetime(),
  version: z.int().positive(),
})
/** A receipt, without its bytes. */
export type Attachment = z.output<typeof attachment>

export const attachmentAnswer = z.strictObject({ attachment })
export type AttachmentAnswer = z.output<typeof attachmentAnswer>

export const attachmentList = z.strictObject({ attachments: z.array(attachment) })
/** The receipts of a transaction, oldest first, without removed ones. */
export type AttachmentList = z.output<typeof attachmentList>

export const exportedAttachment = z.strictObject({
  ...attachment.shape,
  sha256: hash.meta({ description: 'Of the bytes, which `GET /data/attachments/{id}` gives' }),
})
/** A receipt as the export names it. */
export type ExportedAttachment = z.output<typeof exportedAttachment>

/** The query of `POST /data/restore/{id}/attachments`: the receipt's id in the copy. */
export const restoredAttachment = z.object({ id })
export type RestoredAttachment = z.output<typeof restoredAttachment>

/** The query of `GET /data/restore/{id}/attachments`. */
export const missingFilter = z.object({
  after: id.optional().meta({ description: 'The last id of the former answer; without it, from the first' }),
})
export type MissingFilter = z.output<typeof missingFilter>

export const missingAttachments = z.strictObject({
  missing: z.array(z.guid()).meta({ description: 'Ids in the copy, in their order; at most 500, the next ones with `after`' }),
})
/** The receipts of a restored copy whose bytes have not arrived yet. */
export type MissingAttachments = z.output<typeof missingAttachments>
