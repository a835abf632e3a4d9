import { formatCentavos, formatPlainCentavos } from '@prumo/shared/money'
import type { FieldBinding } from '../../lib/form'
import { Button } from '../button'
import { FieldFrame } from './field-frame'
import { tidyAmount } from './amount-text'
import styles from './amount-field.module.css'

interface AmountFieldProps {
  /** Holds the typed text; `parseCentavos` reads it. */
  field: FieldBinding<string>
  label: string
  /** For the form's main amount. */
  large?: boolean
  /** A text says where the field's initial amount comes from. */
  optional?: boolean | string
  autoFocus?: boolean
}

/** An amount in any common spelling, formatted on blur and never earlier. */
export function AmountField({ field, label, large = false, optional = false, autoFocus = false }: AmountFieldProps) {
  function leave(): void {
    const tidy = tidyAmount(field.value)
    if (tidy !== field.value) field.onChange(tidy)
    field.onBlur()
  }

  return (
    <FieldFrame label={label} optional={optional} error={field.error}>
      {({ id, describedBy, invalid }) => (
        // The currency is part of the label: a tap on it focuses the field.
        <label className={styles.control} data-large={large} data-invalid={invalid}>
          <span aria-hidden="true" className={styles.currency}>
            R$
          </span>
          <input
            id={id}
            ref={field.ref}
            name={field.name}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,00"
            className={styles.input}
            value={field.value}
            onChange={(event) => field.onChange(event.target.value)}
            onBlur={leave}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            data-autofocus={autoFocus || undefined}
          />
        </label>
      )}
    </FieldFrame>
  )
}

interface OfferedAmountProps {
  /** The meaning of the amount: `Tudo o que falta`. */
  label: string
  centavos: number
  /** The field that it fills. */
  field: FieldBinding<string>
  /** The id of the field's form, whose button is outside it. */
  formId: string
}

/** A suggested amount below its field, filled in with one tap. */
export function OfferedAmount({ label, centavos, field, formId }: OfferedAmountProps) {
  return (
    <Button
      variant="line"
      size="sm"
      className={styles.offer ?? ''}
      onClick={() => {
        field.onChange(formatPlainCentavos(centavos))
        // The focus goes to the button: on a phone, focusing the field would open its keyboard again.
        document.querySelector<HTMLElement>(`[form="${formId}"]`)?.focus()
      }}
    >
      {label}: {formatCentavos(centavos)}
    </Button>
  )
}
