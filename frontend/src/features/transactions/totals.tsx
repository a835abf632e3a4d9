import { useMemo } from 'react'
import { formatPlainCentavos } from '@prumo/shared/money'
import { NO_CATEGORY, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Summary } from '@prumo/shared/transactions'
import type { QueryResult } from '../../data/optimistic-query'
import { useSummary } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { formatDate, formatMonth } from '../../lib/dates'
import { stateNames } from '../../lib/transaction-state-names'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { attachmentNames, queryOf, type TransactionFilters } from './filters-address'
import type { ExpectedSums } from './register'
import { TotalsFoot } from './totals-foot'
import { TotalsLine } from './totals-line'

interface TotalsProps {
  reading: QueryResult<Summary>
  filters: TransactionFilters
  /** What is not confirmed yet; in none of the totals. */
  expected: ExpectedSums | null
}

/** Receitas, Despesas and Saldo of the settled transactions that match the filters: on a phone above the list, else its foot. */
export function Totals({ reading, filters, expected }: TotalsProps) {
  const { data: summary, isFailed, retry } = reading
  const narrow = useNarrow()
  const { walletName, hasSeveral } = useWallets()
  const transfers = useTransferCount(filters, hasSeveral)
  if (isFailed) return <LoadFailure what="os totais" onRetry={retry} />

  const label = totalsLabel(filters, walletName)
  const isOfWallets = filters.wallets.length > 0
  if (narrow) {
    const moved = summary && transfersText(summary, transfers, isOfWallets)
    return <TotalsLine label={label} summary={summary} expected={expected} note={moved ? `${moved}, fora das somas` : null} />
  }
  return <TotalsFoot label={label} summary={summary} note={summary ? compositionText(summary, transfers, isOfWallets) : ''} />
}

const plain = new Intl.NumberFormat('pt-BR')

/** `34 realizadas e 3 entre contas, fora das somas`: says what the totals include and exclude. */
export function compositionText(summary: Summary, transfers = 0, isOfWallets = false): string {
  const count = summary.count - transfers
  const settled = count === 0 ? 'nenhuma realizada' : count === 1 ? '1 realizada' : `${plain.format(count)} realizadas`
  const moved = transfersText(summary, transfers, isOfWallets)
  return moved === null ? settled : `${settled} e ${moved}, fora das somas`
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
  const { month, from, to, type, categories, status, search, wallets, attachments } = filters
  const range =
    from && to ? `de ${formatDate(from)} a ${formatDate(to)}` : from ? `desde ${formatDate(from)}` : to ? `até ${formatDate(to)}` : null
  const period = month ? `de ${formatMonth(month)}` : range ? null : 'de todos os meses'
  const narrower = [
    type && typeWords[type],
    categoriesText(categories),
    status && stateNames[status].many.toLowerCase(),
    wallets.length > 0 && `em ${wallets.map(walletName).join(' e ')}`,
    attachments && attachmentNames[attachments].toLowerCase(),
    search && `com “${search}”`,
  ]
  return [period, range, ...narrower].filter(Boolean).join(', ')
}

/** `categoria Aluguel`, `categorias Vendas e Outros`, `sem categoria`; null for all. */
function categoriesText(categories: readonly string[]): string | null {
  const [only] = categories
  if (only === undefined) return null
  if (categories.length === 1) return only ? `categoria ${only}` : NO_CATEGORY.toLowerCase()
  return `categorias ${categories.map((name) => name || NO_CATEGORY.toLowerCase()).join(' e ')}`
}
