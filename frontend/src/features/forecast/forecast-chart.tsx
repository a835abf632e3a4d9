import { useId, type KeyboardEvent, type PointerEvent } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Forecast } from '@prumo/shared/forecast-rules'
import { Bob } from '../../ui/bob'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { BASELINE, datesAt, forecastDrawing, nearestDay, type ForecastDrawing } from './chart-geometry'
import { speakForecast } from './forecast-texts'
import type { ChosenDay } from './use-chosen-day'
import styles from './forecast-chart.module.css'

interface ForecastChartProps {
  forecast: Forecast
  now: CalendarDate
  chosen: ChosenDay
}

const USUAL_WIDTH = 592
const TICK = 7
/** The bob is drawn on a grid of 32 units and hangs from y = 8. */
const BOB = 28
const BOB_SCALE = BOB / 32
const HANGS_AT = 8 * BOB_SCALE

/** The forecast balance with the zero line. A touch or the arrow keys select a day. */
export function ForecastChart({ forecast, now, chosen }: ForecastChartProps) {
  const [ref, { width, scale }] = useMeasuredSize<HTMLDivElement>(USUAL_WIDTH)
  const help = useId()
  const drawing = forecastDrawing(forecast, width, now)
  const { height, left, right, zero, line, band, start, lowest, dates, ends } = drawing

  function choose({ clientX, currentTarget, buttons, pointerType }: PointerEvent<SVGSVGElement>): void {
    if (pointerType === 'mouse' && buttons === 0) return
    const box = currentTarget.getBoundingClientRect()
    chosen.go(nearestDay(((clientX - box.left) / box.width) * width, drawing, chosen.among))
  }

  function press(event: KeyboardEvent): void {
    const move = { ArrowLeft: chosen.before, ArrowRight: chosen.after, Home: chosen.lowest }[event.key]
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (move !== null) chosen.go(move)
  }

  return (
    <div
      ref={ref}
      className={styles.frame}
      tabIndex={0}
      role="region"
      aria-label="Gráfico do saldo previsto"
      aria-describedby={help}
      onKeyDown={press}
    >
      <span id={help} className="visually-hidden">
        As setas vão de um dia com lançamentos a outro; Home, ao menor saldo.
      </span>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${width} ${height}`}
        height={height * scale}
        role="img"
        aria-label={speakForecast(forecast, now)}
        onPointerDown={choose}
        onPointerMove={choose}
      >
        {drawing.scale.map(({ y, text, isZero }) => (
          <g key={y}>
            {!isZero && <path className={styles.hair} d={`M${left} ${y}H${right}`} />}
            <text x={0} y={y + BASELINE}>
              {text}
            </text>
          </g>
        ))}
        {band && <path className={styles.band} d={band} />}
        <Ticks drawing={drawing} />
        <path className={styles.zero} d={`M${left} ${zero}H${right}`} />
        <path className={styles.line} d={line} />
        <Marker drawing={drawing} at={chosen.index} />
        <circle className={styles.dot} cx={left} cy={start.y} r={3.5} />
        {lowest.x > left + 2 && (
          <text x={left + 2} y={start.y + (start.isAbove ? -9 : 19)} className={styles.certain}>
            {start.text}
          </text>
        )}
        <Lowest drawing={drawing} />
        {ends.map(({ y, text, isCertain }) => (
          <text
            key={String(isCertain) + text + y}
            x={width}
            y={y + BASELINE}
            textAnchor="end"
            className={isCertain ? styles.certain : undefined}
          >
            {text}
          </text>
        ))}
        {dates.map(({ x, text, anchor }) => (
          <text key={text} x={x} y={datesAt(height)} textAnchor={anchor}>
            {text}
          </text>
        ))}
        <text x={lowest.date.x} y={datesAt(height)} textAnchor={lowest.date.anchor} className={styles.bold}>
          {lowest.date.text}
        </text>
      </svg>
    </div>
  )
}

/** Ticks of equal size: income above the line, expenses below. */
function Ticks({ drawing: { ticks, zero } }: { drawing: ForecastDrawing }) {
  return ticks.map(({ x, isIncome }) => (
    <path key={`${x} ${isIncome}`} className={isIncome ? styles.in : styles.out} d={`M${x} ${zero}v${isIncome ? -TICK : TICK}`} />
  ))
}

/** Marks the day that the panel describes. */
function Marker({ drawing, at }: { drawing: ForecastDrawing; at: number }) {
  const { points, lowest, zero } = drawing
  const point = points[at]
  if (!point || point.x === lowest.x) return null
  return (
    <g data-chosen>
      <path className={styles.chosen} d={`M${point.x} ${Math.min(point.y, zero)}V${Math.max(point.y, zero)}`} />
      <circle className={styles.ring} cx={point.x} cy={point.y} r={4} />
    </g>
  )
}

/** The string from the balance to the zero line with the bob. A negative balance holds the bob itself. */
function Lowest({ drawing: { lowest, zero } }: { drawing: ForecastDrawing }) {
  const { x, y, amount, isShort } = lowest
  const from = Math.max(y, zero)
  return (
    <>
      <path className={styles.string} d={`M${x} ${y}V${from + 2}`} />
      <circle className={styles.dot} cx={x} cy={y} r={4} />
      <g transform={`translate(${x - BOB / 2} ${from - HANGS_AT + (isShort ? 3 : 0)}) scale(${BOB_SCALE})`}>
        <Bob />
      </g>
      {amount && (
        <text x={amount.x} y={amount.y} textAnchor={amount.anchor} className={styles.bold} data-short={isShort || undefined}>
          {amount.text}
        </text>
      )}
    </>
  )
}
