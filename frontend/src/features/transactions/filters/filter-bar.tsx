import { IconX } from '@tabler/icons-react'
import { NO_CATEGORY, type TransactionState } from '@prumo/shared/transaction-rules'
import { formatDate } from '../../../lib/dates'
import { Button } from '../../../ui/button/button'
import { MonthPicker } from '../../../ui/month-picker/month-picker'
import { Segmented } from '../../../ui/segmented/segmented'
import { isFiltered, noFilters, type Filters } from './filters-address'
import { SearchField } from './search-field'
import type { ChangeFilters } from './use-filters'
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
