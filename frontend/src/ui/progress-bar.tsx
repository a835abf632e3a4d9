import type { CSSProperties } from 'react'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** The accessible name. */
  label: string
  /** 0 to 100. */
  percent: number
  /** The progress in words: `65 por cento, R$ 5.200 de R$ 8.000`. */
  text: string
  /** The expected progress by now, 0 to 100. */
  pace?: number | null
}

/** A progress bar with a mark at the expected progress. */
export function ProgressBar({ label, percent, text, pace = null }: ProgressBarProps) {
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
    >
      <span className={styles.fill} style={{ width: `${percent}%` }} />
      {pace !== null && <span className={styles.pace} style={{ '--at': `${pace}%` } as CSSProperties} />}
    </div>
  )
}

/** The legend of the mark, beside a heading. */
export function PaceKey() {
  return (
    <span className={styles.key}>
      <span className={styles.pace} />
      onde deveria estar hoje
    </span>
  )
}
