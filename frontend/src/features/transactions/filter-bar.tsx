import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useSearchParams } from 'react-router-dom'
import { MAX_TITLE } from '@prumo/shared/limits'
import { NO_CATEGORY, type TransactionState } from '@prumo/shared/transaction-rules'
import { formatDate } from '../../lib/dates'
import { Button } from '../../ui/button'
import { MonthPicker } from '../../ui/month-picker'
import { Segmented } from '../../ui/segmented'
import { addressOf, filtersOf, isFiltered, noFilters, type Filters } from './filters-address'
import styles from './filter-bar.module.css'

const types = [
  { value: 'all', label: 'Todas' },
  { value: 'income', label: 'Receitas' },
  { value: 'expense', label: 'Despesas' },
] as const

const statusNames: Record<TransactionState, string> = { settled: 'Realizadas', pending: 'A confirmar', not_received: 'Não recebidas' }

interface FilterBarProps {
  filters: Filters
  onChange: ChangeFilters
  /** How many there are, in words; null while nobody knows. */
  count: string | null
}

export function FilterBar({ filters, onChange, count }: FilterBarProps) {
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar transações">
      <SearchField search={filters.search} onSearch={(search) => onChange({ search }, { replace: true })} />
      <div className={styles.types}>
        <Segmented legend="Tipo" name="tipo" segments={types} value={filters.type ?? 'all'} onChange={(type) => onChange({ type: type === 'all' ? null : type })} />
      </div>
      <MonthPicker look="control" none="Todos os meses" month={filters.month} onChange={(month) => onChange({ month })} />
      {filters.category !== null && <Narrowing text={filters.category || NO_CATEGORY} onRemove={() => onChange({ category: null })} />}
      {(filters.from || filters.to) && <Narrowing text={rangeText(filters)} onRemove={() => onChange({ from: null, to: null })} />}
      {filters.status && <Narrowing text={statusNames[filters.status]} onRemove={() => onChange({ status: null })} />}
      {isFiltered(filters) && (
        <Button variant="quiet" className={styles.clear ?? ''} onClick={() => onChange(noFilters)}>
          Limpar
        </Button>
      )}
      <p className={styles.count} role="status">
        {count}
      </p>
    </div>
  )
}

/** A filter that came with a link: it says what it is and can be taken away. */
function Narrowing({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.narrowing} onClick={onRemove}>
      <span className="visually-hidden">Tirar o filtro: </span>
      <span className={styles.narrowingText}>{text}</span>
      <IconX size={16} stroke={1.75} aria-hidden />
    </button>
  )
}

function rangeText({ from, to }: Filters): string {
  if (from && to) return `${formatDate(from)} a ${formatDate(to)}`
  return from ? `Desde ${formatDate(from)}` : `Até ${formatDate(to ?? '')}`
}

const TYPING_PAUSE_MS = 250

/** Asks once the typing pauses. */
function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search)
  const asked = useRef(search)
  const ask = useRef(onSearch)

  useEffect(() => {
    ask.current = onSearch
  })

  useEffect(() => {
    // Cleared, or set by another part of the page: not what was asked from here.
    if (search === asked.current) return
    asked.current = search
    setTyped(search)
  }, [search])

  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked.current) return
    const timer = setTimeout(() => {
      asked.current = wanted
      ask.current(wanted)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <label className={styles.search}>
      <IconSearch size={20} stroke={1.75} aria-hidden />
      <span className="visually-hidden">Buscar por descrição ou categoria</span>
      <input
        type="search"
        placeholder="Buscar por descrição ou categoria"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={MAX_TITLE}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}

const plain = new Intl.NumberFormat('pt-BR')

/** `38 transações`; with more still to be read, only that there are more. */
export function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `Mais de ${plain.format(count)} transações`
  return count === 1 ? '1 transação' : `${plain.format(count)} transações`
}

type ChangeFilters = (changes: Partial<Filters>, how?: { replace: boolean }) => void

/** The filters of the address, and a way to change them. */
export function useFilters(): [Filters, ChangeFilters] {
  const [address, setAddress] = useSearchParams()
  const filters = useMemo(() => filtersOf(address), [address])
  const change: ChangeFilters = useCallback(
    (changes, how) => setAddress((present) => addressOf({ ...filtersOf(present), ...changes }, present), how),
    [setAddress],
  )
  return [filters, change]
}
