import { formatPercent, formatPlainCentavos } from '@prumo/shared/money'
import { shortMonthName } from '../../lib/dates'
import { Bob } from '../../ui/bob'
import { useNarrow } from '../../ui/media'
import { BOB, measurePlaces, type MeasureInput } from './measure-geometry'
import { formatWhole, roundToHundreds, shortRange } from './mei-texts'
import styles from './measure.module.css'

/** Above 120 % of the limit, the last mark and its label. */
const HEIGHT = 560
const HEIGHT_ON_PHONE = 440
const HEIGHT_OF_SETUP = 430

interface MeasureProps extends Omit<MeasureInput, 'height'> {
  /** What stands at the ceiling: `1º jan`, or the day of the opening. */
  begins: string
  /** Nothing is counted yet. */
  isEmpty?: boolean
  /** Whether the year still runs. */
  isRunning?: boolean
}

/** The year hanging on the line: the ground is the limit, the bob's tip the revenue to date. */
export function Measure({ begins, isEmpty = false, isRunning = true, ...input }: MeasureProps) {
  const narrow = useNarrow()
  const height = isEmpty ? HEIGHT_OF_SETUP : narrow ? HEIGHT_ON_PHONE : HEIGHT
  const places = measurePlaces({ ...input, height })
  const { tip, ground, pace, marks } = places
  const end = marks.at(-1)!.tick
  const bottom = Math.max(end, tip, pace?.ring ?? 0)
  return (
    <div className={styles.measure} style={{ height: Math.max(bottom, places.today + 24, (pace?.label ?? 0) + 10) + 24 }}>
      <i className={styles.ceiling} />
      <span className={styles.begins}>{begins}</span>
      <i className={styles.line} style={{ height: places.lineEnd }} />
      <i className={styles.ahead} style={{ top: tip, height: bottom - tip }} />
      <i className={styles.ground} style={{ top: ground }} />
      <i className={styles.ground} data-dashed style={{ top: end }} />
      <div aria-hidden="true">
        {marks.map(({ percent, amount, tick, label }) => (
          <span key={percent}>
            <i className={styles.tick} style={{ top: tick }} />
            <span className={styles.mark} style={{ top: label }}>
              <b>{percent}%</b>
              {formatWhole(amount).replace(/^R\$\s/, '')}
            </span>
          </span>
        ))}
      </div>
      <svg className={styles.bob} viewBox="0 0 32 32" style={{ top: tip - BOB + 1 }} aria-hidden="true">
        <Bob />
      </svg>
      {places.groundLabel !== null && (
        <span className={styles.aside} style={{ top: places.groundLabel }}>
          limite do ano
        </span>
      )}
      {!isEmpty && (
        <>
          <ol className={styles.months}>
            {places.months.map(({ first, last, revenue, label, tick }) => (
              <li key={first}>
                {tick !== null && <i className={styles.monthTick} style={{ top: tick }} />}
                <span className={styles.month} style={{ top: label }}>
                  <span>{first === last ? shortMonthName(first) : shortRange(first, last).toLowerCase()}</span>
                  <data>{revenue === null ? 'sem dados' : formatPlainCentavos(revenue)}</data>
                </span>
              </li>
            ))}
          </ol>
          <span className={styles.share} style={{ top: places.percentage }}>
            {formatPercent(input.revenue / input.limit)}
            <span className="visually-hidden"> do limite</span>
          </span>
          <span className={styles.today} style={{ top: places.today }}>
            <span>{isRunning ? 'hoje' : 'ano'}</span>
            <data>{formatPlainCentavos(input.revenue)}</data>
          </span>
          {pace && input.projection !== null && (
            <>
              <i className={styles.ring} style={{ top: pace.ring }} />
              <span className={styles.aside} style={{ top: pace.label }}>
                31/12, no ritmo: <b>{formatWhole(roundToHundreds(input.projection)).replace(/^R\$\s/, '')}</b>
              </span>
            </>
          )}
        </>
      )}
    </div>
  )
}
