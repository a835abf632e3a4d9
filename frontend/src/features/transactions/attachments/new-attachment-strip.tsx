import { useId, useRef, useState } from 'react'
import { IconCamera, IconFileText, IconX } from '@tabler/icons-react'
import { MAX_ATTACHMENTS } from '@prumo/shared/attachment-rules'
import { useObjectUrl } from '../../../data/attachments'
import { formatBytes } from '../../../lib/format-bytes'
import { Button } from '../../../ui/button'
import { lazyPart, usePrefetch } from '../../../ui/lazy-part'
import { useNarrow, useTouch } from '../../../ui/media'
import { StatusLine } from '../../../ui/status-line'
import { useFileDrop } from '../../../ui/use-file-drop'
import { AddAttachmentItem } from './add-attachment-item'
import { DESKTOP_WAYS, NOT_WITH_REPEATING, shortName, typeName } from './attachment-texts'
import { DropPaper } from './drop-paper'
import { useFilePicker } from './use-file-picker'
import type { ChosenAttachment, NewAttachments } from './use-new-attachments'
import { usePastedFiles } from './use-pasted-files'
import styles from './attachment-strip.module.css'

const AttachmentChoice = lazyPart(() => import('./attachment-choice'), { what: 'a escolha' })

interface NewAttachmentStripProps {
  attachments: NewAttachments
  /** The transaction repeats, so it takes none. */
  isRepeating: boolean
}

/** The receipts of a transaction that is being entered: takes what is photographed, chosen, dropped or pasted. */
export function NewAttachmentStrip({ attachments: { chosen, add, remove, isBusy, problems }, isRepeating }: NewAttachmentStripProps) {
  const [isChoosing, setChoosing] = useState(false)
  const titleId = useId()
  const adding = useRef<HTMLButtonElement>(null)
  const [isNarrow, isTouch] = [useNarrow(), useTouch()]
  const asks = isNarrow || isTouch
  usePrefetch(AttachmentChoice)
  const { fields, pick } = useFilePicker(add)
  const isOver = useFileDrop(add)
  usePastedFiles(add)

  if (isRepeating) return chosen.length > 0 && <StatusLine>{NOT_WITH_REPEATING}</StatusLine>

  const open = () => (asks ? setChoosing(true) : pick('files'))
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h3 id={titleId} className={chosen.length === 0 ? 'visually-hidden' : undefined}>
        Comprovantes
      </h3>
      {fields}
      {chosen.length === 0 ? (
        <Button
          ref={adding}
          aria-haspopup={asks ? 'dialog' : undefined}
          onClick={open}
          variant="quiet"
          busy={isBusy}
          className={styles.first ?? ''}
          icon={<IconCamera size={20} stroke={1.75} aria-hidden />}
        >
          Adicionar comprovante
        </Button>
      ) : (
        <ul className={styles.strip}>
          {chosen.map((file) => (
            <ChosenFile
              key={file.id}
              file={file}
              onRemove={() => {
                remove(file.id)
                adding.current?.focus()
              }}
            />
          ))}
          {chosen.length < MAX_ATTACHMENTS && <AddAttachmentItem ref={adding} opensChoice={asks} isBusy={isBusy} onAdd={open} />}
        </ul>
      )}
      <p role="status" className={styles.fine}>
        {isBusy && 'Preparando o comprovante…'}
      </p>
      {problems.length > 0 && (
        <div ref={bringIntoView} className={styles.problems}>
          {problems.map((problem) => (
            <StatusLine key={problem} tone="danger">
              {problem}
            </StatusLine>
          ))}
        </div>
      )}
      {isOver && <DropPaper />}
      {!asks && !isOver && chosen.length < MAX_ATTACHMENTS && <p className={styles.fine}>{DESKTOP_WAYS}</p>}
      <AttachmentChoice
        isRequested={isChoosing}
        onDismissFailure={() => setChoosing(false)}
        open={isChoosing}
        transaction={null}
        onChoose={pick}
        onClose={() => setChoosing(false)}
      />
    </section>
  )
}

/** The foot of the sheet stands over the end of the form. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

/** A receipt that goes along with the transaction. */
function ChosenFile({ file, onRemove }: { file: ChosenAttachment; onRemove: () => void }) {
  const isPhoto = file.type.startsWith('image/')
  const picture = useObjectUrl(isPhoto ? file.content : null)
  return (
    <li className={styles.item}>
      <span className={styles.thumb}>
        {isPhoto ? <img ref={picture} alt="" /> : <IconFileText size={22} stroke={1.75} aria-hidden />}
        <button type="button" className={styles.remove} aria-label={`Tirar ${shortName(file)}`} title="Tirar" onClick={onRemove}>
          <IconX size={16} stroke={2} aria-hidden />
        </button>
      </span>
      <span className={styles.name} title={file.name}>
        {shortName(file)}
      </span>
      <small>
        {formatBytes(file.content.size)}
        <span className="visually-hidden">, {typeName(file.type)}</span>
      </small>
    </li>
  )
}
