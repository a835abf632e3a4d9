import type { FieldBinding } from '../../lib/form'
import { FieldFrame } from '../form/field-frame'
import { tidyAmount } from './amount-text'
import styles from './amount-field.module.css'

interface AmountFieldProps {
  /** Holds what was typed; `parseCentavos` reads it. */
  field: FieldBinding<string>
  label: string
  /** Set large where it is what the form is about. */
  large?: boolean
  optional?: boolean
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
