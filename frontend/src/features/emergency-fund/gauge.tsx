import { useId, type CSSProperties } from 'react'
import { percentText } from './fund-texts'
import styles from './gauge.module.css'

interface GaugeProps {
  /** 0 to 100. */
  percent: number
  /** The same in words: `48,3 por cento, R$ 4.350 de R$ 9.000`. */
  text: string
  /** How many months of expenses the target is worth; null where that is not what it is made of. */
  months: number | null
}

/** The line hangs, the ground is the target; the weight comes down as money comes in, and touches at 100%. */
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

/** Its place before it is known how far the weight is. */
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

/** The bob, cut to what is seen of it, so that its tip is its lower end. */
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

/** Hatched below its line, as ground is in a building plan. */
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
  /** Only where there is room for it. */
  label: number | null
  /** What is counted, said once: ` meses`. */
  unit: string | null
}

/** Labelled one by one, more would stand too close. */
const LABELLED_EACH = 6
const LABELLED_EVERY = 3

/** A mark for each month of expenses that the target is worth; the last one lies on the ground. */
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
