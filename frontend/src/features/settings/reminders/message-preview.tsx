import { digestDetail } from '@prumo/shared/digest'
import type { ReminderSettings } from '@prumo/shared/reminder-rules'
import { useDigestPreview } from '../../../data/digest-preview'
import { useToday } from '../../../lib/use-today'
import { arrivalText } from './reminder-texts'
import styles from './reminders.module.css'

/** The next message as it will arrive: the notification's, or the mail's where only that is on. */
export function MessagePreview({ settings: { push, email, hour, withAmounts } }: { settings: ReminderSettings }) {
  const now = useToday()
  const { day, digest } = useDigestPreview(hour, digestDetail(email && !push ? 'email' : 'push', withAmounts))
  return (
    <div className={styles.preview}>
      <p className={styles.arrival}>{arrivalText(day, hour, now)}</p>
      <p>
        <b>{digest.title}</b>
      </p>
      {digest.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
