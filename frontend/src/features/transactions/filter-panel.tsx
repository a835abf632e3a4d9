import { useEffect, useRef, useState, type ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import { Button } from '../../ui/button'
import { escapeHandledInside } from '../../ui/overlay/escape-handled-inside'
import styles from './filter-panel.module.css'

interface FilterPanelProps {
  /** What it filters by: `Conta`. */
  name: string
  /** What is chosen, in words; null for nothing. */
  text: string | null
  /** The name of the group of choices: `Contas`. */
  group: string
  /** The button that removes the choice. */
  clear: string
  onClear: () => void
  /** The button that closes the panel. */
  done?: string
  /** The choices. Rendered while the panel is open; each applies at once. */
  children: ReactNode
}

/** A filter whose choices open below its button. */
export function FilterPanel({ name, text, group, clear, onClear, done = 'Pronto', children }: FilterPanelProps) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const leave = (event: Event): void => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  const escape = isOpen
    ? {
        ...escapeHandledInside,
        onKeyDown: (event: React.KeyboardEvent) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          close()
        },
      }
    : {}

  return (
    <div ref={frame} className={styles.frame} {...escape}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-active={text !== null}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text !== null && <span className="visually-hidden">{name}: </span>}
        <span className={styles.text}>{text ?? name}</span>
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </button>
      {isOpen && (
        <div className={styles.panel} role="group" aria-label={group}>
          <div className={styles.choices}>{children}</div>
          <div className={styles.foot}>
            <Button variant="quiet" size="sm" onClick={onClear}>
              {clear}
            </Button>
            <Button size="sm" onClick={close}>
              {done}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
