import type { AttachmentType } from '@prumo/shared/attachment-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { Account } from './account'
import { addAttachment } from './attachment-commands'
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
 * Queues a receipt behind its transaction. It is on the device when this resolves.
 * @param isSilent it belongs to the recording of the transaction, which has its own toast
 * @throws if the device has no room for it
 */
export async function queueAttachment(
  { outbox }: Account,
  transaction: Transaction,
  { name, type, content }: AttachmentFile,
  isSilent: boolean,
): Promise<void> {
  await outbox.enqueue(addAttachment(transaction, { name, type, size: content.size }), { file: content, isSilent })
}

/** How many bytes of receipts wait on this device. */
export function waitingBytes({ outbox }: Account): number {
  return outbox
    .queueOf('attachment')
    .filter(({ command, status }) => command.name === 'attachment.add' && status.is !== 'done')
    .reduce((sum, { command }) => sum + (command.args as { size: number }).size, 0)
}
