import type { ReactNode } from 'react'
import { monthOf } from '@prumo/shared/calendar'
import { NO_CATEGORY, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { MonthPicker } from '../../ui/field/month-picker'
import { Segmented, type Segment } from '../../ui/field/segmented'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { isFiltered, noFilters, type FilterBarProps, type TransactionFilters } from './filters-address'
import styles from './filter-sheet.module.css'

// Passed as properties: importing it would load the whole bar with every screen.
interface FilterSheetProps extends FilterBarProps {
  search: ReactNode
  types: readonly Segment<'all' | TransactionType>[]
  categories: readonly string[]
  /** Empty while there is only one. */
  wallets: readonly Wallet[]
  /** The label of the current month. */
  nowText: string
  open: boolean
  onClose: () => void
}

/** All filters on a phone. A choice applies at once, and the button shows how many transactions remain. */
export default function FilterSheet({
  open,
  onClose,
  filters,
  onChange,
  onExport,
  count,
  search,
  types,
  categories,
  wallets,
  nowText,
}: FilterSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Filtros">
      <div className={styles.fields}>
        <div>
          <p className={styles.label} aria-hidden="true">
            Buscar
          </p>
          {search}
        </div>
        <div>
          <p className={styles.label} aria-hidden="true">
            Tipo
          </p>
          <Segmented
            legend="Tipo"
            name="filtro-tipo"
            segments={types}
            value={filters.type ?? 'all'}
            onChange={(type) => onChange({ type: type === 'all' ? null : type }, { replace: true })}
            block
          />
        </div>
        <MonthChoice month={filters.month} nowText={nowText} onChange={(month) => onChange({ month }, { replace: true })} />
        {wallets.length > 0 && (
          <ChoiceChips
            legend="Conta"
            name="filtro-conta"
            choose="many"
            options={wallets.map(({ name }) => name)}
            chosen={wallets.filter(({ id }) => filters.wallets.includes(id)).map(({ name }) => name)}
            onChange={(names) =>
              onChange({ wallets: wallets.filter(({ name }) => names.includes(name)).map(({ id }) => id) }, { replace: true })
            }
          />
        )}
        <ChoiceChips
          legend="Categoria"
          name="filtro-categoria"
          choose="one"
          options={[ALL_CATEGORIES, ...categories, NO_CATEGORY]}
          chosen={[filters.category === null ? ALL_CATEGORIES : filters.category || NO_CATEGORY]}
          onChange={([category]) =>
            onChange(
              { category: category === ALL_CATEGORIES ? null : category === NO_CATEGORY ? '' : (category ?? null) },
              { replace: true },
            )
          }
        />
      </div>
      <SheetFoot main="last">
        {isFiltered(filters) && (
          <Button variant="quiet" onClick={() => onChange(noFilters, { replace: true })}>
            Limpar
          </Button>
        )}
        <Button
          variant="quiet"
          onClick={() => {
            onClose()
            onExport()
          }}
        >
          Exportar
        </Button>
        <Button size="lg" onClick={onClose}>
          {showButtonText(count)}
        </Button>
      </SheetFoot>
    </Sheet>
  )
}

const ALL_CATEGORIES = 'Todas'

/** `Ver 21 transações` */
export function showButtonText(count: string | null): string {
  if (count === null) return 'Ver transações'
  return count.startsWith('0 ') ? 'Nenhuma transação' : `Ver ${count.charAt(0).toLowerCase()}${count.slice(1)}`
}

const ALL_MONTHS = 'Todos'

/** Offers all months and the current one; any other comes from the calendar. */
function MonthChoice({
  month,
  nowText,
  onChange,
}: {
  month: TransactionFilters['month']
  nowText: string
  onChange: (month: TransactionFilters['month']) => void
}) {
  const now = monthOf(useToday())
  const isOther = month !== null && month !== now
  return (
    <div className={styles.month} data-other={isOther}>
      <ChoiceChips
        legend="Mês"
        name="filtro-mes"
        choose="one"
        options={[ALL_MONTHS, nowText]}
        chosen={isOther ? [] : [month === null ? ALL_MONTHS : nowText]}
        onChange={([choice]) => onChange(choice === ALL_MONTHS ? null : now)}
      />
      <MonthPicker look="control" prompt="Outro mês" month={isOther ? month : null} onChange={onChange} />
    </div>
  )
}
