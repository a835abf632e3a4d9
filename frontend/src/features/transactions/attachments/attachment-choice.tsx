import type { ReactNode } from 'react'
import { IconCamera, IconChevronRight, IconFileImport, IconPhoto } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { useToday } from '../../../lib/use-today'
import { Button } from '../../../ui/button'
import { formatFlow } from '../../../ui/money-format'
import { Sheet } from '../../../ui/overlay/sheet'
import { shortDay } from '../short-day'
import { LIMITS } from './attachment-texts'
import type { FileSource } from './use-file-picker'
import styles from './attachment-choice.module.css'

interface AttachmentChoiceProps {
  open: boolean
  /** Null for one that is not recorded yet. */
  transaction: Transaction | null
  onChoose: (source: FileSource) => void
  onClose: () => void
}

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

/** On a phone, asks where the receipt comes from. */
export default function AttachmentChoice({ open, transaction, onChoose, onClose }: AttachmentChoiceProps) {
  const now = useToday()
  const way = (source: FileSource, Icon: ReactNode, name: string, formats?: string) => (
    <li>
      <button
        type="button"
        data-autofocus={source === 'camera' || undefined}
        // Opened by the press itself: browsers allow it nowhere else.
        onClick={() => {
          onChoose(source)
          onClose()
        }}
      >
        {Icon}
        <span>
          <b>{name}</b>
          {formats && <small>{formats}</small>}
        </span>
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
  return (
    <Sheet open={open} onClose={onClose} title={transaction ? `Comprovante de ${transaction.description}` : 'Comprovante'}>
      {transaction && (
        <p className={styles.about}>
          {formatFlow(transaction.amount, transaction.type)}, {shortDay(transaction.date, now)}
        </p>
      )}
      <ul className={styles.ways}>
        {way('camera', <IconCamera {...icon} />, 'Tirar foto')}
        {way('gallery', <IconPhoto {...icon} />, 'Escolher da galeria', 'JPEG, PNG ou WebP')}
        {way('files', <IconFileImport {...icon} />, 'Escolher arquivo', 'PDF ou XML da nota')}
      </ul>
      <p className={styles.fine}>{LIMITS}</p>
      <Button variant="quiet" block onClick={onClose}>
        Cancelar
      </Button>
    </Sheet>
  )
}
