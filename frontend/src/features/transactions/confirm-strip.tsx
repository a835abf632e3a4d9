import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { Transaction } from '@prumo/shared/transactions'
import { useSyncMarks } from '../../data/sync-status'
import { formatDayOfMonth } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { SyncMark } from '../../ui/sync-mark'
import { rowsAddress } from './filters-address'
import { useWaitingTransactions } from './use-waiting-transactions'
import { useConfirmDialogs } from './use-confirm-dialogs'
import styles from './confirm-strip.module.css'

interface ConfirmStripProps {
  /** Asks for another day. */
  onPostpone: (transaction: Transaction) => void
}

/** Shows the due transactions that need confirmation, the oldest first. */
export function ConfirmStrip({ onPostpone }: ConfirmStripProps) {
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
            <b>{longest.description}</b> {questionAbout(longest, now)}
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
          <div className={styles.answers}>
            <Button variant="line" size="sm" onClick={() => onPostpone(longest)}>
              Adiar<span className="visually-hidden"> {longest.description}</span>
            </Button>
            <Button variant="line" size="sm" onClick={() => askReceipt(longest)}>
              Confirmar<span className="visually-hidden"> {longest.description}</span>
            </Button>
          </div>
        </section>
      )}
      {dialogs}
    </>
  )
}

/** What the strip asks, after the description: of an expense whether it was paid, of income whether it came. */
export function questionAbout({ amount, type, date }: Pick<Transaction, 'amount' | 'type' | 'date'>, now: CalendarDate): string {
  if (type === 'expense') return `${dueWhen(date, now)}: ${formatCentavos(amount)}. Já pagou?`
  const expected = `${date === now ? 'está' : 'estava'} prevista para ${dayText(date, now)}.`
  if (type === 'transfer') return `${expected} A transferência de ${formatCentavos(amount)} aconteceu?`
  return `${expected} ${amount < 200 ? `O valor de ${formatCentavos(amount)} caiu?` : `Os ${formatCentavos(amount)} caíram?`}`
}

/** `vence hoje`, `venceu em 2 de novembro` */
function dueWhen(date: CalendarDate, now: CalendarDate): string {
  const day = dayText(date, now)
  return date === now ? 'vence hoje' : `venceu ${day === 'ontem' ? day : `em ${day}`}`
}

/** `hoje`, `ontem`, `2 de novembro` */
function dayText(date: CalendarDate, now: CalendarDate): string {
  if (date === now) return 'hoje'
  return date === addDays(now, -1) ? 'ontem' : formatDayOfMonth(date, now)
}
