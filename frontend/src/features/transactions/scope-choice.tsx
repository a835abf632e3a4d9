import type { ReactNode } from 'react'
import styles from './scope-choice.module.css'

/** Whether a change applies to one occurrence or to the later ones too. */
export type RecurrenceScope = 'one' | 'all'

interface ScopeChoiceProps {
  value: RecurrenceScope
  onChange: (scope: RecurrenceScope) => void
  /** The dates that each scope affects. */
  about: Readonly<Record<RecurrenceScope, ReactNode>>
  /** Says what stays unchanged. */
  note: string
}

const names: Readonly<Record<RecurrenceScope, string>> = { one: 'Só esta', all: 'Esta e as próximas' }

/** Two radio buttons, each with the dates it affects. */
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
