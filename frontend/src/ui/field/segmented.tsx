import type { ReactNode } from 'react'
import styles from './segmented.module.css'

export interface Segment<T extends string> {
  value: T
  label: string
  icon?: ReactNode
}

interface SegmentedProps<T extends string> {
  /** Names the choice for those who do not see it. */
  legend: string
  name: string
  segments: readonly Segment<T>[]
  value: T
  onChange: (value: T) => void
  /** As wide as its container, every segment equal. */
  block?: boolean
}

/** Two or three alternatives side by side, one of them always chosen; one tab stop, arrows to change. */
export function Segmented<T extends string>({ legend, name, segments, value, onChange, block = false }: SegmentedProps<T>) {
  return (
    <fieldset className={styles.group} data-block={block}>
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
