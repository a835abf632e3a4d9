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
            <b>{longest.description}</b> {dueText(longest, now)}
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

/** What follows the description: `vence hoje: R$ 900,00. Já pagou?`, of what is to be received `era para ontem: R$ 980,00. Já recebeu?` */
export function dueText({ date, type, amount }: Pick<Transaction, 'date' | 'type' | 'amount'>, now: CalendarDate): string {
  const isPast = date < now
  const year = date.slice(0, 4) === now.slice(0, 4) ? '' : ` de ${date.slice(0, 4)}`
  const day = date === now ? 'hoje' : date === addDays(now, -1) ? 'ontem' : `${Number(date.slice(8))} de ${monthName(date)}${year}`
  const isNamed = day === 'hoje' || day === 'ontem'
  const when = type === 'expense' ? `${isPast ? 'venceu' : 'vence'} ${isNamed ? day : `em ${day}`}` : `${isPast ? 'era' : 'é'} para ${day}`
  const question = { income: 'Já recebeu?', expense: 'Já pagou?', transfer: 'Já transferiu?' }[type]
  return `${when}: ${formatCentavos(amount)}. ${question}`
}
