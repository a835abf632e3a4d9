import { IconArrowDownLeft } from '@tabler/icons-react'
import { IconArrowUpRight } from '@tabler/icons-react'
import type { CalendarMonth } from '@prumo/shared/calendar'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import { formatMonth } from '../../lib/dates'
import { FigureStrip, type Figure } from '../../ui/figures/figure-strip'
import { LoadFailure } from '../../ui/page/load-failure'
import { centavosOf } from '../../lib/centavos'
import { useSummary } from './calls/read-summary'
import { rowsAddress } from './filters/filters-address'
import styles from './transactions-page.module.css'

/** Receitas, Despesas, Saldo: of the month alone, whatever else narrows the list below. */
export function MonthFigures({ month, narrowed }: { month: CalendarMonth | null; narrowed: boolean }) {
  const { data: summary, isError, refetch } = useSummary(month ? { month } : {})
  if (isError && !summary) {
    return (
      <div className={styles.failure}>
        <LoadFailure what="os totais" onRetry={() => void refetch()} />
      </div>
    )
  }

  const income = centavosOf(summary?.scheduledIncome ?? 0)
  const expense = centavosOf(summary?.scheduledExpense ?? 0)
  const figures: Figure[] = [
    {
      label: 'Receitas',
      icon: <IconArrowDownLeft size={18} stroke={1.75} aria-hidden className={styles.in} />,
      centavos: summary ? centavosOf(summary.income) : null,
      forecast: forecast(income, 'income', month, !summary),
    },
    {
      label: 'Despesas',
      icon: <IconArrowUpRight size={18} stroke={1.75} aria-hidden className={styles.out} />,
      centavos: summary ? centavosOf(summary.expense) : null,
      forecast: forecast(expense, 'expense', month, !summary),
    },
    {
      label: 'Saldo',
      isResult: true,
      centavos: summary ? centavosOf(summary.balance) : null,
      forecast: summary ? { label: 'Com o previsto', centavos: centavosOf(summary.balance) + income - expense } : { label: '' },
    },
  ]
  const period = month ? `de ${formatMonth(month)}` : 'de todos os meses'
  return <FigureStrip label={`Totais ${period}`} figures={figures} note={`Totais ${period}.${narrowed ? ' A busca e os outros filtros não mudam estes valores.' : ''}`} />
}

/** What is scheduled, with the way to its rows. The line keeps its place when there is nothing. */
function forecast(centavos: number, type: TransactionType, month: CalendarMonth | null, isLoading: boolean): NonNullable<Figure['forecast']> {
  if (isLoading) return { label: '' }
  return centavos > 0 ? { label: 'Previsto', centavos, href: rowsAddress({ status: 'pending', type, month }) } : { label: 'Nada previsto' }
}
