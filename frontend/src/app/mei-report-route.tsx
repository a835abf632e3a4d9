import { lazyPart } from '../ui/lazy-part'

// A chunk apart from the route's own, as for the forecast.
const MonthlyReportPage = lazyPart(() => import('../features/mei/monthly-report-page'), { what: 'o relatório' })

/** The monthly report of the MEI. */
export function Component() {
  return <MonthlyReportPage />
}
