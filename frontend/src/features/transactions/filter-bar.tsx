import { memo, useCallback, useMemo, useState } from 'react'
import { monthOf } from '@prumo/shared/calendar'
import { monthAsOf } from '@prumo/shared/month-names'
import { NO_CATEGORY, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { useUsedCategories } from '../../data/used-categories'
import { useWallets } from '../../data/wallets'
import { useAddress } from '../../lib/address'
import { formatDate } from '../../lib/dates'
import { stateNames } from '../../lib/transaction-state-names'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { focusFilters, OpenFilters, SetFilter } from '../../ui/field/filter-controls'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { MonthPicker } from '../../ui/field/month-picker'
import { PlainSelect } from '../../ui/field/plain-select'
import { Segmented, type Segment } from '../../ui/field/segmented'
import {
  addressOf,
  filtersOf,
  isFiltered,
  noFilters,
  offeredCategories,
  type ChangeTransactionFilters,
  type FilterBarProps,
  type TransactionFilters,
} from './filters-address'
import { SearchField } from './search-field'
import { WalletFilter, walletsText } from './wallet-filter'
import styles from './filter-bar.module.css'

const FilterSheet = lazyPart(() => import('./filter-sheet'), { what: 'os filtros' })

const types = [
  { value: 'all', label: 'Todas' },
  { value: 'income', label: 'Receitas' },
  { value: 'expense', label: 'Despesas' },
] as const
const typesWithTransfer = [...types, { value: 'transfer', label: 'Transferências' }] as const

/** Shows every filter where there is room. On a phone, shows a button that opens them in a sheet, and the active ones as chips. */
export const FilterBar = memo(function FilterBar(props: FilterBarProps) {
  const { filters } = props
  const used = useUsedCategories(filters.type === 'transfer' ? null : filters.type)
  const categories = useMemo(() => offeredCategories(filters, used), [filters, used])
  const { wallets, hasSeveral } = useWallets()
  // With one wallet only a link can have set a filter of wallets.
  const isOffered = hasSeveral || filters.wallets.length > 0
  const bar = { ...props, categories, wallets: isOffered ? wallets : NO_WALLETS, types: isOffered ? typesWithTransfer : types }
  return useNarrow() ? <NarrowBar {...bar} /> : <WideBar {...bar} />
})

const NO_WALLETS: readonly Wallet[] = []

type BarProps = FilterBarProps & {
  categories: readonly string[]
  /** Empty while there is only one. */
  wallets: readonly Wallet[]
  types: readonly Segment<'all' | TransactionType>[]
}

function WideBar({ filters, onChange, count, categories, wallets, types: offered }: BarProps) {
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar transações">
      <SearchField search={filters.search} onSearch={(search) => onChange({ search }, { replace: true })} />
      <div className={styles.types}>
        <Segmented
          legend="Tipo"
          name="tipo"
          segments={offered}
          value={filters.type ?? 'all'}
          onChange={(type) => onChange({ type: type === 'all' ? null : type })}
        />
      </div>
      <MonthPicker look="control" none="Todos os meses" month={filters.month} onChange={(month) => onChange({ month })} />
      <CategoryFilter category={filters.category} categories={categories} onChange={(category) => onChange({ category })} />
      {wallets.length > 0 && (
        <WalletFilter wallets={wallets} chosen={filters.wallets} onChange={(chosen) => onChange({ wallets: chosen })} />
      )}
      <RangeAndStatus filters={filters} onChange={onChange} />
      {isFiltered(filters) && (
        <Button variant="quiet" className={styles.clear ?? ''} onClick={() => (onChange(noFilters), focusFilters())}>
          Limpar
        </Button>
      )}
      <p className={styles.count} role="status">
        {count}
      </p>
    </div>
  )
}

function NarrowBar(props: BarProps) {
  const { filters, onChange, count, wallets, types: offered } = props
  const [isOpen, setOpen] = useState(false)
  const now = useToday()
  const close = () => setOpen(false)
  usePrefetch(FilterSheet)
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar transações">
      <OpenFilters onOpen={() => setOpen(true)} />
      {filters.month && <SetFilter text={monthAsOf(filters.month, now)} onRemove={() => onChange({ month: null })} />}
      {filters.type && (
        <SetFilter text={offered.find(({ value }) => value === filters.type)?.label ?? ''} onRemove={() => onChange({ type: null })} />
      )}
      {filters.wallets.length > 0 && (
        <SetFilter text={walletsText(filters.wallets, wallets) ?? ''} onRemove={() => onChange({ wallets: [] })} />
      )}
      {filters.search && <SetFilter text={`“${filters.search}”`} onRemove={() => onChange({ search: '' })} />}
      {filters.category !== null && <SetFilter text={filters.category || NO_CATEGORY} onRemove={() => onChange({ category: null })} />}
      <RangeAndStatus filters={filters} onChange={onChange} />
      <div className={styles.count}>
        {/* Names the period of the totals when no chip does. */}
        {!filters.month && !filters.from && !filters.to && <p>Todos os meses</p>}
        <p role="status">{count}</p>
      </div>
      <FilterSheet
        isRequested={isOpen}
        onDismissFailure={close}
        open={isOpen}
        onClose={close}
        search={<SearchField large search={filters.search} onSearch={(search) => onChange({ search }, { replace: true })} />}
        nowText={monthAsOf(monthOf(now), now)}
        {...props}
      />
    </div>
  )
}

const ALL = 'todas'
/** Prefixes a category's name, which may be any text, to keep it apart from the fixed options. */
const NAMED = '='

function CategoryFilter({
  category,
  categories,
  onChange,
}: Pick<TransactionFilters, 'category'> & { categories: readonly string[]; onChange: (category: string | null) => void }) {
  const options = [
    [ALL, 'Todas as categorias'] as const,
    ...categories.map((name) => [NAMED + name, name] as const),
    [NAMED, NO_CATEGORY] as const,
  ]
  return (
    <div className={styles.category}>
      <PlainSelect
        label="Categoria"
        value={category === null ? ALL : NAMED + category}
        options={options}
        onChange={(value) => onChange(value === ALL ? null : value.slice(NAMED.length))}
      />
    </div>
  )
}

/** Filters that only a link can set, as removable chips. */
function RangeAndStatus({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  return (
    <>
      {(filters.from || filters.to) && <SetFilter text={rangeText(filters)} onRemove={() => onChange({ from: null, to: null })} />}
      {filters.status && <SetFilter text={stateNames[filters.status].many} onRemove={() => onChange({ status: null })} />}
    </>
  )
}

function rangeText({ from, to }: TransactionFilters): string {
  if (from && to) return `${formatDate(from)} a ${formatDate(to)}`
  return from ? `Desde ${formatDate(from)}` : `Até ${formatDate(to ?? '')}`
}

const plain = new Intl.NumberFormat('pt-BR')

/** `38 transações`; while pages are left to load, a text without a number. */
export function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `Mais de ${plain.format(count)} transações`
  return count === 1 ? '1 transação' : `${plain.format(count)} transações`
}

/** Reads the filters from the URL, with a function that changes them. */
export function useFilters(): [TransactionFilters, ChangeTransactionFilters] {
  const [address, setAddress] = useAddress()
  // Depends on the filters alone, so that other parameters, such as an open form, do not render the list again.
  const text = addressOf(filtersOf(address)).toString()
  const filters = useMemo(() => filtersOf(new URLSearchParams(text)), [text])
  const change: ChangeTransactionFilters = useCallback(
    (changes, how) => setAddress((present) => addressOf({ ...filtersOf(present), ...changes }, present), how),
    [setAddress],
  )
  return [filters, change]
}
