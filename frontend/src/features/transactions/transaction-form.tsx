import { useRef, useState, type ReactNode } from 'react'
import { IconArrowDownLeft, IconArrowUpRight, IconCalendar, IconPlus } from '@tabler/icons-react'
import { MAX_CATEGORY, MAX_TITLE } from '@prumo/shared/limits'
import { transactionCategories, type TransactionType } from '@prumo/shared/transaction-rules'
import { transactionTypeNames, type TransactionDraft } from '../../data/transaction-commands'
import { useOwnCategories } from '../../data/own-categories'
import { today } from '../../lib/dates'
import { sendByKey, useForm, type FieldBinding } from '../../lib/form'
import { AmountField } from '../../ui/field/amount-field'
import { Button } from '../../ui/button'
import { Checkbox } from '../../ui/field/checkbox'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { DateField } from '../../ui/field/date-field'
import { Segmented } from '../../ui/field/segmented'
import { TextField } from '../../ui/field/text-field'
import { RepeatFields } from './repeat-fields'
import {
  canBeScheduled,
  dateOfChoice,
  dayChoices,
  transactionDraftOf,
  emptyValues,
  formRules,
  isAhead,
  scheduledOn,
  unsavedOf,
  type DayChoice,
  type FormValues,
  type RepeatChoice,
} from './transaction-form-values'
import styles from './transaction-form.module.css'

const types = [
  {
    value: 'income',
    label: transactionTypeNames.income,
    icon: <IconArrowDownLeft size={20} stroke={1.75} aria-hidden className={styles.in} />,
  },
  {
    value: 'expense',
    label: transactionTypeNames.expense,
    icon: <IconArrowUpRight size={20} stroke={1.75} aria-hidden className={styles.out} />,
  },
] as const

interface TransactionFormProps {
  /** Under which what is typed is kept for whoever has to sign in again. */
  name: string
  initial: FormValues
  onSave: (draft: TransactionDraft) => void
  onClose: () => void
  /** It was scheduled, and whether it was received has been said. */
  isAnswered?: boolean
  /** It may repeat, and after saving the form can go on with the next one. */
  isNew?: boolean
  /** Whether something is asked before this is saved. Then it stays open. */
  asks?: (draft: TransactionDraft) => boolean
  /** Beside the button. */
  children?: ReactNode
}

/** Type, value, description, category, date: in the order a person tells it. */
export function TransactionForm({
  name,
  initial,
  onSave,
  onClose,
  isAnswered = false,
  isNew = false,
  asks,
  children,
}: TransactionFormProps) {
  const form = useForm<FormValues>(initial, formRules, unsavedOf, name)
  const [said, setSaid] = useState('')
  // A second tap, while the sheet closes, is no second transaction.
  const isSaved = useRef(false)
  const { values, field } = form

  function changeType(type: TransactionType): void {
    if (values.category !== null) setSaid('A categoria foi limpa: cada tipo tem as suas.')
    field('type').onChange(type)
    field('category').onChange(null)
  }

  function save(valid: FormValues): void {
    if (isSaved.current || asks?.(transactionDraftOf(valid))) return
    isSaved.current = true
    onSave(transactionDraftOf(valid))
    onClose()
  }

  function saveAndGoOn(valid: FormValues): void {
    if (isSaved.current) return
    onSave(transactionDraftOf(valid))
    form.reset({ ...emptyValues(today()), type: valid.type, day: valid.day, date: valid.date, isScheduled: valid.isScheduled })
    setSaid(`${valid.description.trim()}: pronto. Agora a próxima.`)
    document.querySelector<HTMLElement>('[name="amount"]')?.focus()
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => sendByKey(event, form.submit(isNew ? saveAndGoOn : save))}
    >
      <Segmented legend="Tipo" name="type" segments={types} value={values.type} onChange={changeType} block />
      <AmountField field={field('amount')} label={values.repeats === 'Parcelado' ? 'Valor total' : 'Valor'} large autoFocus />
      <TextField field={field('description')} label="Descrição" maxLength={MAX_TITLE} autoComplete="off" />
      <CategoryFields key={values.type} field={field('category')} type={values.type} />
      <p role="status" className={styles.said}>
        {said}
      </p>
      <WhenFields field={field} values={values} originallyScheduled={initial.isScheduled} isAnswered={isAnswered} />
      {isNew && <RepeatFields field={field} values={values} />}
      <div className={styles.save}>
        <Button type="submit" variant="signal" size="lg" block>
          {values.repeats === 'Parcelado' ? `Salvar ${values.count} parcelas` : 'Salvar'}
        </Button>
        {children}
      </div>
      {isNew && (
        <p className={styles.hint}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> salva e abre outra
        </p>
      )}
    </form>
  )
}

const OWN = 'Criar categoria'

interface CategoryFieldsProps {
  field: FieldBinding<string | null>
  type: TransactionType
}

/** The categories of the type, those that the person named, the one it has if that is another, or a new one. Keyed by the type. */
function CategoryFields({ field, type }: CategoryFieldsProps) {
  const own = useOwnCategories()
  const offered = [...new Set<string>([...transactionCategories[type], ...own])]
  const [present] = useState(field.value)
  const [creating, setCreating] = useState(false)
  const isOwn = creating && field.value !== null

  function choose(category: string | undefined): void {
    setCreating(category === OWN)
    field.onChange(category === OWN ? '' : (category ?? null))
  }

  return (
    <>
      <ChoiceChips
        legend="Categoria"
        optional
        name="category"
        choose="one"
        options={[...(present && !offered.includes(present) ? [present] : []), ...offered, OWN]}
        chosen={isOwn ? [OWN] : field.value === null ? [] : [field.value]}
        onChange={([category]) => choose(category)}
        icons={{ [OWN]: <IconPlus size={20} stroke={1.75} aria-hidden /> }}
      />
      {isOwn && (
        <div className={styles.own}>
          <TextField field={{ ...field, value: field.value ?? '' }} label="Nome da categoria" maxLength={MAX_CATEGORY} autoComplete="off" />
        </div>
      )}
    </>
  )
}

const whenLegends: Partial<Record<RepeatChoice, string>> = { Não: 'Data', Parcelado: 'Primeira parcela' }

interface WhenFieldsProps {
  field: <K extends keyof FormValues>(name: K) => FieldBinding<FormValues[K]>
  values: FormValues
  originallyScheduled: boolean
  isAnswered: boolean
}

/** The day, most often today or yesterday; from today on, whether it is only expected. */
function WhenFields({ field, values, originallyScheduled, isAnswered }: WhenFieldsProps) {
  const now = today()

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
        legend={whenLegends[values.repeats] ?? 'Primeira vez'}
        name="day"
        choose="one"
        options={dayChoices}
        chosen={[values.day]}
        onChange={([day]) => day && choose(day)}
        icons={{ 'Outra data': <IconCalendar size={20} stroke={1.75} aria-hidden /> }}
      />
      {values.day === 'Outra data' && <DateField field={{ ...field('date'), onChange: changeDate }} label="Dia" />}
      {values.repeats === 'Não' && canBeScheduled(values, now) && (
        <div className={styles.schedule} ref={isAhead(values.date, now) ? intoView : undefined}>
          <Checkbox label="Agendar" checked={values.isScheduled} onChange={field('isScheduled').onChange} name="isScheduled" />
          {!isAnswered && <p>{values.isScheduled ? 'Entra nas contas quando você confirmar.' : 'Entra nas contas desde já.'}</p>}
        </div>
      )}
    </div>
  )
}

/** What was decided for someone is shown to them. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
