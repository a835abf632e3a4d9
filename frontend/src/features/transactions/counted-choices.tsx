import { useMemo } from 'react'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { isInWallets, useTransactions } from '../../data/transactions'
import { Checkbox } from '../../ui/field/checkbox'
import { queryOf, type ChangeTransactionFilters, type TransactionFilters } from './filters-address'
import styles from './filter-panel.module.css'

interface ChoicesProps {
  filters: TransactionFilters
  onChange: ChangeTransactionFilters
}

/** The most rows that are counted: one request. */
const MOST_COUNTED = 490

/** The categories as ticks, with how many transactions each has under the other filters; the most used first. */
export function CategoryChoices({ filters, onChange, categories }: ChoicesProps & { categories: readonly string[] }) {
  const rows = useRowsToCount(useMemo(() => ({ ...filters, categories: [] }), [filters]))
  const { categories: chosen } = filters
  const counted = [...categories, ''].map((name) => ({
    name,
    count: rows && rows.filter((row) => row.type !== 'transfer' && (row.category ?? '') === name).length,
  }))
  const inOrder = rows ? counted.toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0)) : counted
  return inOrder.map(({ name, count }) => (
    <Checkbox
      key={name}
      name="categoria"
      label={<Counted text={name || NO_CATEGORY} count={count} />}
      checked={chosen.includes(name)}
      onChange={(on) => onChange({ categories: on ? [...chosen, name] : chosen.filter((each) => each !== name) })}
    />
  ))
}

/** The wallets as ticks. Their counts may add up to more than the list has, because a transfer is in two. */
export function WalletChoices({ filters, onChange, wallets }: ChoicesProps & { wallets: readonly Wallet[] }) {
  const rows = useRowsToCount(useMemo(() => ({ ...filters, wallets: [] }), [filters]))
  const { wallets: chosen } = filters
  return wallets.map(({ id, name }) => (
    <Checkbox
      key={id}
      name={`wallet-${id}`}
      label={<Counted text={name} count={rows && rows.filter((row) => isInWallets(row, [id])).length} />}
      checked={chosen.includes(id)}
      onChange={(on) => onChange({ wallets: on ? [...chosen, id] : chosen.filter((each) => each !== id) })}
    />
  ))
}

function Counted({ text, count }: { text: string; count: number | null }) {
  return (
    <span className={styles.counted}>
      {text}
      {count !== null && <small>{count}</small>}
    </span>
  )
}

/** What other filters leave; null while it loads, and where it is too much to count. */
function useRowsToCount(filters: TransactionFilters) {
  const query = useMemo(() => queryOf(filters), [filters])
  const { data, hasMore, isPrevious } = useTransactions(query, MOST_COUNTED)
  return data && !hasMore && !isPrevious ? data : null
}

/** `Inter`, `2 contas`; null for all. */
export function walletsText(chosen: readonly string[], wallets: readonly Pick<Wallet, 'id' | 'name'>[]): string | null {
  if (chosen.length === 0) return null
  if (chosen.length > 1) return `${chosen.length} contas`
  return wallets.find(({ id }) => id === chosen[0])?.name ?? '1 conta'
}

/** `Aluguel`, `2 categorias`; null for all. */
export function categoriesText(chosen: readonly string[]): string | null {
  if (chosen.length > 1) return `${chosen.length} categorias`
  return chosen[0] === undefined ? null : chosen[0] || NO_CATEGORY
}
