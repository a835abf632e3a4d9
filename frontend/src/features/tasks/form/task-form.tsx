import type { ReactNode } from 'react'
import { MAX_TITLE } from '@prumo/shared/limits'
import { taskTypes } from '@prumo/shared/task-rules'
import { today } from '../../../lib/dates'
import { useForm } from '../../../lib/form'
import { Button } from '../../../ui/button/button'
import { DateField } from '../../../ui/dates/date-field'
import { TextField } from '../../../ui/form/text-field'
import { AmountField } from '../../../ui/money/amount-field'
import { PriorityField } from '../../../ui/priority/priority-field'
import { Segmented } from '../../../ui/segmented/segmented'
import { kinds } from '../task/kinds'
import type { TaskDraft } from '../task/task-draft'
import { draftOf, formRules, type FormValues } from './form-values'
import styles from './task-form.module.css'

const types = taskTypes.map((type) => ({ value: type, label: kinds[type].one }))

interface TaskFormProps {
  initial: FormValues
  onSave: (draft: TaskDraft) => void
  /** Below the button. */
  children?: ReactNode
}

/** What it is, what it is called; then how urgent, what it costs and when. */
export function TaskForm({ initial, onSave, children }: TaskFormProps) {
  const form = useForm<FormValues>(initial, formRules)
  const { values, field } = form
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void form.submit((valid) => onSave(draftOf(valid, today())))(event)}>
      <Segmented legend="Tipo" name="type" segments={types} value={values.type} onChange={field('type').onChange} block />
      <TextField field={field('title')} label="Título" maxLength={MAX_TITLE} autoComplete="off" autoFocus />
      <div className={styles.priority}>
        <PriorityField field={field('priority')} />
      </div>
      <AmountField field={field('cost')} label="Custo estimado" optional />
      <DateField field={field('date')} label="Data estimada" />
      <Button type="submit" variant="signal" size="lg" block>
        Salvar
      </Button>
      {children}
    </form>
  )
}
