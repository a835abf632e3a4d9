import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react'
import { Button } from '../button'
import styles from './filter-controls.module.css'

/** On a phone, the button that opens a list's filters. */
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

/** Focuses the list's first filter: the control that removed a filter disappears with it. */
export function focusFilters(): void {
  document.querySelector<HTMLElement>('[role="search"] :is(input, select, button)')?.focus()
}

/** An active filter, with its removal. */
export function SetFilter({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.set} onClick={() => (onRemove(), focusFilters())}>
      <span className="visually-hidden">Tirar o filtro: </span>
      <span className={styles.text}>{text}</span>
      <IconX size={16} stroke={1.75} aria-hidden />
    </button>
  )
}
