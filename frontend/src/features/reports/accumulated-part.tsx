import { useEffect, useState, type ComponentType } from 'react'
import { formatCentavos } from '@prumo/shared/money'
import type { Report } from '@prumo/shared/reports'
import { formatMonth, monthName } from '../../lib/dates'
import { FigureTable } from '../../ui/chart/figure-table'
import { Skeleton } from '../../ui/skeleton'
import { useMeasuredSize } from '../../ui/use-measured-size'
import { accumulateMonths, pointsOf, speakAccumulated, type AccumulatedMonth } from './accumulated'
import { ReportPart } from './report-part'
import styles from './accumulated-part.module.css'

type AccumulatedDrawing = ComponentType<Parameters<(typeof import('./accumulated-chart'))['default']>[0]>

const USUAL_WIDTH = 728
const HEIGHT = 222

/** The cumulative balance from month to month. */
export function AccumulatedPart({ report }: { report: Report }) {
  const [asTable, setAsTable] = useState(false)
  const { chart, isMissing } = useChart()
  const months = accumulateMonths(report)
  const isTable = asTable || isMissing
  return (
    <ReportPart
      title="Saldo acumulado"
      note={`Mês a mês, desde 1º de ${monthName(report.from)}.`}
      {...(!isMissing && { table: { isShown: asTable, onToggle: () => setAsTable(!asTable) } })}
    >
      {isTable ? <AccumulatedTable months={months} /> : <Drawing months={months} chart={chart} />}
    </ReportPart>
  )
}

/** Loads the chart library. If that fails, the table replaces the chart. */
function useChart(): { chart: AccumulatedDrawing | null; isMissing: boolean } {
  const [chart, setChart] = useState<AccumulatedDrawing | null>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    let isOver = false
    import('./accumulated-chart').then(
      (module) => isOver || setChart(() => module.default),
      () => isOver || setMissing(true),
    )
    return () => void (isOver = true)
  }, [])
  return { chart, isMissing }
}

function Drawing({ months, chart: Chart }: { months: readonly AccumulatedMonth[]; chart: AccumulatedDrawing | null }) {
  const [ref, { width, scale }] = useMeasuredSize<HTMLDivElement>(USUAL_WIDTH)
  const { unit, ...drawn } = pointsOf(months, width)
  return (
    <div ref={ref} className={styles.frame} role="img" aria-label={speakAccumulated(months)}>
      <span className={styles.unit}>{unit}</span>
      {/* The accessible name describes the chart already. */}
      <div aria-hidden="true">
        {Chart ? (
          <Chart {...drawn} width={width * scale} height={HEIGHT * scale} scale={scale} />
        ) : (
          <Skeleton height={`${HEIGHT / 16}rem`} />
        )}
      </div>
    </div>
  )
}

function AccumulatedTable({ months }: { months: readonly AccumulatedMonth[] }) {
  return (
    <FigureTable
      label="Saldo acumulado por mês"
      columns={['Período', 'Sobrou', 'Acumulado']}
      rows={months.map(({ month, net, total }) => ({
        key: month,
        cells: [formatMonth(month), formatCentavos(net), formatCentavos(total)],
        isShort: total < 0,
      }))}
      isByTime
    />
  )
}
