import { useEffect, useId, useState } from 'react'
import { usePrefetch } from '../lazy-part'
import { barLength, barPath, chartSpaceProps, ROW, rowMiddle, valueStart, type PlumbFrame, type PlumbRow } from './plumb-geometry'
import { plumbLayout, type PlumbRowText } from './plumb-layout'
import { PlumbLine } from './plumb-sample'
import { plumbSentence, PlumbTable } from './plumb-table'
import { useMeasuredSize } from '../use-measured-size'
import styles from './plumb-chart.module.css'

/** The width of the last chart. The next one usually has the same, and is then rendered only once. */
let usualWidth = 358
const WIDE_TABLE_FROM = 440

interface PlumbChartProps {
  rows: readonly PlumbRow[]
  /** Whether to show the table, if the caller has the toggle; without it the chart has its own. */
  asTable?: boolean
  /** Animates the bars and the bob once. */
  settles?: boolean
}

/** Expenses grow left of the line, income right of it; one row per period, the newest at the bottom. */
export function PlumbChart({ rows, asTable, settles = false }: PlumbChartProps) {
  const [chosen, setChosen] = useState(false)
  const [ref, { width, scale }] = useMeasuredSize<HTMLDivElement>(usualWidth)
  useEffect(() => void (usualWidth = width), [width])
  const hatch = useId()
  usePrefetch(PlumbTable)
  const { unit, rows: texts, frame, largest } = plumbLayout(rows, width)
  const isTable = asTable ?? chosen
  const isToggled = asTable === undefined

  return (
    <div
      className={styles.chart}
      ref={ref}
      {...chartSpaceProps(frame, rows.length, scale, isToggled)}
      data-table={isTable}
      data-settles={settles}
    >
      {isTable ? (
        <PlumbTable rows={rows} short={width < WIDE_TABLE_FROM} />
      ) : (
        <svg
          className={styles.drawing}
          viewBox={`0 0 ${width} ${frame.height}`}
          height={frame.height * scale}
          role="img"
          aria-label={plumbSentence(rows)}
        >
          <pattern id={hatch} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width={1.5} height={4} />
          </pattern>
          <text x={frame.left} y={14} className={styles.heading}>
            {unit.heading}
          </text>
          <text x={frame.axis - 10} y={14} textAnchor="end" className={styles.heading}>
            Saiu
          </text>
          <text x={frame.axis + 10} y={14} className={styles.heading}>
            Entrou
          </text>
          {frame.showsNet && (
            <text x={frame.right} y={14} textAnchor="end" className={styles.heading}>
              Sobrou
            </text>
          )}
          {texts.map((text, index) => (
            <PlumbRowBars
              key={text.row.label + index}
              {...text}
              index={index}
              isCurrent={index === rows.length - 1}
              frame={frame}
              largest={largest}
              hatch={hatch}
            />
          ))}
          <PlumbLine axis={frame.axis} height={frame.lineEnd} />
        </svg>
      )}
      {isToggled && (
        <button type="button" className={styles.toggle} onClick={() => setChosen(!chosen)}>
          {isTable ? 'Ver como gráfico' : 'Ver como tabela'}
        </button>
      )}
    </div>
  )
}

interface PlumbRowBarsProps extends PlumbRowText {
  index: number
  isCurrent: boolean
  frame: PlumbFrame
  largest: number
  /** The fill of printed expenses. */
  hatch: string
}

/** The distance of the baseline below the middle of a row. */
const BASELINE = 4.5

function PlumbRowBars({ row, expense, income, net, index, isCurrent, frame, largest, hatch }: PlumbRowBarsProps) {
  const middle = rowMiddle(index)
  const out = barLength(row.expense, largest, frame.reach)
  // By the rounded text, which may be zero for an exact net below zero.
  const isShort = net.startsWith('-')
  const inward = barLength(row.income, largest, frame.reach)
  return (
    <g className={isCurrent ? styles.current : styles.past}>
      {isCurrent && <rect x={0} y={middle - ROW / 2} width={frame.width} height={ROW} rx={7} className={styles.band} />}
      {out > 0 && <path className={styles.out} d={barPath(frame.axis, middle, out, -1)} />}
      {out > 0 && <path className={styles.hatched} fill={`url(#${hatch})`} d={barPath(frame.axis, middle, out, -1)} />}
      {inward > 0 && <path className={styles.in} d={barPath(frame.axis, middle, inward, 1)} />}
      <text x={frame.left} y={middle + BASELINE}>
        {row.label}
      </text>
      <text x={valueStart(frame.axis, out, -1)} y={middle + BASELINE} textAnchor="end" className={styles.value}>
        {expense}
      </text>
      <text x={valueStart(frame.axis, inward, 1)} y={middle + BASELINE} className={styles.value}>
        {income}
      </text>
      {frame.showsNet && (
        <text x={frame.right} y={middle + BASELINE} textAnchor="end" className={isShort ? styles.short : styles.net}>
          {net}
        </text>
      )}
    </g>
  )
}
