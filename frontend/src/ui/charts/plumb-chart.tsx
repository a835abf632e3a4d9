import { useState } from 'react'
import { chartUnitFor, formatInUnit, formatNetInUnit } from '../money/money-format'
import { plumbFrame, type PlumbRow } from './plumb-geometry'
import { PlumbLine } from './plumb-line'
import { PlumbRowBars } from './plumb-row-bars'
import { plumbSentence } from './reading/plumb-sentence'
import { PlumbTable } from './reading/plumb-table'
import { useMeasuredSize } from '../measured-size'
import styles from './plumb-chart.module.css'

const USUAL_WIDTH = 358
const WIDE_TABLE_FROM = 440

/** Money out grows left of the line, money in grows right of it, one row a period, the newest at the bottom. */
export function PlumbChart({ rows }: { rows: readonly PlumbRow[] }) {
  const [asTable, setAsTable] = useState(false)
  const [ref, { width, scale }] = useMeasuredSize<HTMLDivElement>(USUAL_WIDTH)

  const largest = Math.max(...rows.map((row) => Math.max(row.income, row.expense)), 0)
  const unit = chartUnitFor(largest)
  const texts = rows.map((row) => ({
    row,
    expense: formatInUnit(row.expense, unit),
    income: formatInUnit(row.income, unit),
    net: formatNetInUnit(row.income - row.expense, unit),
  }))
  const frame = plumbFrame(width, rows.length, {
    label: Math.max(...rows.map((row) => row.label.length), 0),
    value: Math.max(...texts.map((text) => Math.max(text.expense.length, text.income.length)), 0),
    net: Math.max(...texts.map((text) => text.net.length), 'Sobrou'.length),
  })

  return (
    <div className={styles.chart} ref={ref}>
      {asTable ? (
        <PlumbTable rows={rows} short={width < WIDE_TABLE_FROM} />
      ) : (
        <svg className={styles.drawing} viewBox={`0 0 ${width} ${frame.height}`} height={frame.height * scale} role="img" aria-label={plumbSentence(rows)}>
          <text x={frame.left} y={14} className={styles.heading}>{unit.heading}</text>
          <text x={frame.axis - 10} y={14} textAnchor="end" className={styles.heading}>Saiu</text>
          <text x={frame.axis + 10} y={14} className={styles.heading}>Entrou</text>
          {frame.showsNet && <text x={frame.right} y={14} textAnchor="end" className={styles.heading}>Sobrou</text>}
          {texts.map((text, index) => (
            <PlumbRowBars key={text.row.label + index} {...text} index={index} isCurrent={index === rows.length - 1} frame={frame} largest={largest} />
          ))}
          <PlumbLine axis={frame.axis} height={frame.lineHeight} />
        </svg>
      )}
      <button type="button" className={styles.toggle} data-over={!asTable && frame.axis > 150 ? true : undefined} onClick={() => setAsTable(!asTable)}>
        {asTable ? 'Ver como gráfico' : 'Ver como tabela'}
      </button>
    </div>
  )
}
