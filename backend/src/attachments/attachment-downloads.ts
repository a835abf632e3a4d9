import { finished, Readable } from 'node:stream'
import { Inject, Injectable, Logger, StreamableFile } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { attachmentFileName } from '@prumo/shared/attachment-names'
import { attachmentTexts, MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setPositionHeaders } from '../answers/answer-freshness.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { Database } from '../platform/database/database.js'
import { FairSemaphore } from '../platform/fair-semaphore.js'
import { callerOf } from '../platform/http/caller.js'
import { FindAttachment } from './attachment-list.projection.js'
import { DamagedParts, openParts } from './attachment-parts.js'

/**
 * Downloads at a time of one person, as many as a transaction has receipts: each that is not read holds two parts in memory. Others
 * wait. There is no limit in all, because slow readers would keep everyone else out.
 */
export const downloadLimits = { total: Infinity, share: MAX_ATTACHMENTS, waitMs: 10_000 }

/** Gives the bytes of receipts. */
@Injectable()
export class AttachmentDownloads {
  readonly #logger = new Logger('attachments')
  readonly #permits = new FairSemaphore(downloadLimits)

  constructor(
    private readonly questions: QueryBus,
    private readonly database: Database,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /**
   * The bytes of a receipt as a stream, with its headers. Every part is opened once before the first byte is sent, so that a damaged
   * receipt is an error and never a part of one. Rejects with NOT_FOUND, with INTERNAL for a damaged one, and with UNAVAILABLE while
   * too many others of the person are read.
   */
  async open(request: FastifyRequest, reply: FastifyReply, id: string): Promise<StreamableFile> {
    const { accountId, grantId } = callerOf(request)
    finished(reply.raw, await this.#permits.acquire(grantId ?? accountId))
    const { answer: found, position } = await this.questions.execute(new FindAttachment(accountId, id))
    const key = await loadAccountKey(this.database, this.reading.keys, accountId)
    const upload = { accountId, attachmentId: id, uploadId: found.uploadId }
    const parts = () => openParts(this.database, key, upload, found.parts)
    try {
      await drain(parts())
    } catch (failure) {
      if (!(failure instanceof DamagedParts)) throw failure
      this.#logger.error({ accountId, problem: failure.message }, 'A receipt is damaged')
      throw new Rejected('INTERNAL', attachmentTexts.damaged)
    }
    reply.header('Content-Security-Policy', 'sandbox')
    // The hooks that add this header do not run for streams.
    await setPositionHeaders(this.database, request, reply, { ...position, parts: {} })
    const content = Readable.from(parts(), { objectMode: false })
    return new StreamableFile(content, { type: found.type, length: found.size, disposition: dispositionOf(attachmentFileName(found)) })
  }
}

async function drain(parts: AsyncGenerator<Buffer>): Promise<void> {
  while (!(await parts.next()).done);
}

/** Saves the file under its name instead of showing it (RFC 6266). */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%/]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
