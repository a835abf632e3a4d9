import type { Report, ReportCategory } from '@prumo/shared/reports'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import { formatMonth, shortMonthName } from '../../lib/dates'
import type { PlumbRow } from '../../ui/chart/plumb-geometry'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

/** The address of the settled transactions of a category over the days of a report. */
export function rowsOfCategory(
  { category, type }: Pick<ReportCategory, 'category' | 'type'>,
  { from, to }: Pick<Report, 'from' | 'to'>,
): string {
  const filters = new URLSearchParams({
    tipo: type === 'income' ? 'receitas' : 'despesas',
    categoria: category === NO_CATEGORY ? '' : category,
    de: from,
    ate: to,
    status: 'realizadas',
  })
  return `${TRANSACTIONS_SCREEN}?${filters.toString()}`
}

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
