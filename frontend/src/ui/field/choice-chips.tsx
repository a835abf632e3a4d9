import type { ReactNode } from 'react'
import styles from './field.module.css'

interface ChoiceChipsProps<T extends string> {
  legend: ReactNode
  optional?: boolean
  name: string
  options: readonly T[]
  /** With `one`, at most one chip can be chosen. */
  choose: 'one' | 'many'
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
  icons?: Partial<Record<T, ReactNode>>
}

/** Chooses from a short list with all options visible. */
export function ChoiceChips<T extends string>({
  legend,
  optional = false,
  name,
  options,
  choose,
  chosen,
  onChange,
  icons,
}: ChoiceChipsProps<T>) {
  function toggle(option: T, on: boolean): void {
    if (choose === 'one') onChange([option])
    else onChange(options.filter((other) => (other === option ? on : chosen.includes(other))))
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>
        {legend}
        {optional && <span className={styles.optional}> (opcional)</span>}
      </legend>
      <div className={styles.chips}>
        {options.map((option) => (
          <label key={option} className={styles.chip}>
            <input
              type={choose === 'one' ? 'radio' : 'checkbox'}
              name={name}
              value={option}
              checked={chosen.includes(option)}
              onChange={(event) => toggle(option, event.target.checked)}
              // An optional choice can be cleared by a second click.
              onClick={() => choose === 'one' && optional && chosen.includes(option) && onChange([])}
            />
            {icons?.[option]}
            <span data-text={option}>{option}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
