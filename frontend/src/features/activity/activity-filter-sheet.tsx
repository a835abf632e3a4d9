import type { ActivitySource } from '@prumo/shared/activity-texts'
import type { LiveEntity } from '@prumo/shared/live'
import { Button } from '../../ui/button'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { MonthPicker } from '../../ui/field/month-picker'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import type { ActivityFilterState } from './activity-address'
import styles from './activity-filter-sheet.module.css'

interface ActivityFilterSheetProps {
  open: boolean
  onClose: () => void
  filters: ActivityFilterState
  onChange: (changes: Partial<ActivityFilterState>) => void
  /** Null without active filters. */
  onClear: (() => void) | null
  // Passed as a property: importing it would load it with every screen.
  entityNames: Readonly<Record<LiveEntity, string>>
  sourceNames: Readonly<Record<ActivitySource, string>>
}

/** All filters of the history on a phone. A choice applies at once. */
export default function ActivityFilterSheet({
  open,
  onClose,
  filters,
  onChange,
  onClear,
  entityNames,
  sourceNames,
}: ActivityFilterSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Filtros">
      <div className={styles.fields}>
        <Choice
          legend="O que mudou"
          name="filtro-que"
          none="Tudo"
          names={entityNames}
          value={filters.entity}
          onChange={(entity) => onChange({ entity })}
        />
        <Choice
          legend="De onde veio"
          name="filtro-origem"
          none="De qualquer origem"
          names={sourceNames}
          value={filters.source}
          onChange={(source) => onChange({ source })}
        />
        <div>
          <p className={styles.label} aria-hidden="true">
            Mês
          </p>
          <MonthPicker look="control" none="Todos os meses" month={filters.month} onChange={(month) => onChange({ month })} />
        </div>
      </div>
      <SheetFoot main="last">
        {onClear && (
          <Button variant="quiet" onClick={onClear}>
            Limpar
          </Button>
        )}
        <Button size="lg" onClick={onClose}>
          Ver o histórico
        </Button>
      </SheetFoot>
    </Sheet>
  )
}

interface SheetChoiceProps<T extends string> {
  legend: string
  name: string
  /** The label of the option without a filter. */
  none: string
  names: Readonly<Record<T, string>>
  value: T | null
  onChange: (value: T | null) => void
}

function Choice<T extends string>({ legend, name, none, names, value, onChange }: SheetChoiceProps<T>) {
  const keys = Object.keys(names) as T[]
  return (
    <ChoiceChips
      legend={legend}
      name={name}
      choose="one"
      options={[none, ...keys.map((key) => names[key])]}
      chosen={[value === null ? none : names[value]]}
      onChange={([chosen]) => onChange(keys.find((key) => names[key] === chosen) ?? null)}
    />
  )
}
