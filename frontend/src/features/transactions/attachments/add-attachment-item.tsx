import type { Ref } from 'react'
import { IconPhotoPlus } from '@tabler/icons-react'
import styles from './attachment-strip.module.css'

interface AddAttachmentItemProps {
  ref?: Ref<HTMLButtonElement>
  /** It opens a choice of ways first. */
  opensChoice: boolean
  isBusy: boolean
  onAdd: () => void
}

/** The last item of a strip of receipts: adds another one. */
export function AddAttachmentItem({ ref, opensChoice, isBusy, onAdd }: AddAttachmentItemProps) {
  return (
    <li>
      <button
        ref={ref}
        type="button"
        className={styles.item}
        data-add
        aria-haspopup={opensChoice ? 'dialog' : undefined}
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onAdd()}
      >
        <span className={styles.thumb}>
          <IconPhotoPlus size={22} stroke={1.75} aria-hidden />
        </span>
        <span className={styles.name}>
          Adicionar<span className="visually-hidden"> comprovante</span>
        </span>
      </button>
    </li>
  )
}
