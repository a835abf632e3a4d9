import type { CSSProperties } from 'react'
import { Bob } from '../../ui/bob'
import styles from './analysis-progress.module.css'

/** The progress: the line grows with each step, and the bob hangs at the current one. */
export function AnalysisProgress({ step, steps }: { step: number; steps: number }) {
  return (
    <span className={styles.line} style={{ '--along': (step - 1) / (steps - 1) } as CSSProperties} aria-hidden="true">
      {Array.from({ length: steps }, (_, index) => (
        <i key={index} style={{ '--at': index / (steps - 1) } as CSSProperties} data-ahead={index + 1 > step} />
      ))}
      <span className={styles.done} />
      <svg viewBox="0 0 32 32" className={styles.bob}>
        <Bob />
      </svg>
    </span>
  )
}
