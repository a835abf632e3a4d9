import { Inject, Injectable } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { attachmentTexts, attachmentTypeOf } from '@prumo/shared/attachment-rules'
import type { AttachmentAnswer, MissingAttachments, MissingFilter } from '@prumo/shared/attachments'
import { Rejected } from '@prumo/shared/rejections'
import { restoreTexts } from '@prumo/shared/restore-rules'
import type { bytesIn } from '../attachments/attachment-body.js'
import { FindAttachment } from '../attachments/attachment-list.projection.js'
import { AttachmentUploads } from '../attachments/attachment-uploads.js'
import type { CommandOutcome } from '../event-store/decider/command.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { Database } from '../platform/database/database.js'
import type { HttpCommandContext } from '../platform/http/command-request.js'
import { endCopied, findCopied, findMissing, restoredAttachmentId } from './copied-attachments.js'
import { findKeptCopy } from './kept-copies.js'

/** Brings back the receipts of a restored copy, one by one, in any order and from any device. */
@Injectable()
export class RestoredAttachments {
  constructor(
    private readonly questions: QueryBus,
    private readonly uploads: AttachmentUploads,
    private readonly database: Database,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /** The receipts that have not arrived, from the one that follows `after`. Rejects with NOT_FOUND for an unknown or deleted restore. */
  async missing(accountId: string, restoreId: string, { after }: MissingFilter): Promise<MissingAttachments> {
    await this.#requireCopy(accountId, restoreId)
    return { missing: await findMissing(this.database, accountId, after ?? null) }
  }

  /**
   * Adds the bytes of a receipt that the copy names; of one that arrived before, answers what was added. Rejects with CONFLICT while the
   * transactions are being restored, with NOT_FOUND for a receipt that the copy does not name, and as `AttachmentUploads.add` does.
   * @param id in the copy
   */
  async bring(
    context: HttpCommandContext,
    { restoreId, id }: { restoreId: string; id: string },
    sent: ReturnType<typeof bytesIn>,
  ): Promise<CommandOutcome<AttachmentAnswer> | AttachmentAnswer> {
    const { accountId } = context
    const { isEnded } = await this.#requireCopy(accountId, restoreId)
    if (!isEnded) throw new Rejected('CONFLICT', restoreTexts.running)
    const key = await loadAccountKey(this.database, this.reading.keys, accountId)
    const copied = await findCopied(this.database, key, { accountId, restoreId, id })
    const attachmentId = restoredAttachmentId(id, restoreId)
    if (!copied) return this.#restored(accountId, attachmentId)
    const { transactionId, name, type, createdAt, sha256 } = copied
    if (attachmentTypeOf(sent.contentType) !== type) throw new Rejected('UNSUPPORTED_MEDIA_TYPE', attachmentTexts.otherType)
    const identified = JSON.stringify(['POST', `/data/restore/${restoreId}/attachments`, id])
    const brought = { createdAt, sha256, alongside: [endCopied(accountId, id)] }
    return this.uploads.add(context, identified, { ...sent, attachmentId, transactionId, name, brought })
  }

  async #requireCopy(accountId: string, restoreId: string): Promise<{ isEnded: boolean }> {
    const kept = await findKeptCopy(this.database, accountId)
    if (kept?.id !== restoreId) throw new Rejected('NOT_FOUND')
    return kept
  }

  async #restored(accountId: string, attachmentId: string): Promise<AttachmentAnswer> {
    const { answer } = await this.questions.execute(new FindAttachment(accountId, attachmentId))
    const { sealedHash: _hash, uploadId: _upload, parts: _parts, ...attachment } = answer
    return { attachment }
  }
}
