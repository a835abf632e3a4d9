import { useEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { MonthSummary } from '@prumo/shared/transactions'
import { formatMonth, shortMonthName } from '../../lib/dates'
import { isFirstChartAnimated } from '../../lib/first-transaction'
import { Bob } from '../../ui/bob'
import { plumbSentence, PlumbTable } from '../../ui/chart/plumb-table'
import { usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { chartUnitFor, formatInUnit, formatNetInUnit, REAL_UNIT } from '../../ui/money-format'
import { monthRowsAddress } from './rows-address'
import styles from './month-chart.module.css'

interface MonthChartProps {
  chosen: CalendarMonth
  /** Oldest first. */
  months: readonly MonthSummary[]
  hasBob: boolean
  onChoose: (month: CalendarMonth) => void
}

/** Longer amounts leave too little room for bars, and are written in a larger unit. */
const LONGEST_TEXT = { narrow: 9, wide: 13 } as const

/**
 * The months along the line: a bar opens its transactions, the name those of its month, and the rest of a row chooses the month, as the
 * arrow keys do.
 */
export default function MonthChart({ chosen, months, hasBob, onChoose }: MonthChartProps) {
  const [isTable, setTable] = useState(false)
  const [settles] = useState(isFirstChartAnimated)
  const narrow = useNarrow()
  usePrefetch(PlumbTable)
  const rows = months.map(({ month, income, expense }) => ({
    month,
    label: shortMonthName(month),
    name: formatMonth(month),
    income,
    expense,
    href: monthRowsAddress(month),
  }))
  return (
    <div className={styles.chart} data-settles={settles}>
      {isTable ? (
        <div className={styles.table}>
          <PlumbTable rows={rows} short={narrow} />
        </div>
      ) : (
        <Drawing chosen={chosen} rows={rows} isNarrow={narrow} onChoose={onChoose} />
      )}
      <button type="button" className={styles.toggle} onClick={() => setTable(!isTable)} data-chrome>
        {isTable ? 'Ver como gráfico' : 'Ver como tabela'}
      </button>
      {hasBob && !isTable && (
        <svg className={styles.bob} viewBox="0 0 32 32" aria-hidden>
          <Bob />
        </svg>
      )}
    </div>
  )
}

interface ChartRow {
  month: CalendarMonth
  label: string
  name: string
  income: number
  expense: number
}

interface DrawingProps {
  chosen: CalendarMonth
  rows: readonly ChartRow[]
  isNarrow: boolean
  onChoose: (month: CalendarMonth) => void
}

function Drawing({ chosen, rows, isNarrow, onChoose }: DrawingProps) {
  const largest = Math.max(...rows.map(({ income, expense }) => Math.max(income, expense)), 1)
  const isLong = formatInUnit(largest, REAL_UNIT).length > LONGEST_TEXT[isNarrow ? 'narrow' : 'wide']
  const unit = isLong ? chartUnitFor(largest) : REAL_UNIT
  const longest = Math.max(...rows.flatMap(({ income, expense }) => [income, expense].map((each) => formatInUnit(each, unit).length)))
  const { list, onKeyDown } = useArrowKeys(chosen, rows, onChoose)
  return (
    <div style={{ '--text': `${longest * 0.56 + 0.7}em` } as CSSProperties}>
      {unit !== REAL_UNIT && <p className={styles.unit}>{unit.heading}</p>}
      <div className={styles.rows} role="img" aria-label={plumbSentence(rows)}>
        {rows.map(({ month, label, income, expense }) => {
          const net = formatNetInUnit(income - expense, unit)
          return (
            <div key={month} data-chosen={month === chosen || undefined}>
              <span className={styles.label}>{label}</span>
              <span className={styles.out}>
                <i style={shareOf(expense, largest)} />
                <em>{formatInUnit(expense, unit)}</em>
              </span>
              <span className={styles.in}>
                <i style={shareOf(income, largest)} />
                <em>{formatInUnit(income, unit)}</em>
              </span>
              <span className={styles.net} data-short={net.startsWith('-') || undefined}>
                {net}
              </span>
            </div>
          )
        })}
      </div>
      <ol ref={list} className={styles.links} onKeyDown={onKeyDown} aria-label="Meses">
        {rows.map(({ month, name, income, expense }) => {
          const common = { tabIndex: month === chosen ? 0 : -1, 'data-month': month }
          return (
            <li key={month}>
              <Link {...common} data-part="month" to={monthRowsAddress(month)} aria-label={`Transações de ${name}`} />
              <Link
                {...common}
                data-part="out"
                to={monthRowsAddress(month, 'expense')}
                aria-label={`Saiu em ${name}: ${formatCentavos(expense)}`}
              />
              <Link
                {...common}
                data-part="in"
                to={monthRowsAddress(month, 'income')}
                aria-label={`Entrou em ${name}: ${formatCentavos(income)}`}
              />
              <button
                {...common}
                data-part="net"
                type="button"
                aria-pressed={month === chosen}
                aria-label={`Mostrar ${name}`}
                onClick={() => onChoose(month)}
              />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

/** The length of a bar as a share of the longest; any amount is visible. */
function shareOf(centavos: number, largest: number): CSSProperties {
  return { '--share': centavos === 0 ? 0 : Math.max(0.005, centavos / largest) } as CSSProperties
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }

/** The arrow keys choose the month before or after, and the focus follows it. */
function useArrowKeys(chosen: CalendarMonth, rows: readonly ChartRow[], onChoose: (month: CalendarMonth) => void) {
  const list = useRef<HTMLOListElement>(null)
  const part = useRef<string | null>(null)
  useEffect(() => {
    if (part.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-month="${chosen}"][data-part="${part.current}"]`)?.focus()
    part.current = null
  }, [chosen, rows])

  function onKeyDown(event: KeyboardEvent): void {
    const { part: focused, month } = (event.target as HTMLElement).dataset
    const step = STEPS[event.key]
    const next = rows[rows.findIndex((row) => row.month === month) + (step ?? 0)]
    if (step === undefined || !next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    part.current = focused ?? null
    onChoose(next.month)
  }

  return { list, onKeyDown }
}
