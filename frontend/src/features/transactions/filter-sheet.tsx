import type { ReactNode } from 'react'
import { NO_CATEGORY, transactionStates, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { stateNames } from '../../lib/transaction-state-names'
import { Button } from '../../ui/button'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { Segmented, type Segment } from '../../ui/field/segmented'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { attachmentNames, isFiltered, noFilters, type FilterBarProps } from './filters-address'
import { PeriodChoice } from './period-choice'
import styles from './filter-sheet.module.css'

// Passed as properties: importing it would load the whole bar with every screen.
interface FilterSheetProps extends FilterBarProps {
  search: ReactNode
  types: readonly Segment<'all' | TransactionType>[]
  categories: readonly string[]
  /** Empty while there is only one. */
  wallets: readonly Wallet[]
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
        <PeriodChoice period={filters} onChange={onChange} />
        <ChoiceChips
          legend="Status"
          name="filtro-status"
          choose="one"
          options={[ALL, ...transactionStates.map((state) => stateNames[state].many)]}
          chosen={[filters.status ? stateNames[filters.status].many : ALL]}
          onChange={([text]) =>
            onChange({ status: transactionStates.find((state) => stateNames[state].many === text) ?? null }, { replace: true })
          }
        />
        <ChoiceChips
          legend="Comprovante"
          name="filtro-comprovante"
          choose="one"
          options={[ALL, ...Object.values(attachmentNames)]}
          chosen={[filters.attachments ? attachmentNames[filters.attachments] : ALL]}
          onChange={([text]) =>
            onChange(
              { attachments: text === attachmentNames.none ? 'none' : text === attachmentNames.some ? 'some' : null },
              { replace: true },
            )
          }
        />
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
          legend="Categorias"
          name="filtro-categoria"
          choose="many"
          options={[...categories, NO_CATEGORY]}
          chosen={filters.categories.map((name) => name || NO_CATEGORY)}
          onChange={(names) => onChange({ categories: names.map((name) => (name === NO_CATEGORY ? '' : name)) }, { replace: true })}
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

const ALL = 'Todas'

/** `Ver 21 transações` */
export function showButtonText(count: string | null): string {
  if (count === null) return 'Ver transações'
  return count.startsWith('0 ') ? 'Nenhuma transação' : `Ver ${count}`
}
