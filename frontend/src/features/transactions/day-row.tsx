import { memo } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { IconCheck } from '@tabler/icons-react'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { formatDay, formatShortDate } from '../../lib/dates'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { Money } from '../../ui/money'
import { RowCamera, useRowAttaching } from './attachments/row-attaching'
import { RowDescription, useRowWallets } from './row-wallets'
import { Category, Status } from './status'
import styles from './day-row.module.css'

interface DayRowProps {
  transaction: Transaction
  mark: SyncMarkKind | undefined
  /** The transaction has not been confirmed yet: the row shows its due date, and is drawn lighter. */
  expected?: boolean
  /** Null while no row of the list is ticked: then a tap opens it. */
  isTicked?: boolean | null
  onOpen: (transaction: Transaction) => void
  onTick?: (id: string) => void
  onConfirm: (transaction: Transaction) => void
}

/** A transaction under its day: description, amount, category and status in the four corners of a row. */
export const DayRow = memo(function DayRow({
  transaction,
  mark,
  expected = false,
  isTicked = null,
  onOpen,
  onTick,
  onConfirm,
}: DayRowProps) {
  const { id, description, date, amount, type } = transaction
  const now = useToday()
  const isGuest = useIsGuest()
  const { nameOf, sideOf } = useRowWallets()
  const wallet = mark ? '' : nameOf(transaction)
  const attach = useRowAttaching()
  return (
    <>
      {isTicked !== null ? (
        <label className={styles.tick}>
          <input type="checkbox" checked={isTicked} onChange={() => onTick?.(id)} />
          <IconCheck size={16} stroke={2.5} aria-hidden />
          <span className={styles.name} title={description}>
            <span className="visually-hidden">Marcar </span>
            <RowDescription transaction={transaction} />
          </span>
        </label>
      ) : (
        <button
          type="button"
          className={styles.open}
          aria-label={`${isGuest ? 'Ver' : 'Editar'} ${description}`}
          onClick={() => onOpen(transaction)}
        >
          <span className={styles.name}>
            <RowDescription transaction={transaction} />
          </span>
        </button>
      )}
      <span className={styles.amount}>
        <Money
          centavos={amount}
          type={type}
          side={sideOf(transaction)}
          struck={stateOf(transaction) === 'not_received'}
          expected={expected}
        />
      </span>
      <small className={styles.category}>
        {expected && !mark && `${formatShortDate(date, now)} · `}
        <Category transaction={transaction} mark={mark} wallet={wallet} />
      </small>
      <small className={styles.status}>
        <Status transaction={transaction} mark={mark} onConfirm={isTicked === null && !isGuest ? onConfirm : null} look="text" />
      </small>
      {attach && isTicked === null && <RowCamera transaction={transaction} onAttach={attach} />}
    </>
  )
})

/** The heading of a day, with its number of queued changes in words. */
export const DayHead = memo(function DayHead({ date, waiting }: { date: CalendarDate; waiting: string | undefined }) {
  const now = useToday()
  return (
    <>
      <span>{formatDay(date, now)}</span>
      <span>{waiting}</span>
    </>
  )
})

/** A row of the list: a day or one of its transactions. */
export type DayItem = { kind: 'day'; date: CalendarDate } | { kind: 'transaction'; transaction: Transaction }

/** Inserts each day before its transactions. Expects the newest transaction first. */
export function dayItems(transactions: readonly Transaction[]): DayItem[] {
  return transactions.flatMap((transaction, index) =>
    transaction.date === transactions[index - 1]?.date
      ? [{ kind: 'transaction', transaction }]
      : [{ kind: 'day', date: transaction.date } as const, { kind: 'transaction', transaction }],
  )
}

const places: readonly [string, string][] = [
  ['goal', 'em Metas'],
  ['emergency-fund', 'na Reserva'],
  ['task', 'em Tarefas'],
]

/** `3 aguardando aqui, 1 na Reserva` */
export function waitingText(here: number, entities: readonly string[]): string {
  const elsewhere = places.map(([entity, place]) => ({ count: entities.filter((each) => each === entity).length, place }))
  const [first, ...others] = [{ count: here, place: 'aqui' }, ...elsewhere].filter(({ count }) => count > 0)
  if (!first) return ''
  return [`${first.count} aguardando ${first.place}`, ...others.map(({ count, place }) => `${count} ${place}`)].join(', ')
}
