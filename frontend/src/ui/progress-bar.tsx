import type { CSSProperties } from 'react'
import styles from './progress-bar.module.css'

interface ProgressBarProps {
  /** What progresses. */
  label: string
  /** 0 to 100. */
  percent: number
  /** The same in words: `65 por cento, R$ 5.200 de R$ 8.000`. */
  text: string
  /** Where it should be by now, 0 to 100. */
  pace?: number | null
}

/** How far something is, with a mark where it should be today. */
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

/** What the mark means, beside a heading. */
export function PaceKey() {
  return (
    <span className={styles.key}>
      <span className={styles.pace} />
      onde deveria estar hoje
    </span>
  )
}
