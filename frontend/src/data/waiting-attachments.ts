import type { AttachmentType } from '@prumo/shared/attachment-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { Account } from './account'
import { addAttachment, withAttachments } from './attachment-commands'
import type { Command } from './sync/command'
import { applyCommand } from './sync/entity-registry'

/** Receipts that wait on this device to be sent. */

/** A file that can become a receipt. */
export interface AttachmentFile {
  name: string
  type: AttachmentType
  content: Blob
}

/** The most that waits on a device, in bytes. */
export const MAX_WAITING_BYTES = 50_000_000

/** The transaction that a queued command records, as this device shows it. */
export function recordedTransaction(command: Command): Transaction {
  return applyCommand(null, command) as Transaction
}

/**
 * Adds files to a transaction, in order. Each is on the device when this resolves.
 * @param isSilent they belong to the recording of the transaction, which has its own toast
 * @throws if the device has no room for a file: then that one and the following are not added
 */
export async function addAttachments(
  { outbox }: Account,
  transaction: Transaction,
  files: readonly AttachmentFile[],
  isSilent = false,
): Promise<void> {
  let seen = transaction
  for (const { name, type, content } of files) {
    await outbox.enqueue(addAttachment(seen, { name, type, size: content.size }), { file: content, isSilent })
    seen = withAttachments(seen, 1)
  }
}

/** How many bytes of receipts wait on this device. */
export function waitingBytes({ outbox }: Account): number {
  return outbox
    .queueOf('attachment')
    .filter(({ command, status }) => command.name === 'attachment.add' && status.is !== 'done')
    .reduce((sum, { command }) => sum + (command.args as { size: number }).size, 0)
}
