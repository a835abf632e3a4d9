import { useId, useState, type ReactNode } from 'react'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import type { ActivityEntry } from '@prumo/shared/activity'
import { sourceNames, type ActivitySource } from '@prumo/shared/activity-texts'
import { addDays } from '@prumo/shared/calendar'
import { monthAsOf } from '@prumo/shared/month-names'
import { activityEntities } from '../../data/entities'
import { today } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { mapValues } from '../../lib/map-values'
import { Button } from '../../ui/button'
import { focusFilters, OpenFilters, SetFilter } from '../../ui/field/filter-controls'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { useNarrow } from '../../ui/media'
import { MonthPicker } from '../../ui/field/month-picker'
import { isFiltered, noFilters, type ActivityFilterState } from './activity-address'
import { sentenceParts } from './entry-texts'
import styles from './activity-filters.module.css'

const FilterSheet = lazyPart(() => import('./activity-filter-sheet'), { what: 'os filtros' })

const entityNames = mapValues(activityEntities, ({ label }) => label)

interface ActivityFiltersProps {
  filters: ActivityFilterState
  onChange: (changes: Partial<ActivityFilterState>) => void
  /** Opens the view of a past day. */
  onOpenDay: (day: string) => void
  /** The listed entries; undefined while loading. */
  entries: readonly ActivityEntry[] | undefined
}

/** Shows every filter where there is room. On a phone, shows a button that opens them in a sheet, and the active ones as chips. */
export function ActivityFilters(props: ActivityFiltersProps) {
  return useNarrow() ? <NarrowBar {...props} /> : <WideBar {...props} />
}

function WideBar({ filters, onChange, onOpenDay, entries }: ActivityFiltersProps) {
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar o histórico">
      <Choice
        label="O que mudou"
        value={filters.entity}
        none="Transações, metas, tarefas…"
        names={entityNames}
        onChange={(entity) => onChange({ entity })}
      />
      <Choice<ActivitySource>
        label="De onde veio"
        value={filters.source}
        none="De qualquer origem"
        names={sourceNames}
        onChange={(source) => onChange({ source })}
      />
      <MonthPicker look="control" none="Todos os meses" month={filters.month} onChange={(month) => onChange({ month })} />
      {filters.thing && <SetFilter text={entityName(entries)} onRemove={() => onChange({ thing: null })} />}
      {isFiltered(filters) && (
        <Button variant="quiet" className={styles.clear ?? ''} onClick={() => (onChange(noFilters), focusFilters())}>
          Limpar
        </Button>
      )}
      <PastDayPicker onOpenDay={onOpenDay}>Ver como estava em…</PastDayPicker>
    </div>
  )
}

function NarrowBar({ filters, onChange, onOpenDay, entries }: ActivityFiltersProps) {
  const [isOpen, setOpen] = useState(false)
  const now = useToday()
  const close = () => setOpen(false)
  usePrefetch(FilterSheet)
  return (
    <div className={styles.bar} role="search" aria-label="Filtrar o histórico">
      <OpenFilters onOpen={() => setOpen(true)} />
      {filters.month && <SetFilter text={monthAsOf(filters.month, now)} onRemove={() => onChange({ month: null })} />}
      {filters.entity && <SetFilter text={entityNames[filters.entity]} onRemove={() => onChange({ entity: null })} />}
      {filters.source && <SetFilter text={sourceNames[filters.source]} onRemove={() => onChange({ source: null })} />}
      {filters.thing && <SetFilter text={entityName(entries)} onRemove={() => onChange({ thing: null })} />}
      <PastDayPicker onOpenDay={onOpenDay}>Como estava em…</PastDayPicker>
      <FilterSheet
        isRequested={isOpen}
        onDismissFailure={close}
        open={isOpen}
        onClose={close}
        filters={filters}
        onChange={onChange}
        onClear={isFiltered(filters) ? () => onChange(noFilters) : null}
        entityNames={entityNames}
        sourceNames={sourceNames}
      />
    </div>
  )
}

/** A button that opens the view of yesterday. */
function PastDayPicker({ onOpenDay, children }: { onOpenDay: (day: string) => void; children: string }) {
  return (
    <Button
      variant="line"
      className={styles.look ?? ''}
      icon={<IconCalendar size={18} stroke={1.75} aria-hidden />}
      onClick={() => onOpenDay(addDays(today(), -1))}
    >
      {children}
    </Button>
  )
}

/** The name of a single entity, according to its newest entry. */
function entityName(entries: readonly ActivityEntry[] | undefined): string {
  const named = entries?.find((entry) => sentenceParts(entry).name !== '')
  return named ? sentenceParts(named).name : 'Um item só'
}

interface BarChoiceProps<T extends string> {
  label: string
  value: T | null
  /** The label of the option without a filter. */
  none: string
  names: Readonly<Record<T, string>>
  onChange: (value: T | null) => void
}

/** A native select in the style of the filters beside it. */
function Choice<T extends string>({ label, value, none, names, onChange }: BarChoiceProps<T>): ReactNode {
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
