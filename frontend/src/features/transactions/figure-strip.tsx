import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatCentavos } from '@prumo/shared/money'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { widthInEms } from '../../ui/money-format'
import styles from './figure-strip.module.css'

export interface StripFigure {
  label: string
  icon?: ReactNode
  /** Null while loading. */
  centavos: number | null
  /** The amount still to be confirmed and its label. Without an amount only the label appears. */
  forecast?: { label: string; centavos?: number; href?: string }
  /** Marks the figure as the result, which is a shortfall when negative. */
  isResult?: boolean
}

interface FigureStripProps {
  label: string
  figures: readonly StripFigure[]
  /** A sentence that says what the figures cover. */
  note?: ReactNode
}

const USUAL_WIDTH = 358

/** A strip of totals, with the result last. */
export function FigureStrip({ label, figures, note }: FigureStripProps) {
  const [ref, { width }] = useMeasuredSize<HTMLElement>(USUAL_WIDTH)
  const ems = Math.max(...figures.map(({ centavos }) => widthInEms(formatCentavos(centavos ?? 0))))
  return (
    <section ref={ref} className={styles.frame} aria-label={label} style={{ '--width': width, '--ems': ems } as CSSProperties}>
      <div className={styles.inner}>
        <dl className={styles.strip}>
          {figures.map((figure) => (
            <div key={figure.label} className={styles.figure} data-result={figure.isResult}>
              <dt>
                {figure.icon}
                {figure.label}
              </dt>
              <dd className={styles.amount} data-short={figure.isResult && figure.centavos !== null && figure.centavos < 0}>
                {figure.centavos === null ? <span className={styles.waiting} /> : formatCentavos(figure.centavos)}
              </dd>
              {figure.forecast && (
                <dd className={styles.forecast}>
                  {figure.forecast.href ? <Link to={figure.forecast.href}>{figure.forecast.label}</Link> : figure.forecast.label}{' '}
                  {figure.forecast.centavos !== undefined && <span className="money">{formatCentavos(figure.forecast.centavos)}</span>}
                </dd>
              )}
            </div>
          ))}
        </dl>
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </section>
  )
}
