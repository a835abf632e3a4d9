import { useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { goalCategories } from '@prumo/shared/goal-rules'
import { MAX_TITLE } from '@prumo/shared/limits'
import type { GoalDraft } from '../../data/goal-commands'
import { useDraft } from '../../data/use-draft'
import { submitByKey, useForm } from '../../lib/form'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { DateField } from '../../ui/field/date-field'
import { SelectField } from '../../ui/field/select-field'
import { TextField } from '../../ui/field/text-field'
import { AmountField } from '../../ui/field/amount-field'
import { PriorityField } from '../../ui/field/priority-field'
import { goalDraftOf, formRules, type GoalFormValues } from './goal-form-values'
import styles from './goal-form.module.css'

export interface GoalFormProps {
  /** The name of the draft on this device. */
  name: string
  heading: string
  initial: GoalFormValues
  onSave: (draft: GoalDraft) => void
  onCancel: () => void
}

/** The form of a goal, in the list at the place of its row. */
export default function GoalForm({ name, heading, initial, onSave, onCancel }: GoalFormProps) {
  const headingId = useId()
  const form = useForm<GoalFormValues>(initial, formRules)
  const draft = useDraft(name, form)
  const element = useRef<HTMLFormElement>(null)
  const { field } = form
  // Guards against a second tap while the form closes.
  const isSaved = useRef(false)

  useEffect(() => {
    // A new screen moves the focus to its heading first.
    const timer = setTimeout(() => {
      // On a slow device the person may be typing in another field already.
      if (element.current?.contains(document.activeElement)) return
      // Show the form from its heading on, whatever is above it.
      element.current?.scrollIntoView({ block: matchMedia('(width < 760px)').matches ? 'start' : 'nearest' })
      element.current?.querySelector<HTMLElement>('[name="title"]')?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [])

  function save(valid: GoalFormValues): void {
    if (isSaved.current) return
    isSaved.current = true
    draft.remove()
    onSave(goalDraftOf(valid))
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') onCancel()
    else submitByKey(event, form.submit(save))
  }

  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      aria-labelledby={headingId}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={onKeyDown}
    >
      <h3 id={headingId}>{heading}</h3>
      <DraftOffer offer={draft.offer} />
      <div className={styles.fields}>
        <div className={styles.whole}>
          <TextField field={field('title')} label="Título" maxLength={MAX_TITLE} autoComplete="off" />
        </div>
        <AmountField field={field('target')} label="Valor da meta" />
        <AmountField field={field('current')} label="Valor atual" optional />
        <DateField field={field('deadline')} label="Prazo" direction="next" />
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
