import { useEffect } from 'react'
import type { Transaction } from '@prumo/shared/transactions'
import { useLastShown } from '../../../ui/use-last-shown'
import { showToast } from '../../../ui/overlay/toast'
import AttachmentChoice from './attachment-choice'
import { useAddingAttachments } from './use-adding-attachments'
import { useFilePicker } from './use-file-picker'

/** Adds a receipt from the list. @param transaction null while none is chosen */
export default function RowAttachment({ transaction, onClose }: { transaction: Transaction | null; onClose: () => void }) {
  const { last } = useLastShown(transaction)
  const { add, problems } = useAddingAttachments()
  const { fields, pick } = useFilePicker((files) => last && void add(last, files))
  useEffect(() => {
    if (problems.length > 0) showToast({ text: problems.join(' '), tone: 'error' })
  }, [problems])
  return (
    <>
      {fields}
      {last && <AttachmentChoice open={transaction !== null} transaction={last} onChoose={pick} onClose={onClose} />}
    </>
  )
}
