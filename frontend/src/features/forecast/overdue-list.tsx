import { useState } from 'react'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import { billName, type DueBill } from '../../data/due-bills'
import { walletAddress } from '../../data/screens'
import { useSyncMarks } from '../../data/sync-status'
import { formatDayOfMonth } from '../../lib/dates'
import { Button, ButtonLink } from '../../ui/button'
import { lazyPart, usePrefetch } from '../../ui/lazy-part'
import { Money } from '../../ui/money'
import { SyncMark } from '../../ui/sync-mark'
import { useLastShown } from '../../ui/use-last-shown'
import { dayName } from './forecast-texts'
import type { OverdueDecision } from './overdue-dialog'
import styles from './overdue-list.module.css'

const OverdueDialog = lazyPart(() => import('./overdue-dialog'), { what: 'a pergunta' })

const MOST_SHOWN = 5

interface OverdueListProps {
  overdue: readonly Transaction[]
  /** The bills that are late. */
  bills: readonly DueBill[]
  now: CalendarDate
}

/** Overdue bills and transactions, the oldest first. They count in no balance until they are paid, confirmed or postponed. */
export function OverdueList({ overdue, bills, now }: OverdueListProps) {
  const [isWhole, setWhole] = useState(false)
  const [question, setQuestion] = useState<OverdueDecision | null>(null)
  const { last, opening } = useLastShown(question)
  const marks = useSyncMarks('transaction')
  usePrefetch(OverdueDialog)
  const shown = isWhole ? overdue : overdue.slice(0, MOST_SHOWN)
  const close = () => setQuestion(null)
  const count = overdue.length + bills.length

  return (
    <>
      {count > 0 && (
        <section className={styles.part} aria-labelledby="forecast-overdue" data-chrome>
          <h2 id="forecast-overdue" className="section-title">
            {count === 1 ? 'Atrasada, fora da conta' : 'Atrasadas, fora da conta'} <small>{count}</small>
          </h2>
          <ul>
            {bills.map(({ card, bill, left }) => (
              <li key={`${card.id} ${bill.month}`}>
                <p>
                  <b>{billName(card)}</b>
                  <small>Venceu {expectedOn(bill.dueOn, now).replace(/^(?!ontem)/, 'em ')}</small>
                </p>
                <Money centavos={left} type="expense" />
                <div className={styles.answers}>
                  <ButtonLink to={walletAddress(card.id)} variant="line" size="sm">
                    Ver a fatura<span className="visually-hidden"> {card.name}</span>
                  </ButtonLink>
                </div>
              </li>
            ))}
            {shown.map((transaction) => {
              const { id, description, amount, type, date } = transaction
              const mark = marks.get(id)
              return (
                <li key={id}>
                  <p>
                    <b>{description}</b>
                    <small>{mark ? <SyncMark mark={mark} /> : `Prevista para ${expectedOn(date, now)}`}</small>
                  </p>
                  <Money centavos={amount} type={type} />
                  <div className={styles.answers}>
                    <Button variant="line" size="sm" onClick={() => setQuestion({ about: 'day', transaction })}>
                      Adiar<span className="visually-hidden"> {description}</span>
                    </Button>
                    <Button variant="line" size="sm" onClick={() => setQuestion({ about: 'receipt', transaction })}>
                      Confirmar<span className="visually-hidden"> {description}</span>
                    </Button>
                  </div>
                </li>
              )
            })}
          </ul>
          {!isWhole && overdue.length > MOST_SHOWN && (
            <Button variant="quiet" onClick={() => setWhole(true)}>
              Ver as {count}
            </Button>
          )}
        </section>
      )}
      {last && (
        <OverdueDialog
          isRequested={question !== null}
          onDismissFailure={close}
          key={opening}
          question={last}
          now={now}
          open={question !== null}
          onClose={close}
        />
      )}
    </>
  )
}

/** `ontem, 22 de novembro`; with the year unless it is the current one */
function expectedOn(date: CalendarDate, now: CalendarDate): string {
  return date === addDays(now, -1) ? `ontem, ${dayName(date)}` : formatDayOfMonth(date, now)
}
