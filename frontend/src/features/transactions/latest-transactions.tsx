import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { CalendarMonth } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useSyncMarks } from '../../data/sync-status'
import { shortLists } from '../../data/api-requests'
import { useTransactions } from '../../data/transactions'
import { formatDay, formatMonth, formatShortDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { LoadFailure } from '../../ui/load-failure'
import { Money } from '../../ui/money'
import { SectionHead } from '../../ui/section-head'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useWidthFit } from '../../ui/use-measured-size'
import { dayItems, DayRow } from './day-row'
import { rowsAddress } from './filters-address'
import { RowDescription, RowWallet, WalletsOfRows } from './row-wallets'
import { sheetAddress } from './sheet-address'
import { Category, RecurrencesOfRows, Status } from './status'
import { useConfirmDialogs } from './use-confirm-dialogs'
import days from './day-row.module.css'
import styles from './latest-transactions.module.css'

const [LATEST, MOST_SHOWN] = shortLists.latest
/** A table needs at least this width, in pixels at the default text size. */
const TABLE_FROM = 520

/**
 * The latest five transactions, none of them in the future.
 * @param month restricts the list to this month
 */
export function LatestTransactions({ month }: { month: CalendarMonth | null }) {
  const navigate = useNavigate()
  const list = useTransactions(
    useMemo(() => (month ? { ...LATEST, month } : LATEST), [month]),
    MOST_SHOWN,
  )
  const marks = useSyncMarks('transaction')
  const { askReceipt, dialogs } = useConfirmDialogs()
  const open = useCallback(({ id }: Transaction) => void navigate(sheetAddress(id)), [navigate])
  const [ref, { isWide: wide }] = useWidthFit<HTMLElement>(TABLE_FROM)
  if (list.data?.length === 0) return null

  return (
    <section ref={ref} aria-labelledby="latest" className={styles.section}>
      <SectionHead
        id="latest"
        title={month ? `Transações de ${formatMonth(month)}` : 'Últimas transações'}
        more={{ to: rowsAddress({ month }), label: 'Ver todas' }}
      />
      {list.isPending || list.isPrevious ? (
        <LatestSkeleton rows={MOST_SHOWN} wide={wide} />
      ) : !list.data ? (
        <LoadFailure what="as transações" onRetry={list.retry} />
      ) : (
        <RecurrencesOfRows rows={list.data}>
          <WalletsOfRows>
            {wide ? (
              <LatestTable transactions={list.data} marks={marks} onConfirm={askReceipt} />
            ) : (
              <LatestDays transactions={list.data} marks={marks} onOpen={open} onConfirm={askReceipt} />
            )}
          </WalletsOfRows>
        </RecurrencesOfRows>
      )}
      {dialogs}
    </section>
  )
}

interface LatestTableProps {
  transactions: readonly Transaction[]
  marks: ReadonlyMap<string, SyncMarkKind>
  onConfirm: (transaction: Transaction) => void
}

function LatestTable({ transactions, marks, onConfirm }: LatestTableProps) {
  const now = useToday()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Descrição</th>
          <th scope="col">Categoria</th>
          <th scope="col">Data</th>
          <th scope="col" className={styles.amount}>
            Valor
          </th>
          <th scope="col" className={styles.status}>
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <tr key={transaction.id}>
            <td className={styles.description}>
              <RowDescription transaction={transaction} />
              <RowWallet transaction={transaction} />
            </td>
            <td className={styles.quiet}>
              <Category transaction={transaction} mark={marks.get(transaction.id)} />
            </td>
            <td className={styles.date}>{formatShortDate(transaction.date, now)}</td>
            <td className={styles.amount}>
              <Money centavos={transaction.amount} type={transaction.type} struck={stateOf(transaction) === 'not_received'} />
            </td>
            <td className={styles.status}>
              <Status transaction={transaction} mark={marks.get(transaction.id)} onConfirm={onConfirm} look="button" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface LatestDaysProps {
  transactions: readonly Transaction[]
  marks: ReadonlyMap<string, SyncMarkKind>
  onOpen: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
}

function LatestDays({ transactions, marks, onOpen, onConfirm }: LatestDaysProps) {
  const now = useToday()
  return (
    <ul className={days.list}>
      {dayItems(transactions).map((item) =>
        item.kind === 'day' ? (
          <li key={item.date} className={days.day}>
            {formatDay(item.date, now)}
          </li>
        ) : (
          <li key={item.transaction.id} className={days.row}>
            <DayRow transaction={item.transaction} mark={marks.get(item.transaction.id)} onOpen={onOpen} onConfirm={onConfirm} />
          </li>
        ),
      )}
    </ul>
  )
}

function LatestSkeleton({ rows, wide }: { rows: number; wide: boolean }) {
  return (
    <Loading what="as transações">
      <div className={styles.waiting} data-wide={wide} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index}>
            <Skeleton width={`${58 - (index % 3) * 9}%`} />
            <Skeleton width="6.5rem" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
