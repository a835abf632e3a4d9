import type { Transaction } from '@prumo/shared/transactions'
import type { Account } from '../../../data/account'
import { MAX_WAITING_BYTES, queueAttachment, waitingBytes, type AttachmentFile } from '../../../data/waiting-attachments'
import type { PreparedAttachment } from '../../../lib/attachment-file'
import { NO_ROOM, TOO_MUCH_WAITS } from './attachment-texts'

/** From a file to a receipt on this device. */

/** Makes a receipt of a file. @returns it, or why the file cannot be one */
export async function readAttachment(file: File): Promise<PreparedAttachment> {
  try {
    const { prepareAttachment } = await import('../../../lib/attachment-file')
    return await prepareAttachment(file)
  } catch (failure) {
    // The code did not load, or the file went away while it was read.
    console.error('A receipt was not read', failure instanceof Error ? failure.name : '')
    return { problem: UNREAD }
  }
}

const UNREAD = 'Não deu para ler o arquivo. Escolha de novo.'

/** Queues a receipt behind its transaction. @returns why it was not added; null if it was */
export async function storeAttachment(
  account: Account,
  transaction: Transaction,
  file: AttachmentFile,
  isSilent = false,
): Promise<string | null> {
  if (!hasRoomToWait(account, file.content.size)) return TOO_MUCH_WAITS
  try {
    await queueAttachment(account, transaction, file, isSilent)
    return null
  } catch {
    return NO_ROOM
  }
}

/** Whether so many bytes more may wait on this device. */
export function hasRoomToWait(account: Account, bytes: number): boolean {
  return waitingBytes(account) + bytes <= MAX_WAITING_BYTES
}
