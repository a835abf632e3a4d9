import { useRef, type KeyboardEvent } from 'react'
import styles from './tabs.module.css'

export interface TabItem<T extends string> {
  value: T
  label: string
  /** After the label: `2/5`; null reserves its space while it loads. */
  count?: string | null
  /** The count for screen readers. */
  countText?: string
}

interface TabsProps<T extends string> {
  /** The accessible name of the tab list. */
  label: string
  tabs: readonly TabItem<T>[]
  value: T
  onChange: (value: T) => void
  /** The id of the one panel for all tabs. */
  panelId: string
}

const NBSP = '\u00a0'
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** Views of one screen; one tab stop, arrows change the view. */
export function Tabs<T extends string>({ label, tabs, value, onChange, panelId }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)

  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.value === value)
    const step = STEPS[event.key]
    const next = step ? (at + step + tabs.length) % tabs.length : { Home: 0, End: tabs.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(tabs[next]!.value)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus()
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(panelId, tab.value)}
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(tab.value)}
          onKeyDown={move}
        >
          <span className={styles.label} data-text={tab.label}>
            {tab.label}
          </span>{' '}
          {tab.count !== undefined && (
            <span className={styles.count}>
              <span aria-hidden="true">{tab.count ?? NBSP}</span>
              <span className="visually-hidden">{tab.countText}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  )
}

/** The id of a tab, which labels the panel. */
export function tabId(panelId: string, value: string): string {
  return `${panelId}-${value}`
}
