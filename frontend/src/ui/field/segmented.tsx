import type { ReactNode } from 'react'
import styles from './segmented.module.css'

export interface Segment<T extends string> {
  value: T
  label: string
  icon?: ReactNode
}

interface SegmentedProps<T extends string> {
  /** The choice's accessible name. */
  legend: string
  name: string
  segments: readonly Segment<T>[]
  value: T
  onChange: (value: T) => void
  /** As wide as its container, with equal segments. */
  block?: boolean
}

/** Two to four alternatives side by side, one always chosen; one tab stop, arrows change the choice. */
export function Segmented<T extends string>({ legend, name, segments, value, onChange, block = false }: SegmentedProps<T>) {
  return (
    <fieldset className={styles.group} data-block={block} data-count={segments.length}>
      <legend className="visually-hidden">{legend}</legend>
      {segments.map((segment) => (
        <label key={segment.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
          />
          {segment.icon}
          <span data-text={segment.label}>{segment.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
