import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Inject, Injectable } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import {
  attachmentTexts,
  attachmentTypeOf,
  detectAttachmentType,
  MAX_ATTACHMENT_BYTES,
  SIGNATURE_BYTES,
  type AttachmentType,
} from '@prumo/shared/attachment-rules'
import type { AttachmentAnswer } from '@prumo/shared/attachments'
import { Rejected } from '@prumo/shared/rejections'
import { v7 as newId } from 'uuid'
import type { CommandOutcome } from '../event-store/decider/command.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import type { Write } from '../event-store/stream/commit.js'
import type { DataKey } from '../platform/crypto/account-keys.js'
import { Database } from '../platform/database/database.js'
import { FairSemaphore } from '../platform/fair-semaphore.js'
import type { HttpCommandContext } from '../platform/http/command-request.js'
import { attachmentCommand, toAttachmentAnswer } from './attachment-command.js'
import { deleteUpload, endUpload, PART_BYTES, partsOf, piecesIn, storeParts, type Upload } from './attachment-parts.js'
import { refuseWithoutRoom } from './attachment.decider.js'
import type { AttachmentDetails } from './attachment.events.js'
import { FindAttachmentPlace } from './attachment-list.projection.js'

/**
 * Uploads at a time, in all and of one account: each holds a part in memory, one without a length its whole body. Others wait. A body
 * arrives within `bodyMs` of its turn, so that slow clients do not hold all places; the app gives up after the same time.
 */
export const uploadLimits = { total: 8, share: 2, waitMs: 10_000, bodyMs: 120_000 }
const RETRY_SECONDS = 5

/** A receipt to add: what the request says of it, and its bytes. */
export interface NewUpload {
  attachmentId: string
  transactionId: string
  name: string
  contentType: string | undefined
  /** The `Content-Length` header; null for a body in chunks. */
  length: number | null
  body: Readable
  /** For one that came with a copy of an account: the first moment of it, and the hash that its bytes must have. */
  brought?: { createdAt: string; sha256: string; alongside: readonly Write[] }
}

/** Receives receipts: seals and stores each part as it arrives, then records the receipt. */
@Injectable()
export class AttachmentUploads {
  readonly #permits = new FairSemaphore(uploadLimits)

  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /**
   * Adds a receipt. Rejects with UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE, NOT_FOUND without its transaction, QUOTA_EXCEEDED, CONFLICT
   * for a used id, UNAVAILABLE when too many others are sent, and REQUEST_TIMEOUT for a body that is too slow.
   * @param request identifies the request beside its bytes
   */
  async add(context: HttpCommandContext, request: string, sent: NewUpload): Promise<CommandOutcome<AttachmentAnswer>> {
    const type = attachmentTypeOf(sent.contentType)
    if (!type) throw new Rejected('UNSUPPORTED_MEDIA_TYPE', attachmentTexts.unknownType)
    if (sent.length !== null && sent.length > MAX_ATTACHMENT_BYTES) throw tooLarge()
    const release = await this.#permits.acquire(context.accountId).catch(() => {
      throw new Rejected('UNAVAILABLE', attachmentTexts.busy, undefined, RETRY_SECONDS)
    })
    try {
      return await this.#receive(context, request, { ...sent, type })
    } finally {
      release()
    }
  }

  async #receive(
    context: HttpCommandContext,
    request: string,
    sent: NewUpload & { type: AttachmentType },
  ): Promise<CommandOutcome<AttachmentAnswer>> {
    const { accountId, idempotency } = context
    const { attachmentId, transactionId, name, type, brought } = sent
    const key = await loadAccountKey(this.database, this.reading.keys, accountId)
    // Read before the key: a first try that is committed in between may have taken the last room.
    const place = await new FindAttachmentPlace(accountId, { transactionId }).answer(this.database)
    // The bytes of a repeated request are only compared.
    const isRepeat = idempotency !== undefined && (await this.#isUsed(accountId, idempotency.key))
    // Refuses what the command would refuse, before anything of the body is read.
    if (!isRepeat) refuseWithoutRoom(place ?? undefined, sent.length ?? 0)
    const upload: Upload = { accountId, attachmentId, uploadId: newId() }
    try {
      const received = await this.#storeBody(key, upload, sent, isRepeat)
      if (brought && received.plainHash !== brought.sha256) throw new Rejected('VALIDATION', attachmentTexts.otherBytes)
      const details: AttachmentDetails = { transactionId, name, type, uploadId: upload.uploadId, ...received }
      const identified = `${request}\n${type}\n${received.plainHash}`
      const outcome = await this.commands.execute(
        attachmentCommand(
          { ...context, ...(idempotency && { idempotency: { key: idempotency.key, request: identified } }) },
          attachmentId,
          { type: 'AddAttachment', details, ...(brought && { createdAt: brought.createdAt }) },
          { reply: toAttachmentAnswer, alongside: [endUpload(accountId, upload.uploadId), ...(brought?.alongside ?? [])] },
        ),
      )
      if (outcome.replayed && !isRepeat) await deleteUpload(this.database, upload)
      return outcome
    } catch (failure) {
      // Where the outcome is unknown, the event may be there: a worker deletes the parts if it is not.
      if (failure instanceof Rejected && failure.code !== 'UNAVAILABLE' && !isRepeat) await deleteUpload(this.database, upload)
      throw failure
    }
  }

  async #isUsed(accountId: string, key: string): Promise<boolean> {
    return (await this.database.rows(KNOWN_KEY, [accountId, key])).length > 0
  }

  /** Reads the body, and stores it unless it is a repeat. A body in chunks is collected first, because the number of its parts has to be known. */
  async #storeBody(
    key: DataKey,
    upload: Upload,
    { body, length, type }: NewUpload & { type: AttachmentType },
    isRepeat: boolean,
  ): ReturnType<typeof storeParts> {
    const whole = length === null ? await collect(body) : null
    const parts = partsOf(whole?.length ?? length ?? 0)
    const pieces = ofType(whole ? piecesIn(whole) : piecesOf(body, PART_BYTES), type)
    return storeParts(isRepeat ? null : this.database, key, upload, { pieces, parts })
  }
}

const KNOWN_KEY = { name: 'is-used-key', text: 'select 1 from commands where account_id = $1 and key = $2' }

/** The pieces of a file. Throws UNSUPPORTED_MEDIA_TYPE, before the first one, where it begins as a file of another type or is empty. */
async function* ofType(pieces: Iterable<Buffer> | AsyncIterable<Buffer>, type: AttachmentType): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const piece of pieces) {
    if (isFirst) refuseOtherType(piece, type)
    isFirst = false
    yield piece
  }
  if (isFirst) refuseOtherType(Buffer.alloc(0), type)
}

function refuseOtherType(beginning: Buffer, type: AttachmentType): void {
  if (detectAttachmentType(beginning.subarray(0, SIGNATURE_BYTES)) !== type)
    throw new Rejected('UNSUPPORTED_MEDIA_TYPE', attachmentTexts.otherType)
}

function tooLarge(): Rejected {
  return new Rejected('PAYLOAD_TOO_LARGE', attachmentTexts.tooLarge)
}

async function collect(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of piecesOf(body, PART_BYTES)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * The body in pieces of this many bytes, the last one with the rest. Throws PAYLOAD_TOO_LARGE beyond the limit, REQUEST_TIMEOUT for what
 * arrives after its time, and VALIDATION for a body that breaks off. The stream stays open, so that the refusal can be answered. A body
 * that stalls is ended by `watchConnections`.
 */
async function* piecesOf(body: Readable, bytes: number): AsyncGenerator<Buffer> {
  const startedAt = performance.now()
  let [waiting, held, total]: [Buffer[], number, number] = [[], 0, 0]
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (performance.now() - startedAt > uploadLimits.bodyMs) throw new Rejected('REQUEST_TIMEOUT')
      total += chunk.length
      if (total > MAX_ATTACHMENT_BYTES) throw tooLarge()
      waiting.push(chunk)
      held += chunk.length
      while (held >= bytes) {
        const whole = Buffer.concat(waiting, held)
        yield whole.subarray(0, bytes)
        waiting = [whole.subarray(bytes)]
        held -= bytes
      }
    }
  } catch (failure) {
    if (failure instanceof Rejected) throw failure
    throw isBrokenOff(body) ? new Rejected('VALIDATION') : failure
  }
  if (held > 0) yield Buffer.concat(waiting, held)
}

/** Whether the client ended the request before the end of its body. */
function isBrokenOff(body: Readable): boolean {
  return body.destroyed || (body as Partial<IncomingMessage>).aborted === true
}
