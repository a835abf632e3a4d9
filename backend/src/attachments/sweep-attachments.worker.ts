import { Logger } from '@nestjs/common'
import { REMOVED_ATTACHMENT_DAYS } from '@prumo/shared/attachment-rules'
import { isRejected } from '@prumo/shared/rejections'
import type { JobContext, JobWorker } from '../jobs/job-worker.js'
import { logFacts } from '../platform/http/failures.js'
import { attachmentCommand } from './attachment-command.js'
import { accountsWithAttachments, leavingAttachments, type LeavingAttachment } from './attachment-list.projection.js'
import { deletePartsOfUpload, deleteUpload, findLeftUploads } from './attachment-parts.js'
import { isExpired } from './attachment.decider.js'

const DAY_MS = 86_400_000

/**
 * Each day deletes bytes that no event names a day after their upload, and those of receipts 30 days after they, or their transaction,
 * were removed. A failure does not stop the others; then the job is retried.
 */
export const sweepAttachmentsWorker: JobWorker = {
  kind: 'sweep-attachments',
  daily: true,
  concurrency: 1,
  async run({ signal }, tools) {
    await deleteLeftUploads(tools, signal)
    const now = tools.database.clock.now()
    const at = new Date(now).toISOString()
    const removedUntil = new Date(now - REMOVED_ATTACHMENT_DAYS * DAY_MS).toISOString()
    let failed = 0
    for (let accounts = await accountsWithAttachments(tools.database); accounts.length > 0;) {
      for (const accountId of accounts) {
        signal.throwIfAborted()
        for (const leaving of await leavingAttachments(tools.database, accountId, removedUntil)) {
          if (leaving.goneSince !== null && !isExpired(leaving.goneSince, at)) continue
          if (!(await expire(accountId, leaving, at, tools))) failed++
        }
      }
      accounts = await accountsWithAttachments(tools.database, accounts.at(-1))
    }
    if (failed > 0) throw new Error(`${failed} receipts could not be ended`)
  },
}

async function deleteLeftUploads({ database }: JobContext, signal: AbortSignal): Promise<void> {
  for (let left = await findLeftUploads(database); left.length > 0; left = await findLeftUploads(database)) {
    for (const upload of left) {
      signal.throwIfAborted()
      await deleteUpload(database, upload)
    }
  }
}

async function expire(
  accountId: string,
  { id, uploadId, goneSince }: LeavingAttachment,
  at: string,
  { commands }: JobContext,
): Promise<boolean> {
  const context = { accountId, actor: accountId, source: 'app' } as const
  try {
    const alongside = [deletePartsOfUpload(accountId, uploadId)]
    await commands.execute(attachmentCommand(context, id, { type: 'ExpireAttachment', at, goneSince }, { reply: () => null, alongside }))
    return true
  } catch (failure) {
    // The account was erased or reset meanwhile.
    if (isRejected(failure, 'NOT_FOUND')) return true
    new Logger('attachments').error({ ...logFacts(failure), accountId }, 'A receipt could not be ended')
    return false
  }
}
