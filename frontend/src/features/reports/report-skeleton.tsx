import type { CSSProperties } from 'react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { shortMonthName } from '../../lib/dates'
import { PlumbSample } from '../../ui/chart/plumb-sample'
import { Loading, Skeleton } from '../../ui/skeleton'
import axisLedger from '../../ui/chart/axis-ledger.module.css'
import ledger from './ledger.module.css'
import { ReportPart } from './report-part'

/** The placeholder while the report loads, with the same measures. */
export function ReportSkeleton({ months }: { months: readonly CalendarMonth[] }) {
  return (
    <Loading what="o relatório">
      <ReportPart title="Quanto" isJoined>
        <ol className={`${axisLedger.ledger} ${ledger.ledger}`} style={{ '--axis': '47%' } as CSSProperties}>
          {[0, 1, 2, 3].map((row) => (
            <li key={row} data-last={row === 3}>
              <span className={`${axisLedger.number} ${ledger.number}`}>
                <Skeleton width="4em" height="0.8em" />
              </span>
              <span className={`${axisLedger.words} ${ledger.words}`}>
                <Skeleton width="6em" />
              </span>
            </li>
          ))}
        </ol>
      </ReportPart>
      <ReportPart title="Quando" isJoined>
        <PlumbSample labels={months.map(shortMonthName)} />
      </ReportPart>
      <ReportPart title="Onde">
        <Skeleton height="18rem" />
      </ReportPart>
    </Loading>
  )
}
