import { useState } from 'react'
import { IconArrowDownLeft, IconArrowsRightLeft, IconArrowUpRight, IconCalendar, IconMinus, IconPlus } from '@tabler/icons-react'
import { isCalendarDate, type CalendarDate } from '@prumo/shared/calendar'
import { MAX_CATEGORY } from '@prumo/shared/limits'
import { formatCentavos, formatPlainCentavos } from '@prumo/shared/money'
import { MAX_INSTALMENTS, MIN_INSTALMENTS, type DueOccurrence } from '@prumo/shared/recurrence-rules'
import { optionalTexts } from '@prumo/shared/transaction-details'
import { transactionCategories, type FlowType } from '@prumo/shared/transaction-rules'
import { planOf } from '../../data/occurrence-steps'
import { transactionTypeNames } from '../../data/transaction-commands'
import { useUsedCategories } from '../../data/used-categories'
import { formatDayOfMonth, weekdayOf } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import type { FieldBinding } from '../../lib/form'
import { Checkbox } from '../../ui/field/checkbox'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { DateField } from '../../ui/field/date-field'
import { TextArea } from '../../ui/field/text-area'
import { TextField } from '../../ui/field/text-field'
import { IconButton } from '../../ui/icon-button'
import { formatFlow } from '../../ui/money-format'
import { firstOf, newPlanOf } from './repeat-plan'
import {
  canBeScheduled,
  dateOfChoice,
  dayChoices,
  isAhead,
  repeatChoices,
  repeatDraftOf,
  scheduledOn,
  transactionDraftOf,
  type DayChoice,
  type RepeatChoice,
  type TransactionFormValues,
} from './transaction-form-values'
import styles from './transaction-fields.module.css'

export const typeSegments = [
  {
    value: 'income',
    label: transactionTypeNames.income,
    icon: <IconArrowDownLeft size={20} stroke={1.75} aria-hidden className={styles.income} />,
  },
  {
    value: 'expense',
    label: transactionTypeNames.expense,
    icon: <IconArrowUpRight size={20} stroke={1.75} aria-hidden className={styles.expense} />,
  },
] as const

/** From the second wallet on. */
export const typeSegmentsWithTransfer = [
  ...typeSegments,
  { value: 'transfer', label: transactionTypeNames.transfer, icon: <IconArrowsRightLeft size={20} stroke={1.75} aria-hidden /> },
] as const

const OWN = 'Criar categoria'

interface CategoryFieldsProps {
  field: FieldBinding<string | null>
  type: FlowType
  /** Where the chosen one comes from, unless the person chose it. */
  origin?: string | null
}

/** Offers the categories of the type, the user's own, the current one if it is neither, and a new one. Needs the type as its key. */
export function CategoryFields({ field, type, origin = null }: CategoryFieldsProps) {
  const used = useUsedCategories(type)
  const offered = [...new Set<string>([...transactionCategories[type], ...used])]
  const [present] = useState(field.value)
  const [creating, setCreating] = useState(false)
  const isOwn = creating && field.value !== null
  // A category that was remembered, suggested or there before.
  const others = [...new Set([present, isOwn ? null : field.value])]
    .filter((each) => each !== null)
    .filter((each) => each !== '' && !offered.includes(each))

  function choose(category: string | undefined): void {
    setCreating(category === OWN)
    // A click on a suggested one confirms it, and only the next one clears it.
    const cleared = origin === null ? null : field.value
    field.onChange(category === OWN ? '' : (category ?? cleared))
  }

  return (
    <div className={styles.category}>
      <ChoiceChips
        legend="Categoria"
        optional
        name="category"
        choose="one"
        options={[...others, ...offered, OWN]}
        chosen={isOwn ? [OWN] : field.value === null ? [] : [field.value]}
        onChange={([category]) => choose(category)}
        icons={{ [OWN]: <IconPlus size={20} stroke={1.75} aria-hidden /> }}
      />
      {origin && <p className={styles.origin}>{origin}</p>}
      {isOwn && (
        <div className={styles.own}>
          <TextField field={{ ...field, value: field.value ?? '' }} label="Nome da categoria" maxLength={MAX_CATEGORY} autoComplete="off" />
        </div>
      )}
    </div>
  )
}

/** A note on the transaction; empty it is none. */
export function NoteField({ field }: { field: FieldBinding<string | null> }) {
  const { label, max } = optionalTexts.note
  return (
    <TextArea
      field={{ ...field, value: field.value ?? '', onChange: (note) => field.onChange(note || null) }}
      label={label}
      optional
      placeholder={`Até ${max} letras`}
      rows={2}
      maxLength={max}
    />
  )
}

interface FieldsProps {
  field: <K extends keyof TransactionFormValues>(name: K) => FieldBinding<TransactionFormValues[K]>
  values: TransactionFormValues
}

function legendOf({ repeats, paid }: TransactionFormValues): string {
  if (repeats === 'Não') return 'Data'
  if (repeats !== 'Parcelado') return 'Primeira vez'
  return paid === 0 ? 'Primeira parcela' : 'Próxima parcela'
}

interface WhenFieldsProps extends FieldsProps {
  originallyScheduled: boolean
  isAnswered: boolean
}

/** The date, with shortcuts for today and yesterday. From today on, offers to schedule the transaction. */
export function WhenFields({ field, values, originallyScheduled, isAnswered }: WhenFieldsProps) {
  const now = useToday()
  const isToCome = values.isScheduled || values.repeats !== 'Não'

  function changeDate(date: string): void {
    field('date').onChange(date)
    field('isScheduled').onChange(scheduledOn(date, values.date, now, values.isScheduled, originallyScheduled))
  }

  function choose(day: DayChoice): void {
    field('day').onChange(day)
    changeDate(dateOfChoice(day, values.date, now))
  }

  return (
    <div className={styles.when}>
      <ChoiceChips
        legend={legendOf(values)}
        name="day"
        choose="one"
        options={dayChoices}
        chosen={[values.day]}
        onChange={([day]) => day && choose(day)}
        icons={{ 'Outra data': <IconCalendar size={20} stroke={1.75} aria-hidden /> }}
      />
      {values.day === 'Outra data' && (
        <DateField field={{ ...field('date'), onChange: changeDate }} label="Dia" direction={isToCome ? 'next' : 'nearest'} />
      )}
      {values.repeats === 'Não' && canBeScheduled(values, now) && (
        <div className={styles.schedule} ref={isAhead(values.date, now) ? scrollIntoView : undefined}>
          <Checkbox
            label="Ainda não aconteceu: agendar"
            checked={values.isScheduled}
            onChange={field('isScheduled').onChange}
            name="isScheduled"
          />
          {!isAnswered && values.isScheduled && <p>Entra nos totais quando você confirmar.</p>}
        </div>
      )}
    </div>
  )
}

/** Scrolls to a choice that the form made by itself, so that the person sees it. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

const RECURRING_SHOWN = 3
const INSTALMENTS_SHOWN = 12

/** Whether and how often the transaction repeats, with a live preview of dates and amounts. */
export function RepeatFields({ field, values }: FieldsProps) {
  function chooseRepeat(choice: RepeatChoice): void {
    field('repeats').onChange(choice)
    field('interval').onChange(1)
  }

  return (
    <div className={styles.repeats}>
      <ChoiceChips
        legend="Repete"
        name="repeats"
        choose="one"
        options={repeatChoices}
        chosen={[values.repeats]}
        onChange={([choice]) => choice && chooseRepeat(choice)}
      />
      {values.repeats !== 'Não' && <Ahead values={values} field={field} />}
    </div>
  )
}

function Ahead({ values, field }: FieldsProps) {
  const now = useToday()
  const isParts = values.repeats === 'Parcelado'
  const all = occurrencesAhead(values, isParts ? values.count : RECURRING_SHOWN)
  const shown = all.slice(0, INSTALMENTS_SHOWN)
  const left = values.count - values.paid

  function changeCount(count: number): void {
    field('count').onChange(count)
    if (values.paid >= count) field('paid').onChange(count - 1)
  }

  return (
    <div className={styles.ahead}>
      {isParts && (
        <>
          <NumberField
            label="Parcelas"
            step="Uma parcela"
            words={partsText(left, all)}
            value={values.count}
            range={[MIN_INSTALMENTS, MAX_INSTALMENTS]}
            onChange={changeCount}
          />
          <NumberField
            label="Já pagas"
            step="Uma paga"
            words={values.paid === 0 ? 'Se você já pagou algumas' : `Faltam ${left}`}
            value={values.paid}
            range={[0, values.count - 1]}
            onChange={field('paid').onChange}
          />
        </>
      )}
      <ol className={styles.dates}>
        {shown.map(({ nominal, date, amount, instalment }) => (
          <li key={nominal}>
            {instalment && <span>{`${instalment.number}/${instalment.of}`}</span>}
            <time dateTime={date}>{shortDay(date)}</time>
            {amount > 0 && <span className={`money ${styles[values.type]}`}>{formatFlow(amount, values.type)}</span>}
          </li>
        ))}
      </ol>
      {isParts && left > INSTALMENTS_SHOWN && <p className={styles.hint}>E mais {left - INSTALMENTS_SHOWN}.</p>}
      <p className={styles.hint}>{hintOf(values, now)}</p>
    </div>
  )
}

interface NumberFieldProps {
  label: string
  /** What the buttons add or take away. */
  step: string
  words: string
  value: number
  range: readonly [least: number, most: number]
  onChange: (value: number) => void
}

/** A whole number, typed or changed by one. A number out of range is ignored. */
function NumberField({ label, step, words, value, range: [least, most], onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)

  function type(text: string): void {
    const digits = text.replace(/\D/g, '').slice(0, 3)
    setTyped(digits)
    const number = Number(digits)
    if (digits !== '' && number >= least && number <= most) onChange(number)
  }

  return (
    <div className={styles.count} role="group" aria-label={label}>
      <p>
        <span>{label}</span>
        <small aria-live="polite">{words}</small>
      </p>
      <IconButton
        label={`${step} a menos`}
        icon={<IconMinus size={20} stroke={1.75} aria-hidden />}
        disabled={value <= least}
        onClick={() => onChange(value - 1)}
      />
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <IconButton
        label={`${step} a mais`}
        icon={<IconPlus size={20} stroke={1.75} aria-hidden />}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
      />
    </div>
  )
}

/** `24 × R$ 100,00`; empty without an amount. */
function partsText(left: number, parts: readonly DueOccurrence[]): string {
  return parts[0] ? `${left} × ${instalmentsText(parts.map(({ amount }) => amount))}` : ''
}

/** `R$ 333,34, 333,33, 333,33`; of many only the first and the last. */
function instalmentsText([first = 0, ...rest]: readonly number[]): string {
  const begin = formatCentavos(first)
  if (rest.every((amount) => amount === first)) return begin
  const others = rest.map(formatPlainCentavos)
  return others.length <= 3 ? [begin, ...others].join(', ') : `${begin} a ${others.at(-1)}`
}

/** The first dates of the typed plan. Empty while the date is incomplete or an instalment would be less than a centavo. */
function occurrencesAhead(values: TransactionFormValues, most: number): DueOccurrence[] {
  const repeats = repeatDraftOf(values)
  if (!repeats || !isCalendarDate(values.date)) return []
  return firstOf(planOf(newPlanOf(transactionDraftOf(values), repeats)), most)
}

/** `qui, 10 de dezembro` */
function shortDay(date: string): string {
  return `${weekdayOf(date).slice(0, 3).toLowerCase()}, ${formatDayOfMonth(date, date)}`
}

function hintOf({ repeats, date }: TransactionFormValues, now: CalendarDate): string {
  const waits =
    repeats === 'Parcelado' || date > now ? 'Cada uma espera a sua confirmação.' : 'Cada uma espera a sua confirmação, a primeira também.'
  const isMoved = repeats === 'Parcelado' || repeats === 'Todo mês'
  return isMoved ? `${waits} Fim de semana ou feriado vai para o dia útil seguinte.` : waits
}
