import { useId } from 'react'
import { IconCheck } from '@tabler/icons-react'
import { transactionCategories } from '@prumo/shared/transaction-rules'
import { meiActivities, meiDefaults, type MeiActivity } from '@prumo/shared/mei-rules'
import { useUsedCategories } from '../../data/used-categories'
import type { FieldBinding } from '../../lib/form'
import { activityNames } from '../../lib/fiscal-text'
import { Button } from '../../ui/button'
import { ChoiceChips } from '../../ui/field/choice-chips'
import { DateField } from '../../ui/field/date-field'
import { FieldError } from '../../ui/field/field-frame'
import { Segmented } from '../../ui/field/segmented'
import type { MeiFormValues } from './mei-form-values'
import styles from './mei-fields.module.css'

interface MeiFieldsProps {
  field: <K extends keyof MeiFormValues>(name: K) => FieldBinding<MeiFormValues[K]>
  values: MeiFormValues
  autoFocus?: boolean
}

const activityWords: Readonly<Record<MeiActivity, readonly [does: string, such: string]>> = {
  commerce: ['Revendo mercadorias', activityNames['commerce']!],
  industry: ['Fabrico o que vendo', activityNames['industry']!],
  services: ['Presto serviços', 'Aulas, consertos, atendimento'],
}

const answers = [
  { value: 'no', label: 'Não' },
  { value: 'yes', label: 'Sim' },
] as const

/** Opening, activities and cargo: the three questions. */
export function FirstFields({ field, values, autoFocus = false }: MeiFieldsProps) {
  return (
    <>
      <div className={styles.day}>
        <DateField field={field('openedOn')} label="Quando o MEI foi aberto" direction="past" autoFocus={autoFocus} />
      </div>
      <Activities field={field('activities')} />
      <YesNo legend="Caminhoneiro" name="isCargoDriver" value={values.isCargoDriver} onChange={field('isCargoDriver').onChange} />
    </>
  )
}

function Activities({ field }: { field: FieldBinding<readonly MeiActivity[]> }) {
  const errorId = useId()
  const toggle = (activity: MeiActivity, isOn: boolean) =>
    field.onChange(meiActivities.filter((each) => (each === activity ? isOn : field.value.includes(each))))
  return (
    <fieldset className={styles.activities} aria-describedby={field.error ? errorId : undefined}>
      <legend>
        <span>O que você faz</span>
        <small>Pode marcar mais de um</small>
      </legend>
      {meiActivities.map((activity, index) => (
        <label key={activity} className={styles.activity}>
          <input
            ref={index === 0 ? field.ref : undefined}
            type="checkbox"
            name="activities"
            checked={field.value.includes(activity)}
            onChange={(event) => toggle(activity, event.target.checked)}
          />
          <IconCheck size={16} stroke={2.5} aria-hidden />
          <span>
            {activityWords[activity][0]} <small>{activityWords[activity][1]}</small>
          </span>
        </label>
      ))}
      <FieldError id={errorId} text={field.error} />
    </fieldset>
  )
}

interface YesNoProps {
  legend: string
  name: string
  value: boolean
  onChange: (value: boolean) => void
}

function YesNo({ legend, name, value, onChange }: YesNoProps) {
  return (
    <div className={styles.yesNo}>
      <p aria-hidden="true">{legend}</p>
      <Segmented
        legend={legend}
        name={name}
        segments={answers}
        value={value ? 'yes' : 'no'}
        onChange={(next) => onChange(next === 'yes')}
      />
    </div>
  )
}

/** The day of the baixa, once it is said. */
export function ClosingField({ field, values }: MeiFieldsProps) {
  const { value, onChange } = field('closedOn')
  if (values.closedOn === null) {
    return (
      <p className={styles.closing}>
        Dá para mudar depois.{' '}
        <button type="button" className={styles.link} onClick={() => onChange('')}>
          Já dei baixa no MEI
        </button>
      </p>
    )
  }
  return (
    <div className={styles.day}>
      <DateField field={{ ...field('closedOn'), value: value ?? '' }} label="Dia da baixa" direction="past" />
      <Button variant="quiet" onClick={() => onChange(null)}>
        Não dei baixa
      </Button>
    </div>
  )
}

/** What is asked only later: an employee, and which categories are no revenue. */
export function LaterFields({ field, values }: MeiFieldsProps) {
  const chosen = values.excludedCategories ?? meiDefaults.excludedCategories
  const used = useUsedCategories('income')
  const offered = [...new Set([...chosen, ...meiDefaults.excludedCategories, ...transactionCategories.income, ...used])]
  return (
    <>
      <YesNo legend="Tem empregado" name="hasEmployee" value={values.hasEmployee} onChange={field('hasEmployee').onChange} />
      <div className={styles.categories}>
        <ChoiceChips
          legend="O que não é receita do MEI"
          name="excludedCategories"
          choose="many"
          options={offered}
          chosen={chosen}
          onChange={field('excludedCategories').onChange}
        />
        <p>O que entra nas outras categorias conta. Numa transação, dá para dizer o contrário.</p>
      </div>
    </>
  )
}
