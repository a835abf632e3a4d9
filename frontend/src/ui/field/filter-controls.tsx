import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { Button } from '../button'
import styles from './filter-controls.module.css'

/** On a phone, the one control behind which a list's filters stand. */
export function OpenFilters({ onOpen }: { onOpen: () => void }) {
  return (
    <Button
      variant="line"
      className={styles.open ?? ''}
      icon={<IconAdjustmentsHorizontal size={20} stroke={1.75} aria-hidden />}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      Filtros
    </Button>
  )
}

/** Where what took a filter away is gone with it, and had the focus: at the first of the list's filters, which stays. */
export function focusFilters(): void {
  document.querySelector<HTMLElement>('[role="search"] :is(input, select, button)')?.focus()
}

/** A filter that is set: it says what it is and can be taken away. */
export function SetFilter({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.set} onClick={() => (onRemove(), focusFilters())}>
      <span className="visually-hidden">Tirar o filtro: </span>
      <span className={styles.text}>{text}</span>
      <IconX size={16} stroke={1.75} aria-hidden />
    </button>
  )
}
