import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { NO_CATEGORY, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Summary } from '@prumo/shared/transactions'
import type { QueryResult } from '../../data/optimistic-query'
import { formatDate, formatMonth } from '../../lib/dates'
import { stateNames } from '../../lib/transaction-state-names'
import { FigureStrip, type StripFigure } from './figure-strip'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { rowsAddress, type TransactionFilters } from './filters-address'
import { TotalsLine } from './totals-line'
import styles from './transactions-page.module.css'

/** Receitas, Despesas and Saldo of the transactions that match the filters. */
export function Totals({ reading, filters }: { reading: QueryResult<Summary>; filters: TransactionFilters }) {
  const { data: summary, isFailed, retry } = reading
  const narrow = useNarrow()
  if (isFailed) {
    return (
      <div className={styles.failure}>
        <LoadFailure what="os totais" onRetry={retry} />
      </div>
    )
  }

  // The narrow layout leaves out scheduled amounts: the list below shows them.
  if (narrow) return <TotalsLine label={totalsLabel(filters)} summary={summary} />

  const income = summary?.scheduledIncome ?? 0
  const expense = summary?.scheduledExpense ?? 0
  const figures: StripFigure[] = [
    {
      label: 'Receitas',
      icon: <IconArrowDownLeft size={18} stroke={1.75} aria-hidden className={styles.in} />,
      centavos: summary?.income ?? null,
      forecast: forecast(income, 'income', filters, !summary),
    },
    {
      label: 'Despesas',
      icon: <IconArrowUpRight size={18} stroke={1.75} aria-hidden className={styles.out} />,
      centavos: summary?.expense ?? null,
      forecast: forecast(expense, 'expense', filters, !summary),
    },
    {
      label: 'Saldo',
      isResult: true,
      centavos: summary?.balance ?? null,
      forecast: summary ? { label: 'Com o previsto', centavos: summary.balance + income - expense } : { label: '' },
    },
  ]
  const label = totalsLabel(filters)
  return <FigureStrip label={label} figures={figures} note={summary ? `${label}: ${compositionText(summary)}.` : `${label}.`} />
}

/** The scheduled amount with a link to its transactions. Without any, a text keeps the height of the line. */
function forecast(
  centavos: number,
  type: TransactionType,
  filters: TransactionFilters,
  isLoading: boolean,
): NonNullable<StripFigure['forecast']> {
  if (isLoading) return { label: '' }
  return centavos > 0
    ? { label: 'Previsto', centavos, href: rowsAddress({ ...filters, status: 'pending', type }) }
    : { label: 'Nada previsto' }
}

const plain = new Intl.NumberFormat('pt-BR')

/** `34 realizadas, fora o previsto`: says what the totals include and exclude. */
export function compositionText({ count, scheduledIncome, scheduledExpense }: Summary): string {
  const settled = count === 0 ? 'nenhuma realizada' : count === 1 ? '1 realizada' : `${plain.format(count)} realizadas`
  return scheduledIncome + scheduledExpense > 0 ? `${settled}, fora o previsto` : settled
}

const typeWords: Record<TransactionType, string> = { income: 'só receitas', expense: 'só despesas', transfer: 'só transferências' }

/** `Totais de novembro de 2026, só despesas, categoria Aluguel` */
export function totalsLabel(filters: TransactionFilters): string {
  return `Totais ${filterText(filters)}`
}

/** The filters in words: `de novembro de 2026, só despesas`. */
export function filterText({ month, from, to, type, category, status, search }: TransactionFilters): string {
  const range =
    from && to ? `de ${formatDate(from)} a ${formatDate(to)}` : from ? `desde ${formatDate(from)}` : to ? `até ${formatDate(to)}` : null
  const period = month ? `de ${formatMonth(month)}` : range ? null : 'de todos os meses'
  const narrower = [
    type && typeWords[type],
    category !== null && (category ? `categoria ${category}` : NO_CATEGORY.toLowerCase()),
    status && stateNames[status].many.toLowerCase(),
    search && `com “${search}”`,
  ]
  return [period, range, ...narrower].filter(Boolean).join(', ')
}
