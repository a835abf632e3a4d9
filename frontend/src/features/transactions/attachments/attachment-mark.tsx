import { IconPaperclip } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { attachmentCountText } from './attachment-count-text'

/** The mark of a row whose transaction has receipts. */
export function AttachmentMark({ transaction: { attachmentCount }, before = '' }: { transaction: Transaction; before?: string }) {
  if (!(attachmentCount > 0)) return null
  return (
    <>
      <IconPaperclip size={16} stroke={1.75} aria-hidden />
      <span className="visually-hidden">{before + attachmentCountText(attachmentCount)}</span>
    </>
  )
}
