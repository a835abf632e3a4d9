import { formatCentavos, formatPlainCentavos } from '@prumo/shared/money'
import type { FieldBinding } from '../../lib/form'
import { Button } from '../button/button'
import styles from './amount-field.module.css'

interface OfferedAmountProps {
  /** What the amount is: `Tudo o que falta`. */
  label: string
  centavos: number
  /** The field that it fills. */
  field: FieldBinding<string>
  /** The id of the field's form, whose button is outside of it. */
  formId: string
}

/** The amount that is most likely meant, at one tap below its field. */
export function OfferedAmount({ label, centavos, field, formId }: OfferedAmountProps) {
  return (
    <Button
      variant="line"
      size="sm"
      className={styles.offer ?? ''}
      onClick={() => {
        field.onChange(formatPlainCentavos(centavos))
        // On a phone the field would bring its keyboard back.
        document.querySelector<HTMLElement>(`[form="${formId}"]`)?.focus()
      }}
    >
      {label}: {formatCentavos(centavos)}
    </Button>
  )
}
