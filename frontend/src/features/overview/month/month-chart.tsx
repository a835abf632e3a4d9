import type { CalendarMonth } from '@prumo/shared/calendar'
import { formatMonth, shortMonthName } from '../../../lib/dates'
import { PlumbChart } from '../../../ui/charts/plumb-chart'
import type { MonthFigures } from './month-words'
import { rowsOfMonth } from './rows-of-month'

/** When: the months up to the one that is spoken of. */
export function MonthChart({ months, figures }: { months: readonly CalendarMonth[]; figures: readonly MonthFigures[] }) {
  return (
    <PlumbChart
      rows={months.map((month, index) => ({
        label: shortMonthName(month),
        name: formatMonth(month),
        income: figures[index]?.income ?? 0,
        expense: figures[index]?.expense ?? 0,
        href: rowsOfMonth(month),
      }))}
    />
  )
}
