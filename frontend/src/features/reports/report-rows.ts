import type { Report } from '@prumo/shared/reports'
import { TRANSACTIONS_SCREEN } from '../../data/transaction-commands'
import { centavosOf } from '../../lib/centavos'
import { formatMonth, shortMonthName } from '../../lib/dates'
import type { PlumbRow } from '../../ui/plumb-geometry'
import { wholeReais } from '../../ui/whole-reais'

/** The months of a report as its charts show them. Ledger, chart and categories place their line by the same rows. */
export interface ReportRows {
  exact: readonly PlumbRow[]
  /** In whole reais that add up. */
  whole: readonly PlumbRow[]
}

export function rowsOf({ monthly }: Report): ReportRows {
  const exact = monthly.map(({ month, income, expense, partial }): PlumbRow => {
    return {
      label: shortMonthName(month),
      name: partial ? `${formatMonth(month)}, até hoje` : formatMonth(month),
      income: centavosOf(income),
      expense: centavosOf(expense),
      href: `${TRANSACTIONS_SCREEN}?mes=${month}`,
    }
  })
  return { exact, whole: wholeReais(exact) }
}
