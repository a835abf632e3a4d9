import { useId, type CSSProperties } from 'react'
import { percentText } from './fund-texts'
import styles from './gauge.module.css'

interface GaugeProps {
  /** 0 to 100. */
  percent: number
  /** For screen readers: `48,3 por cento, R$ 4.350 de R$ 9.000`. */
  text: string
  /** The number of months of expenses in the target; null when the target is not based on them. */
  months: number | null
}

/** The progress as a plumb bob: it sinks as money comes in, and touches the ground at 100%. */
export function Gauge({ percent, text, months }: GaugeProps) {
  return (
    <div
      className={styles.gauge}
      role="progressbar"
      aria-label="Reserva de Emergência"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={text}
    >
      <div className={styles.fall} style={at(percent / 100)} aria-hidden="true">
        {months !== null &&
          monthTicks(months).map((tick) => (
            <span key={tick.at} className={styles.tick} style={at(tick.at)} data-last={tick.at === 1}>
              {tick.label}
              {tick.unit && <span className={styles.unit}>{tick.unit}</span>}
            </span>
          ))}
        <span className={styles.line} />
        <span className={styles.rest} />
        <Weight />
        <span className={styles.percent}>{percentText(percent)}</span>
      </div>
      <Ground />
    </div>
  )
}

/** The gauge without a bob, while the progress loads. */
export function EmptyGauge() {
  return (
    <div className={styles.gauge}>
      <div className={styles.fall} />
      <Ground />
    </div>
  )
}

function at(place: number): CSSProperties {
  return { '--at': place } as CSSProperties
}

/** The bob, cropped so that its tip is the lower edge of the element. */
function Weight() {
  return (
    <svg className={styles.weight} viewBox="9 8 14 23" focusable="false">
      <rect className={styles.collar} x="12.4" y="8" width="7.2" height="3.2" rx="1" />
      <path
        className={styles.bob}
        d="M9 14.2a1.7 1.7 0 0 1 1.7-1.7h10.6a1.7 1.7 0 0 1 1.7 1.7v3.1c0 .75-.2 1.5-.57 2.15L16 31 9.57 19.45A4.4 4.4 0 0 1 9 17.3z"
      />
    </svg>
  )
}

/** A line with hatching below, the sign for ground in a building plan. */
function Ground() {
  const id = useId()
  return (
    <svg className={styles.ground} width="100%" height="11" aria-hidden="true" focusable="false">
      <pattern id={id} width="8" height="9" patternUnits="userSpaceOnUse" y="2">
        <path d="M-1 9 8 0M7 10l2-2" className={styles.hatch} />
      </pattern>
      <rect y="2" width="100%" height="9" fill={`url(#${id})`} />
      <rect width="100%" height="1.5" className={styles.surface} />
    </svg>
  )
}

interface GaugeTick {
  /** From 0 at the top to 1 on the ground. */
  at: number
  /** Null when the label does not fit. */
  label: number | null
  /** The unit, on one tick only: ` meses`. */
  unit: string | null
}

/** Up to this many ticks all have a label; more would overlap. */
const LABELLED_EACH = 6
const LABELLED_EVERY = 3

/** A tick for each month of expenses in the target, the last one on the ground. */
export function monthTicks(months: number): GaugeTick[] {
  const every = months <= LABELLED_EACH ? 1 : LABELLED_EVERY
  return Array.from({ length: months }, (_, index) => {
    const month = index + 1
    return {
      at: month / months,
      label: month % every === 0 ? month : null,
      unit: month < months ? null : months === 1 ? '\u00a0mês' : '\u00a0meses',
    }
  })
}
