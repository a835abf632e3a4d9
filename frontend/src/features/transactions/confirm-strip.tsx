import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { Transaction } from '@prumo/shared/transactions'
import { useSyncMarks } from '../../data/sync-status'
import { monthName } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { SyncMark } from '../../ui/sync-mark'
import { rowsAddress } from './filters-address'
import { useWaitingTransactions } from './use-waiting-transactions'
import { useConfirmDialogs } from './use-confirm-dialogs'
import styles from './confirm-strip.module.css'

/** Shows the due transactions that need confirmation, the oldest first. */
export function ConfirmStrip() {
  const now = useToday()
  const { longest, others, hasMore } = useWaitingTransactions()
  const { askReceipt, dialogs } = useConfirmDialogs()
  const marks = useSyncMarks('transaction')
  const mark = longest && marks.get(longest.id)

  return (
    <>
      {longest && (
        <section className={styles.strip} aria-label="Para confirmar">
          <IconClock size={20} stroke={1.75} aria-hidden />
          <p>
            <b>{longest.description}</b> {expectedWhen(longest.date, now)}. {questionAbout(longest)}
            {others > 0 && (
              <>
                {' '}
                <Link to={rowsAddress({ status: 'pending', to: now })}>
                  {hasMore ? 'Mais de' : 'Mais'} {others} para confirmar
                </Link>
              </>
            )}{' '}
            {mark && <SyncMark mark={mark} />}
          </p>
          <Button variant="line" size="sm" onClick={() => askReceipt(longest)}>
            Confirmar<span className="visually-hidden"> {longest.description}</span>
          </Button>
        </section>
      )}
      {dialogs}
    </>
  )
}

function questionAbout({ amount, type }: Transaction): string {
  if (type === 'transfer') return `A transferência de ${formatCentavos(amount)} aconteceu?`
  const [one, many] = type === 'income' ? ['caiu', 'caíram'] : ['saiu', 'saíram']
  return amount < 200 ? `O valor de ${formatCentavos(amount)} ${one}?` : `Os ${formatCentavos(amount)} ${many}?`
}

/** `estava prevista para ontem`: describes a due date in the past. */
export function expectedWhen(date: CalendarDate, now: CalendarDate): string {
  if (date === now) return 'está prevista para hoje'
  if (date === addDays(now, -1)) return 'estava prevista para ontem'
  const year = date.slice(0, 4) === now.slice(0, 4) ? '' : ` de ${date.slice(0, 4)}`
  return `estava prevista para ${Number(date.slice(8))} de ${monthName(date)}${year}`
}
