import { useId, useState } from 'react'
import { isCalendarDate } from '@prumo/shared/calendar'
import { useToday } from '../../lib/use-today'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { MonthPicker } from '../../ui/field/month-picker'
import type { ChangeTransactionFilters } from './filters-address'
import { namedPeriods, wholeTime, type Period } from './period'
import styles from './period-choice.module.css'

interface PeriodChoiceProps {
  period: Period
  onChange: ChangeTransactionFilters
}

const ALWAYS = 'Todos os meses'
const RANGE = 'De … até'

/** The named periods, any other month, and a range of days. */
export function PeriodChoice({ period: { month, from, to }, onChange }: PeriodChoiceProps) {
  const now = useToday()
  const named = namedPeriods(now)
  const isWhole = month === null && from === null && to === null
  const chosen = isWhole ? ALWAYS : named.find(({ period }) => period.month === month && period.from === from && period.to === to)?.name
  const [isRangeOpen, setRangeOpen] = useState(false)
  const hasRange = isRangeOpen || (chosen === undefined && month === null)

  function choose(name: string | undefined): void {
    setRangeOpen(name === RANGE)
    if (name !== RANGE) onChange(named.find((each) => each.name === name)?.period ?? wholeTime, { replace: true })
    else if (month !== null) onChange(wholeTime, { replace: true })
  }

  return (
    <div className={styles.choice}>
      <ChoiceChips
        legend="Período"
        name="filtro-periodo"
        choose="one"
        options={[ALWAYS, ...named.map(({ name }) => name), RANGE]}
        chosen={hasRange ? [RANGE] : chosen === undefined ? [] : [chosen]}
        onChange={([name]) => choose(name)}
      />
      {hasRange && (
        <div className={styles.range}>
          <Day label="De" date={from} onChange={(day) => onChange({ from: day, month: null }, { replace: true })} />
          <Day label="Até" date={to} onChange={(day) => onChange({ to: day, month: null }, { replace: true })} />
        </div>
      )}
      <MonthPicker
        look="control"
        prompt="Outro mês"
        month={chosen === undefined ? month : null}
        onChange={(other) => {
          setRangeOpen(false)
          onChange({ ...wholeTime, month: other }, { replace: true })
        }}
      />
    </div>
  )
}

function Day({ label, date, onChange }: { label: string; date: string | null; onChange: (date: string | null) => void }) {
  const id = useId()
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={date ?? ''}
        onChange={({ target: { value } }) => (value === '' || isCalendarDate(value)) && onChange(value || null)}
      />
    </p>
  )
}
