import { useEffect, useState, type CSSProperties } from 'react'
import type { Analysis } from '@prumo/shared/analysis'
import { widthInEms } from '../../ui/money-format'
import { aboutReais, reachOf, savingOf } from './result-texts'
import styles from './saving-projection.module.css'

const REVEALED_AFTER_MS = 1_000

interface SavingProjectionProps {
  analysis: Analysis
  /** A sentence about the existing reserve; null without an answer. */
  today: string | null
  /** What is saved already, in centavos: the bars begin with it. */
  saved: number
}

/** Three months of saving compared with the reserve. Appears a second after the number it is based on, in reserved space. */
export function SavingProjection({ analysis, today, saved: initial }: SavingProjectionProps) {
  const { reserveGoal } = analysis
  const projection = analysis.projection.map((saved) => initial + saved)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), REVEALED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])

  const most = Math.max(reserveGoal, ...projection)
  const label = `Projeção de três meses: ${projection.map(aboutReais).join(', ')}. Meta de reserva: ${aboutReais(reserveGoal)}.`
  return (
    <section className={styles.projection} data-shown={isShown} aria-hidden={!isShown}>
      <h2>{savingOf(analysis)}</h2>
      <p>
        {reachOf(analysis, initial)} {today}
      </p>
      <div
        role="img"
        aria-label={label}
        className={styles.chart}
        style={
          { '--goal': reserveGoal / most, '--ems': Math.max(...projection.map((saved) => widthInEms(aboutReais(saved)))) } as CSSProperties
        }
      >
        <p className={styles.goal}>
          <span>Reserva de 3 meses de custos</span>
          <b>{aboutReais(reserveGoal)}</b>
        </p>
        <div className={styles.bars}>
          {projection.map((saved, index) => (
            <div
              key={saved}
              className={styles.bar}
              style={{ '--of': saved / most } as CSSProperties}
              data-last={index === projection.length - 1}
            >
              <b>{aboutReais(saved)}</b>
              <i />
            </div>
          ))}
        </div>
        <div className={styles.months}>
          {projection.map((saved, index) => (
            <span key={saved}>{index + 1}º mês</span>
          ))}
        </div>
      </div>
    </section>
  )
}
