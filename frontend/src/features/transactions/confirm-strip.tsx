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
            <b>{longest.description}</b> {dueText(longest, now)}
            {others > 0 && (
              <>
                {' '}
                <Link to={rowsAddress({ status: 'pending', to: now })}>{hasMore ? 'Ver todas' : `Mais ${others}`} para confirmar</Link>
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

/** What follows the description: `vence hoje: R$ 900,00. Já pagou?`, of what is to be received `era para ontem: R$ 980,00. Já recebeu?` */
export function dueText({ date, type, amount }: Pick<Transaction, 'date' | 'type' | 'amount'>, now: CalendarDate): string {
  return `${type === 'expense' ? dueWhen(date, now) : `${date < now ? 'era' : 'é'} para ${dayText(date, now)}`}: ${formatCentavos(amount)}. ${QUESTIONS[type]}`
}

const QUESTIONS = { income: 'Já recebeu?', expense: 'Já pagou?', transfer: 'Já transferiu?' } as const

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
