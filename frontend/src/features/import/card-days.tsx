import type { FieldBinding } from '../../lib/form'
import { TextField } from '../../ui/field/text-field'
import styles from './card-days.module.css'

interface CardDaysProps {
  closingDay: FieldBinding<string>
  dueDay: FieldBinding<string>
}

/** The days of the month on which a card's bill closes and is due. */
export function CardDays({ closingDay, dueDay }: CardDaysProps) {
  return (
    <div className={styles.days}>
      <TextField field={closingDay} label="Fecha no dia" inputMode="numeric" autoComplete="off" maxLength={2} />
      <TextField field={dueDay} label="Vence no dia" inputMode="numeric" autoComplete="off" maxLength={2} />
    </div>
  )
}
