import { useId, useState } from 'react'
import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { useAccount } from '../../../data/account'
import { discardAttachment, useAttachments, useRefusedAttachments, type ShownAttachment } from '../../../data/attachments'
import { formatBytes } from '../../../lib/format-bytes'
import { REVIEW_SCREEN } from '../../../data/screens'
import { useSyncStatus } from '../../../data/sync-status'
import { lazyPart, usePrefetch } from '../../../ui/lazy-part'
import { useNarrow, useTouch } from '../../../ui/media'
import { StatusLine } from '../../../ui/status-line'
import { useDeviceNoun } from '../../../ui/use-device-noun'
import { useFileDrop } from '../../../ui/use-file-drop'
import { AddAttachmentItem } from './add-attachment-item'
import { DESKTOP_WAYS } from './attachment-texts'
import { DropPaper } from './drop-paper'
import { ShownAttachments } from './shown-attachments'
import { useAddingAttachments } from './use-adding-attachments'
import { useFilePicker } from './use-file-picker'
import { usePastedFiles } from './use-pasted-files'
import styles from './attachment-strip.module.css'

const AttachmentChoice = lazyPart(() => import('./attachment-choice'), { what: 'a escolha' })

/** The receipts of a transaction, in its sheet: shows them, and takes what is photographed, chosen, dropped or pasted. */
export function AttachmentStrip({ transaction }: { transaction: Transaction }) {
  const reading = useAttachments(transaction.id)
  const { data: shown } = reading
  const refused = useRefusedAttachments(transaction.id)
  const { add, isBusy, problems } = useAddingAttachments()
  const { isStalled } = useSyncStatus()
  const [isChoosing, setChoosing] = useState(false)
  const titleId = useId()
  const [isNarrow, isTouch] = [useNarrow(), useTouch()]
  const asks = isNarrow || isTouch
  usePrefetch(AttachmentChoice)

  const count = shown?.length ?? transaction.attachmentCount
  // Each receipt counts on from those that are shown.
  const seen = { ...transaction, attachmentCount: count }
  const take = (files: readonly File[]) => void add(seen, files)
  const { fields, pick } = useFilePicker(take)
  const isOver = useFileDrop(take)
  usePastedFiles(take)

  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId}>Comprovantes</h3>
      {fields}
      <ShownAttachments transaction={seen} reading={reading} isStalled={isStalled}>
        {count < MAX_ATTACHMENTS && (
          <AddAttachmentItem opensChoice={asks} isBusy={isBusy} onAdd={() => (asks ? setChoosing(true) : pick('files'))} />
        )}
      </ShownAttachments>
      <p role="status" className={styles.fine}>
        {isBusy && 'Preparando o comprovante…'}
      </p>
      {problems.map((problem) => (
        <StatusLine key={problem} tone="danger">
          {problem}
        </StatusLine>
      ))}
      {refused.length > 0 && (
        <StatusLine tone="danger" action={<Link to={REVIEW_SCREEN}>Revisar</Link>}>
          {refused.length === 1 ? '1 comprovante não entrou' : `${refused.length} comprovantes não entraram`} na conta.
        </StatusLine>
      )}
      {shown && isStalled && <Waiting shown={shown} transaction={seen} />}
      {isOver && <DropPaper />}
      {!asks && !isOver && count < MAX_ATTACHMENTS && <p className={styles.fine}>{DESKTOP_WAYS}</p>}
      <AttachmentChoice
        isRequested={isChoosing}
        onDismissFailure={() => setChoosing(false)}
        open={isChoosing}
        transaction={transaction}
        onChoose={pick}
        onClose={() => setChoosing(false)}
      />
    </section>
  )
}

/** Where the receipts are that wait, and how to take one back. */
function Waiting({ shown, transaction }: { shown: readonly ShownAttachment[]; transaction: Transaction }) {
  const account = useAccount()
  const device = useDeviceNoun()
  const waiting = shown.filter(({ unsent }) => unsent !== null)
  const [only] = waiting
  if (!only) return null
  const size = formatBytes(waiting.reduce((sum, { attachment }) => sum + attachment.size, 0))
  const text =
    waiting.length === 1
      ? `O comprovante está neste ${device}, ${size}, e vai sozinho quando a internet voltar.`
      : `${waiting.length} comprovantes estão neste ${device}, ${size}, e vão sozinhos quando a internet voltar.`
  return (
    <p className={styles.fine}>
      <IconClock size={16} stroke={1.75} aria-hidden /> {text}{' '}
      {waiting.length === 1 && (
        <button type="button" className={styles.link} onClick={() => void discardAttachment(account, only, transaction)}>
          Tirar<span className="visually-hidden"> o comprovante</span>
        </button>
      )}
    </p>
  )
}
