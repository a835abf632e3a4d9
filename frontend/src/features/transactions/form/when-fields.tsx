import { IconCalendar } from '@tabler/icons-react'
import { today } from '../../../lib/dates'
import type { FieldBinding } from '../../../lib/form'
import { DateField } from '../../../ui/dates/date-field'
import { Checkbox } from '../../../ui/form/checkbox'
import { ChoiceChips } from '../../../ui/form/choice-chips'
import { dateOfChoice, dayChoices, isAhead, scheduledOn, type DayChoice, type FormValues } from './form-values'
import styles from './transaction-form.module.css'

interface WhenFieldsProps {
  field: <K extends keyof FormValues>(name: K) => FieldBinding<FormValues[K]>
  values: FormValues
  originallyScheduled: boolean
  isAnswered: boolean
}

/** The day, most often today or yesterday; for a day ahead, whether it is only expected. */
export function WhenFields({ field, values, originallyScheduled, isAnswered }: WhenFieldsProps) {
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
        legend="Data"
        name="day"
        choose="one"
        options={dayChoices}
        chosen={[values.day]}
        onChange={([day]) => day && choose(day)}
        icons={{ 'Outra data': <IconCalendar size={20} stroke={1.75} aria-hidden /> }}
      />
      {values.day === 'Outra data' && <DateField field={{ ...field('date'), onChange: changeDate }} label="Dia" />}
      {(isAhead(values.date, now) || values.isScheduled) && (
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
