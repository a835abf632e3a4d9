import { formatCentavos, formatPlainCentavos } from '@prumo/shared/money'
import type { FieldBinding } from '../../lib/form'
import { Button } from '../button'
import { FieldFrame } from './field-frame'
import { tidyAmount } from './amount-text'
import styles from './amount-field.module.css'

interface AmountFieldProps {
  /** Holds what was typed; `parseCentavos` reads it. */
  field: FieldBinding<string>
  label: string
  /** Set large where it is what the form is about. */
  large?: boolean
  /** A text says where the amount comes from that stands there already. */
  optional?: boolean | string
  autoFocus?: boolean
}

/** An amount as people type it, written out on leaving the field and never before. */
export function AmountField({ field, label, large = false, optional = false, autoFocus = false }: AmountFieldProps) {
  function leave(): void {
    const tidy = tidyAmount(field.value)
    if (tidy !== field.value) field.onChange(tidy)
    field.onBlur()
  }

  return (
    <FieldFrame label={label} optional={optional} error={field.error}>
      {({ id, describedBy, invalid }) => (
        // The currency belongs to the field: a tap on it is a tap on the field.
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
