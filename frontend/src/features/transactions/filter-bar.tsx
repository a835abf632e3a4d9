import { memo, useCallback, useMemo, useState } from 'react'
import { NO_CATEGORY, transactionStates, type TransactionState, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { useUsedCategories } from '../../data/used-categories'
import { useWallets } from '../../data/wallets'
import { useAddress } from '../../lib/address'
import { stateNames } from '../../lib/transaction-state-names'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { focusFilters, OpenFilters, SetFilter } from '../../ui/field/filter-controls'
import { PlainSelect } from '../../ui/field/plain-select'
import type { Segment } from '../../ui/field/segmented'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { categoriesText, CategoryChoices, WalletChoices, walletsText } from './counted-choices'
import { FilterPanel } from './filter-panel'
import {
  addressOf,
  attachmentNames,
  filtersOf,
  isFiltered,
  noFilters,
  offeredCategories,
  type ChangeTransactionFilters,
  type FilterBarProps,
  type TransactionFilters,
} from './filters-address'
import { periodText, wholeTime } from './period'
import { PeriodChoice } from './period-choice'
import { SearchField } from './search-field'
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
  const now = useToday()
  const done = showText(count)
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar transações">
      <p className={styles.count} role="status">
        {count}
      </p>
      <div className={styles.filters}>
        <FilterPanel
          name="Período"
          text={periodText(filters, now)}
          group="Período"
          clear="Todos os meses"
          onClear={() => onChange(wholeTime)}
          done={done}
        >
          <PeriodChoice period={filters} onChange={onChange} />
        </FilterPanel>
        <div className={styles.select} data-active={filters.type !== null}>
          <PlainSelect
            label="Tipo"
            value={filters.type ?? 'all'}
            options={offered.map(({ value, label }) => [value, value === 'all' ? 'Tipo' : label])}
            onChange={(type) => onChange({ type: type === 'all' ? null : (type as TransactionType) })}
          />
        </div>
        <div className={styles.select} data-active={filters.status !== null}>
          <PlainSelect
            label="Status"
            value={filters.status ?? 'all'}
            options={[['all', 'Status'], ...transactionStates.map((state) => [state, stateNames[state].many] as const)]}
            onChange={(status) => onChange({ status: status === 'all' ? null : (status as TransactionState) })}
          />
        </div>
        <div className={styles.select} data-active={filters.attachments !== null}>
          <PlainSelect
            label="Comprovante"
            value={filters.attachments ?? 'all'}
            options={[['all', 'Comprovante'], ...Object.entries(attachmentNames)]}
            onChange={(chosen) => onChange({ attachments: chosen === 'all' ? null : (chosen as keyof typeof attachmentNames) })}
          />
        </div>
        {wallets.length > 0 && (
          <FilterPanel
            name="Conta"
            text={walletsText(filters.wallets, wallets)}
            group="Contas"
            clear="Todas"
            onClear={() => onChange({ wallets: [] })}
            done={done}
          >
            <WalletChoices filters={filters} onChange={onChange} wallets={wallets} />
          </FilterPanel>
        )}
        <FilterPanel
          name="Categorias"
          text={categoriesText(filters.categories)}
          group="Categorias"
          clear="Todas"
          onClear={() => onChange({ categories: [] })}
          done={done}
        >
          <CategoryChoices filters={filters} onChange={onChange} categories={categories} />
        </FilterPanel>
        <SearchField search={filters.search} onSearch={(search) => onChange({ search }, { replace: true })} />
        {isFiltered(filters) && (
          <Button variant="quiet" className={styles.clear ?? ''} onClick={() => (onChange(noFilters), focusFilters())}>
            Limpar
          </Button>
        )}
      </div>
    </div>
  )
}

/** `Ver as 13` */
function showText(count: string | null): string {
  const number = /^[\d.]+/.exec(count ?? '')?.[0]
  return number === undefined || number === '0' ? 'Pronto' : number === '1' ? 'Ver a única' : `Ver as ${number}`
}

function NarrowBar(props: BarProps) {
  const { filters, onChange, count, wallets, types: offered } = props
  const [isOpen, setOpen] = useState(false)
  const now = useToday()
  const close = () => setOpen(false)
  usePrefetch(FilterSheet)
  const period = periodText(filters, now)
  const { categories } = filters
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar transações">
      <OpenFilters onOpen={() => setOpen(true)} />
      {period && <SetFilter text={period} onRemove={() => onChange(wholeTime)} />}
      {filters.type && (
        <SetFilter text={offered.find(({ value }) => value === filters.type)?.label ?? ''} onRemove={() => onChange({ type: null })} />
      )}
      {filters.status && <SetFilter text={stateNames[filters.status].many} onRemove={() => onChange({ status: null })} />}
      {filters.attachments && <SetFilter text={attachmentNames[filters.attachments]} onRemove={() => onChange({ attachments: null })} />}
      {filters.wallets.length > 0 && (
        <SetFilter text={walletsText(filters.wallets, wallets) ?? ''} onRemove={() => onChange({ wallets: [] })} />
      )}
      {filters.search && <SetFilter text={`“${filters.search}”`} onRemove={() => onChange({ search: '' })} />}
      {categories.map((name) => (
        <SetFilter
          key={name}
          text={name || NO_CATEGORY}
          onRemove={() => onChange({ categories: categories.filter((each) => each !== name) })}
        />
      ))}
      <div className={styles.count}>
        {/* Names the period of the totals when no chip does. */}
        {!period && <p>Todos os meses</p>}
        <p role="status">{count}</p>
      </div>
      <FilterSheet
        isRequested={isOpen}
        onDismissFailure={close}
        open={isOpen}
        onClose={close}
        search={<SearchField large search={filters.search} onSearch={(search) => onChange({ search }, { replace: true })} />}
        {...props}
      />
    </div>
  )
}

const plain = new Intl.NumberFormat('pt-BR')

/** `38 transações` */
export function countText(count: number): string {
  return count === 1 ? '1 transação' : `${plain.format(count)} transações`
}

/** `475 realizadas`: what is known of a list of which too much is open to be counted. */
export function settledText(count: number): string {
  return count === 1 ? '1 realizada' : `${plain.format(count)} realizadas`
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
