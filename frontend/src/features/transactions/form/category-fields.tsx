import { useState } from 'react'
import { IconPlus } from '@tabler/icons-react'
import { MAX_CATEGORY } from '@prumo/shared/limits'
import { transactionCategories, type TransactionType } from '@prumo/shared/transaction-rules'
import type { FieldBinding } from '../../../lib/form'
import { ChoiceChips } from '../../../ui/form/choice-chips'
import { TextField } from '../../../ui/form/text-field'
import styles from './transaction-form.module.css'

const OWN = 'Criar categoria'

interface CategoryFieldsProps {
  field: FieldBinding<string | null>
  type: TransactionType
}

/** The categories of the type, the one it has if that is another, or one of the person's own. Keyed by the type. */
export function CategoryFields({ field, type }: CategoryFieldsProps) {
  const offered: readonly string[] = transactionCategories[type]
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
