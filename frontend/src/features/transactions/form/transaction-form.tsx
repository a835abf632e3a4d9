import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { IconArrowDownLeft } from '@tabler/icons-react'
import { IconArrowUpRight } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import { today } from '../../../lib/dates'
import { useForm } from '../../../lib/form'
import { Button } from '../../../ui/button/button'
import { TextField } from '../../../ui/form/text-field'
import { AmountField } from '../../../ui/money/amount-field'
import { Segmented } from '../../../ui/segmented/segmented'
import { CategoryFields } from './category-fields'
import { draftOf, emptyValues, formRules, type FormValues } from './form-values'
import type { TransactionDraft } from './transaction-draft'
import { WhenFields } from './when-fields'
import styles from './transaction-form.module.css'

const types = [
  { value: 'income', label: 'Receita', icon: <IconArrowDownLeft size={20} stroke={1.75} aria-hidden className={styles.in} /> },
  { value: 'expense', label: 'Despesa', icon: <IconArrowUpRight size={20} stroke={1.75} aria-hidden className={styles.out} /> },
] as const

interface TransactionFormProps {
  initial: FormValues
  onSave: (draft: TransactionDraft) => void
  onClose: () => void
  /** It was scheduled, and whether it was received has been said. */
  isAnswered?: boolean
  /** After saving, the form can go on with the next one. */
  repeats?: boolean
  /** Below the button. */
  children?: ReactNode
}

/** Type, value, description, category, date: in the order a person tells it. */
export function TransactionForm({ initial, onSave, onClose, isAnswered = false, repeats = false, children }: TransactionFormProps) {
  const form = useForm<FormValues>(initial, formRules)
  const [said, setSaid] = useState('')
  const { values, field } = form

  function changeType(type: TransactionType): void {
    if (values.category !== null) setSaid('A categoria foi limpa: cada tipo tem as suas.')
    field('type').onChange(type)
    field('category').onChange(null)
  }

  const save = form.submit((valid) => {
    onSave(draftOf(valid))
    onClose()
  })

  const saveAndGoOn = form.submit((valid) => {
    onSave(draftOf(valid))
    form.reset({ ...emptyValues(today()), type: valid.type, day: valid.day, date: valid.date, isScheduled: valid.isScheduled })
    setSaid(`${valid.description.trim()}: pronto. Agora a próxima.`)
    document.querySelector<HTMLElement>('[name="amount"]')?.focus()
  })

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void (repeats ? saveAndGoOn : save)()
  }

  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)} onKeyDown={onKeyDown}>
      <Segmented legend="Tipo" name="type" segments={types} value={values.type} onChange={changeType} block />
      <AmountField field={field('amount')} label="Valor" large autoFocus />
      <TextField field={field('description')} label="Descrição" maxLength={MAX_TITLE} autoComplete="off" />
      <CategoryFields key={values.type} field={field('category')} type={values.type} />
      <p role="status" className={styles.said}>
        {said}
      </p>
      <WhenFields field={field} values={values} originallyScheduled={initial.isScheduled} isAnswered={isAnswered} />
      <div className={styles.save}>
        <Button type="submit" variant="signal" size="lg" block>
          Salvar
        </Button>
      </div>
      {repeats && (
        <p className={styles.hint}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> salva e abre outra
        </p>
      )}
      {children}
    </form>
  )
}
