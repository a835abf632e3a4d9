import { useMemo } from 'react'
import { IconArrowDownLeft, IconArrowUpRight } from '@tabler/icons-react'
import { formatPlainCentavos } from '@prumo/shared/money'
import { NO_CATEGORY, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Summary } from '@prumo/shared/transactions'
import type { QueryResult } from '../../data/optimistic-query'
import { useSummary } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { formatDate, formatMonth } from '../../lib/dates'
import { stateNames } from '../../lib/transaction-state-names'
import { FigureStrip, type StripFigure } from './figure-strip'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { queryOf, rowsAddress, type TransactionFilters } from './filters-address'
import { TotalsLine } from './totals-line'
import styles from './transactions-page.module.css'

/** Receitas, Despesas and Saldo of the transactions that match the filters. */
export function Totals({ reading, filters }: { reading: QueryResult<Summary>; filters: TransactionFilters }) {
  const { data: summary, isFailed, retry } = reading
  const narrow = useNarrow()
  const { walletName, hasSeveral } = useWallets()
  const transfers = useTransferCount(filters, hasSeveral)
  if (isFailed) {
    return (
      <div className={styles.failure}>
        <LoadFailure what="os totais" onRetry={retry} />
      </div>
    )
  }

  // The narrow layout leaves out scheduled amounts: the list below shows them.
  if (narrow) return <TotalsLine label={totalsLabel(filters, walletName)} summary={summary} />

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
  const label = totalsLabel(filters, walletName)
  return (
    <FigureStrip
      label={label}
      figures={figures}
      note={summary ? `${label}: ${compositionText(summary, transfers, filters.wallets.length > 0)}.` : `${label}.`}
    />
  )
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
export function compositionText(summary: Summary, transfers = 0, isOfWallets = false): string {
  const { scheduledIncome, scheduledExpense } = summary
  const count = summary.count - transfers
  const settled = count === 0 ? 'nenhuma realizada' : count === 1 ? '1 realizada' : `${plain.format(count)} realizadas`
  const hasExpected = scheduledIncome + scheduledExpense > 0
  const moved = transfersText(summary, transfers, isOfWallets)
  if (moved === null) return hasExpected ? `${settled}, fora o previsto` : settled
  return hasExpected ? `${settled}; ${moved} e o previsto, fora das somas` : `${settled} e ${moved}, fora das somas`
}

/** `3 entre contas`; of the wallets of a filter `entre contas -1.168,75 e +150,00`. Null without any. */
function transfersText({ transferIn, transferOut }: Summary, count: number, isOfWallets: boolean): string | null {
  if (!isOfWallets) return count === 0 ? null : `${plain.format(count)} entre contas`
  const amounts = [transferOut > 0 && `-${formatPlainCentavos(transferOut)}`, transferIn > 0 && `+${formatPlainCentavos(transferIn)}`]
  const shown = amounts.filter(Boolean)
  return shown.length === 0 ? null : `entre contas ${shown.join(' e ')}`
}

/** How many of the counted transactions are transfers, which are in no sum. */
function useTransferCount(filters: TransactionFilters, hasSeveral: boolean): number {
  const query = useMemo(() => queryOf({ ...filters, type: 'transfer' }), [filters])
  const isAsked = hasSeveral && (filters.type === null || filters.type === 'transfer')
  return useSummary(query, isAsked).data?.count ?? 0
}

const typeWords: Record<TransactionType, string> = { income: 'só receitas', expense: 'só despesas', transfer: 'só transferências' }

/** `Totais de novembro de 2026, só despesas, categoria Aluguel` */
export function totalsLabel(filters: TransactionFilters, walletName: (id: string) => string): string {
  return `Totais ${filterText(filters, walletName)}`
}

/** The filters in words: `de novembro de 2026, só despesas`. */
export function filterText(filters: TransactionFilters, walletName: (id: string) => string): string {
  const { month, from, to, type, category, status, search, wallets } = filters
  const range =
    from && to ? `de ${formatDate(from)} a ${formatDate(to)}` : from ? `desde ${formatDate(from)}` : to ? `até ${formatDate(to)}` : null
  const period = month ? `de ${formatMonth(month)}` : range ? null : 'de todos os meses'
  const narrower = [
    type && typeWords[type],
    category !== null && (category ? `categoria ${category}` : NO_CATEGORY.toLowerCase()),
    status && stateNames[status].many.toLowerCase(),
    wallets.length > 0 && `em ${wallets.map(walletName).join(' e ')}`,
    search && `com “${search}”`,
  ]
  return [period, range, ...narrower].filter(Boolean).join(', ')
}
