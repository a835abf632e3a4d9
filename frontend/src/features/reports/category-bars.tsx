import { useState, type CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { formatCentavos, formatPercent } from '@prumo/shared/money'
import type { Report, ReportCategory } from '@prumo/shared/reports'
import { transactionTypeNames } from '../../data/transaction-commands'
import { FigureTable } from '../../ui/chart/figure-table'
import { chartUnitFor, formatInUnit, REAL_UNIT, widthInEms } from '../../ui/money-format'
import type { PlumbRow } from '../../ui/chart/plumb-geometry'
import { plumbLayout } from '../../ui/chart/plumb-layout'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { ReportPart } from './report-part'
import { rowsOfCategory } from './report-rows'
import { leftOutText } from './report-texts'
import axisLedger from '../../ui/chart/axis-ledger.module.css'
import styles from './category-bars.module.css'

/** The largest categories of income and expenses, on the axis of the monthly chart. */
export function CategoryPart({ report, rows }: { report: Report; rows: readonly PlumbRow[] }) {
  const [asTable, setAsTable] = useState(false)
  const rest = leftOutText(report)
  return (
    <ReportPart
      title="Onde"
      note={`${rest ? 'As 8 maiores categorias' : 'As categorias'}, com a parte de cada uma no que entrou ou saiu.`}
      table={{ isShown: asTable, onToggle: () => setAsTable(!asTable) }}
    >
      {asTable ? <CategoryTable report={report} /> : <CategoryBars report={report} rows={rows} />}
      {rest && <p className={styles.rest}>{rest}</p>}
    </ReportPart>
  )
}

const USUAL_WIDTH = 728
const VALUE_PX = 12.5
const GAP = 8

function CategoryBars({ report, rows }: { report: Report; rows: readonly PlumbRow[] }) {
  const [ref, { width }] = useMeasuredSize<HTMLUListElement>(USUAL_WIDTH)
  const { categories } = report
  const { axis } = plumbLayout(rows, width).frame
  const amounts = categories.map(({ total }) => total)
  const largest = Math.max(...amounts, 1)
  const exact = amounts.map((centavos) => formatInUnit(centavos, REAL_UNIT))
  const room = Math.min(axis, width - axis) - GAP * 2
  const needed = (texts: readonly string[]) => Math.max(...texts.map(widthInEms)) * VALUE_PX
  // A bar keeps at least half of its side.
  const unit = needed(exact) <= room / 2 ? REAL_UNIT : chartUnitFor(largest)
  const texts = unit === REAL_UNIT ? exact : amounts.map((centavos) => formatInUnit(centavos, unit))
  const reach = Math.max(24, room - needed(texts))
  const part = (of: ReportCategory, centavos: number) =>
    Math.max(1.5, (centavos / largest) * reach) / (of.type === 'income' ? width - axis : axis)
  return (
    <ul
      ref={ref}
      className={`${axisLedger.axis} ${styles.bars}`}
      aria-label={unit === REAL_UNIT ? 'Categorias, em reais' : `Categorias, em ${unit.heading}`}
      style={{ '--axis': `${(axis / width) * 100}%` } as CSSProperties}
    >
      <li aria-hidden="true" className={styles.heading}>
        <span className={styles.out}>
          {unit !== REAL_UNIT && <span className={styles.unit}>{unit.heading}</span>}
          Saiu
        </span>
        <span className={styles.in}>Entrou</span>
      </li>
      {categories.map((one, index) => {
        const bar = (
          <span className={styles[one.type === 'income' ? 'in' : 'out']}>
            <i style={{ width: `${part(one, amounts[index]!) * 100}%` }} />
            <span className="visually-hidden">
              {one.type === 'income' ? 'entrou' : 'saiu'} {formatCentavos(amounts[index]!)}
            </span>
            <span className={styles.value} aria-hidden="true">
              {texts[index]}
            </span>
          </span>
        )
        const name = (
          <span className={styles[one.type === 'income' ? 'out' : 'in']}>
            <span className={styles.name}>
              <Link to={rowsOfCategory(one, report)}>{one.category}</Link> <small>{formatPercent(one.share)}</small>
            </span>
          </span>
        )
        return (
          <li key={`${one.type} ${one.category}`} data-type={one.type}>
            {one.type === 'income' ? name : bar}
            {one.type === 'income' ? bar : name}
          </li>
        )
      })}
    </ul>
  )
}

function CategoryTable({ report }: { report: Report }) {
  return (
    <FigureTable
      label="Categorias"
      columns={['Categoria', 'Tipo', 'Valor', 'Parte', 'Transações']}
      rows={report.categories.map((one) => ({
        key: `${one.type} ${one.category}`,
        cells: [
          <Link key="rows" to={rowsOfCategory(one, report)}>
            {one.category}
          </Link>,
          transactionTypeNames[one.type],
          formatCentavos(one.total),
          formatPercent(one.share),
          one.count,
        ],
      }))}
    />
  )
}
