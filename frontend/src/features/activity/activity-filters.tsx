import { useId, type ReactNode } from 'react'
import { IconCalendar, IconChevronDown, IconX } from '@tabler/icons-react'
import type { ActivityEntry } from '@prumo/shared/activity'
import { sourceNames, type ActivitySource } from '@prumo/shared/activity-texts'
import { addDays } from '@prumo/shared/calendar'
import type { LiveEntity } from '@prumo/shared/live'
import { today } from '../../lib/dates'
import { Button } from '../../ui/button'
import { MonthPicker } from '../../ui/month-picker'
import { isFiltered, noFilters, type Filters } from './activity-address'
import { sentenceParts } from './entry-words'
import styles from './activity-filters.module.css'

const entityNames: Record<LiveEntity, string> = {
  transaction: 'Transações',
  goal: 'Metas',
  task: 'Tarefas',
  'emergency-fund': 'Reserva',
  account: 'Conta e perfil',
  subscription: 'Assinatura',
}

interface ActivityFiltersProps {
  filters: Filters
  onChange: (changes: Partial<Filters>) => void
  /** Opens a past day. */
  onLook: (day: string) => void
  /** What is listed; undefined while nobody knows. */
  entries: readonly ActivityEntry[] | undefined
}

export function ActivityFilters({ filters, onChange, onLook, entries }: ActivityFiltersProps) {
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar o histórico">
      <Choice label="O que mudou" value={filters.entity} none="Transações, metas, tarefas…" names={entityNames} onChange={(entity) => onChange({ entity })} />
      <Choice<ActivitySource> label="De onde veio" value={filters.source} none="De qualquer origem" names={sourceNames} onChange={(source) => onChange({ source })} />
      <MonthPicker look="control" none="Todos os meses" month={filters.month} onChange={(month) => onChange({ month })} />
      {filters.thing && (
        <button type="button" className={styles.narrowing} onClick={() => onChange({ thing: null })}>
          <span className="visually-hidden">Tirar o filtro: </span>
          <span className={styles.narrowingText}>{nameOfThing(entries)}</span>
          <IconX size={16} stroke={1.75} aria-hidden />
        </button>
      )}
      {isFiltered(filters) && (
        <Button variant="quiet" className={styles.clear ?? ''} onClick={() => onChange(noFilters)}>
          Limpar
        </Button>
      )}
      <Button variant="line" className={styles.look ?? ''} icon={<IconCalendar size={18} stroke={1.75} aria-hidden />} onClick={() => onLook(addDays(today(), -1))}>
        <span>
          <span className={styles.wide}>Ver como</span>
          <span className={styles.narrow}>Como</span> estava em…
        </span>
      </Button>
    </div>
  )
}

/** What the entries of one thing call it, the newest first. */
function nameOfThing(entries: readonly ActivityEntry[] | undefined): string {
  const named = entries?.find((entry) => sentenceParts(entry).name !== '')
  return named ? sentenceParts(named).name : 'Um item só'
}

interface ChoiceProps<T extends string> {
  label: string
  value: T | null
  /** What no choice is called. */
  none: string
  names: Readonly<Record<T, string>>
  onChange: (value: T | null) => void
}

/** The platform's own list, in the look of the filters beside it. */
function Choice<T extends string>({ label, value, none, names, onChange }: ChoiceProps<T>): ReactNode {
  const id = useId()
  return (
    <span className={styles.choice}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select id={id} value={value ?? ''} onChange={(event) => onChange((event.target.value as T) || null)}>
        <option value="">{none}</option>
        {(Object.keys(names) as T[]).map((key) => (
          <option key={key} value={key}>
            {names[key]}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={1.75} aria-hidden />
    </span>
  )
}
