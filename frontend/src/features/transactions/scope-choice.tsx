import type { ReactNode } from 'react'
import styles from './scope-choice.module.css'

/** Whether only one of several is meant, or those after it as well. */
export type RecurrenceScope = 'one' | 'all'

interface ScopeChoiceProps {
  value: RecurrenceScope
  onChange: (scope: RecurrenceScope) => void
  /** What each comes to: dates, and how many. */
  about: Readonly<Record<RecurrenceScope, ReactNode>>
  /** What stays as it is. */
  note: string
}

const names: Readonly<Record<RecurrenceScope, string>> = { one: 'Só esta', all: 'Esta e as próximas' }

/** Two radios, each with what it means. */
export function ScopeChoice({ value, onChange, about, note }: ScopeChoiceProps) {
  return (
    <>
      <fieldset className={styles.choice}>
        <legend className="visually-hidden">O que muda</legend>
        {(['one', 'all'] as const).map((scope) => (
          <label key={scope}>
            <input type="radio" name="scope" value={scope} checked={value === scope} onChange={() => onChange(scope)} />
            <b>{names[scope]}</b>
            <small>{about[scope]}</small>
          </label>
        ))}
      </fieldset>
      <p className={styles.note}>{note}</p>
    </>
  )
}
