import { IconMinus, IconPlus } from '@tabler/icons-react'
import { isCalendarDate } from '@prumo/shared/calendar'
import { formatPlainCentavos } from '@prumo/shared/money'
import { MAX_INSTALMENTS, MIN_INSTALMENTS, type DueOccurrence } from '@prumo/shared/recurrence-rules'
import { planOf } from '../../data/recurrence-steps'
import { formatDayOfMonth, today, weekdayOf } from '../../lib/dates'
import type { FieldBinding } from '../../lib/form'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { IconButton } from '../../ui/icon-button'
import { formatFlow } from '../../ui/money-format'
import { firstOf, newPlanOf } from './repeat-plan'
import { repeatChoices, repeatDraftOf, transactionDraftOf, type FormValues } from './transaction-form-values'
import styles from './repeat-fields.module.css'

const RECURRING_SHOWN = 3
const INSTALMENTS_SHOWN = 12

interface RepeatFieldsProps {
  field: <K extends keyof FormValues>(name: K) => FieldBinding<FormValues[K]>
  values: FormValues
}

/** Whether it repeats, and on which days, with what each comes to, as one types. */
export function RepeatFields({ field, values }: RepeatFieldsProps) {
  return (
    <div className={styles.repeats}>
      <ChoiceChips
        legend="Repete"
        name="repeats"
        choose="one"
        options={repeatChoices}
        chosen={[values.repeats]}
        onChange={([choice]) => choice && field('repeats').onChange(choice)}
      />
      {values.repeats !== 'Não' && <Ahead values={values} onCount={field('count').onChange} />}
    </div>
  )
}

function Ahead({ values, onCount }: { values: FormValues; onCount: (count: number) => void }) {
  const isParts = values.repeats === 'Parcelado'
  const shown = occurrencesAhead(values, isParts ? INSTALMENTS_SHOWN : RECURRING_SHOWN)
  return (
    <div className={styles.ahead}>
      {isParts && <Count count={values.count} amounts={shown.map(({ amount }) => amount)} onChange={onCount} />}
      <ol className={styles.dates}>
        {shown.map(({ nominal, date, amount, instalment }) => (
          <li key={nominal}>
            {instalment && <span>{`${instalment.number}/${instalment.of}`}</span>}
            <time dateTime={date}>{shortDay(date)}</time>
            {amount > 0 && <span className={`money ${styles[values.type]}`}>{formatFlow(amount, values.type)}</span>}
          </li>
        ))}
      </ol>
      {isParts && values.count > INSTALMENTS_SHOWN && <p className={styles.hint}>E mais {values.count - INSTALMENTS_SHOWN}.</p>}
      <p className={styles.hint}>{hintOf(values)}</p>
    </div>
  )
}

interface CountProps {
  count: number
  amounts: readonly number[]
  onChange: (count: number) => void
}

function Count({ count, amounts, onChange }: CountProps) {
  const [first = 0] = amounts
  const parts = first === 0 ? '' : `${count} × ${partsWords(count, amounts)}`
  return (
    <div className={styles.count} role="group" aria-label="Parcelas">
      <p>
        <span>Parcelas</span>
        <small aria-live="polite">{parts}</small>
      </p>
      <IconButton
        label="Uma parcela a menos"
        icon={<IconMinus size={20} stroke={1.75} aria-hidden />}
        disabled={count <= MIN_INSTALMENTS}
        onClick={() => onChange(count - 1)}
      />
      <output>{count}</output>
      <IconButton
        label="Uma parcela a mais"
        icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
        disabled={count >= MAX_INSTALMENTS}
        onClick={() => onChange(count + 1)}
      />
    </div>
  )
}

/** `R$ 333,34, 333,33, 333,33`; of many the first and the last. */
function partsWords(count: number, amounts: readonly number[]): string {
  const [first = 0, ...rest] = amounts.map(formatPlainCentavos)
  if (rest.every((amount) => amount === first)) return `R$ ${first}`
  return count <= 4 ? `R$ ${[first, ...rest].join(', ')}` : `R$ ${first} a ${rest.at(-1)}`
}

/** Nothing where the day is only half typed, or there is less than a centavo for each. */
function occurrencesAhead(values: FormValues, most: number): DueOccurrence[] {
  const repeats = repeatDraftOf(values)
  if (!repeats || !isCalendarDate(values.date)) return []
  return firstOf(planOf(newPlanOf(transactionDraftOf(values), repeats)), most)
}

/** `qui, 10 de dezembro` */
function shortDay(date: string): string {
  return `${weekdayOf(date).slice(0, 3).toLowerCase()}, ${formatDayOfMonth(date, date)}`
}

function hintOf({ repeats, date }: FormValues): string {
  const waits =
    repeats === 'Parcelado' || date > today()
      ? 'Cada uma espera a sua confirmação.'
      : 'Cada uma espera a sua confirmação, a primeira também.'
  const isMoved = repeats === 'Parcelado' || repeats === 'Todo mês'
  return isMoved ? `${waits} Fim de semana ou feriado vai para o dia útil seguinte.` : waits
}
