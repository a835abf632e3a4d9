import { useEffect, useId, useRef } from 'react'
import { goalCategories } from '@prumo/shared/goal-rules'
import { MAX_TITLE } from '@prumo/shared/limits'
import { useForm } from '../../../lib/form'
import { Button } from '../../../ui/button/button'
import { DateField } from '../../../ui/dates/date-field'
import { SelectField } from '../../../ui/form/select-field'
import { TextField } from '../../../ui/form/text-field'
import { AmountField } from '../../../ui/money/amount-field'
import { PriorityField } from '../../../ui/priority/priority-field'
import type { GoalDraft } from '../goal/goal-draft'
import { draftOf, formRules, type FormValues } from './form-values'
import styles from './goal-form.module.css'

export interface GoalFormProps {
  heading: string
  initial: FormValues
  onSave: (draft: GoalDraft) => void
  onCancel: () => void
}

/** Name, value, deadline: in the list, where the goal is or will be. */
export default function GoalForm({ heading, initial, onSave, onCancel }: GoalFormProps) {
  const headingId = useId()
  const form = useForm<FormValues>(initial, formRules)
  const element = useRef<HTMLFormElement>(null)
  const { field } = form

  useEffect(() => {
    // After the screen's heading, which takes the focus when it has just been opened.
    const timer = setTimeout(() => element.current?.querySelector<HTMLElement>('[name="title"]')?.focus())
    return () => clearTimeout(timer)
  }, [])

  return (
    <form ref={element} noValidate className={styles.form} aria-labelledby={headingId} onSubmit={(event) => void form.submit((values) => onSave(draftOf(values)))(event)}>
      <h3 id={headingId}>{heading}</h3>
      <div className={styles.fields}>
        <div className={styles.whole}>
          <TextField field={field('title')} label="Título" maxLength={MAX_TITLE} autoComplete="off" />
        </div>
        <AmountField field={field('target')} label="Valor da meta" />
        <AmountField field={field('current')} label="Valor atual" optional />
        <DateField field={field('deadline')} label="Prazo" />
        <SelectField field={field('category')} label="Categoria" prompt="Escolha uma categoria" options={goalCategories} />
        <div className={styles.whole}>
          <PriorityField field={field('priority')} />
        </div>
      </div>
      <div className={styles.buttons}>
        <Button type="submit">Salvar</Button>
        <Button variant="line" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
