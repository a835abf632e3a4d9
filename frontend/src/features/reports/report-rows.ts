import type { Report } from '@prumo/shared/reports'
import { formatMonth, shortMonthName } from '../../lib/dates'
import type { PlumbRow } from '../../ui/chart/plumb-geometry'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

/** The months of a report as chart rows. All charts align to them. */
export function rowsOf({ monthly }: Report): PlumbRow[] {
  return monthly.map(({ month, income, expense, partial }) => ({
    label: shortMonthName(month),
    name: partial ? `${formatMonth(month)}, até hoje` : formatMonth(month),
    income,
    expense,
    href: `${TRANSACTIONS_SCREEN}?mes=${month}`,
  }))
}
