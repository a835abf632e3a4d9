import { memo, useMemo } from 'react'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { Mark } from '../../data/shown'
import { useMarks } from '../../data/status'
import { centavosOf } from '../../lib/centavos'
import { formatDate } from '../../lib/dates'
import { IconButton } from '../../ui/icon-button'
import { Money } from '../../ui/money'
import { useReadOn, useRowsInView } from '../../ui/use-rows-in-view'
import { DayHead, dayItems, DayRow, type DayItem } from './day-row'
import { Category, Status } from './status'
import days from './day-row.module.css'
import styles from './ledger-rows.module.css'

const ROW = 51
const HEAD_ROWS = 1

/** Where there is room: one line a transaction, its actions at hand. */
export function LedgerTable({ transactions, hasMore, onReadOn, scale, ...actions }: LedgerProps) {
  const { ref, rows, measure, spaceBefore, spaceAfter, lastIndex } = useRowsInView<HTMLTableElement>({
    count: transactions.length,
    keyOf: (index) => transactions[index]?.id ?? String(index),
    heightOf: () => ROW * scale,
  })
  useReadOn(lastIndex, transactions.length, onReadOn)
  const marks = useMarks('transaction')

  return (
    <table ref={ref} className={styles.table} aria-rowcount={hasMore ? -1 : transactions.length + HEAD_ROWS}>
      <caption className="visually-hidden">Transações</caption>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col">Descrição</th>
          <th scope="col" className={styles.category}>Categoria</th>
          <th scope="col" className={styles.date}>Data</th>
          <th scope="col" className={styles.amount}>Valor</th>
          <th scope="col" className={styles.status}>Status</th>
          <th scope="col" className={styles.actions}>Ações</th>
        </tr>
      </thead>
      <tbody>
        {spaceBefore > 0 && <tr aria-hidden="true" style={{ height: spaceBefore }} />}
        {rows.map(({ index, key }) => (
          <LedgerRow key={key} measure={measure} index={index} transaction={transactions[index]!} mark={marks.get(key as string)} {...actions} />
        ))}
        {spaceAfter > 0 && <tr aria-hidden="true" style={{ height: spaceAfter }} />}
      </tbody>
    </table>
  )
}

interface LedgerRowProps extends Pick<LedgerProps, 'onEdit' | 'onConfirm' | 'onDelete'> {
  transaction: Transaction
  mark: Mark | undefined
  index: number
  measure: (element: HTMLElement | null) => void
}

const LedgerRow = memo(function LedgerRow({ transaction, mark, index, measure, onEdit, onConfirm, onDelete }: LedgerRowProps) {
  const { description, date, amount, type } = transaction
  const category = <Category transaction={transaction} mark={mark} />
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 1 + HEAD_ROWS} className={styles.row}>
      <td className={styles.description}>
        <span title={description}>{description}</span>
        <small>{category}</small>
      </td>
      <td className={styles.category}>{category}</td>
      <td className={styles.date}>{formatDate(date)}</td>
      <td className={styles.amount}>
        <Money centavos={centavosOf(amount)} type={type} struck={stateOf(transaction) === 'not_received'} />
      </td>
      <td className={styles.status}>
        <Status transaction={transaction} mark={mark} onConfirm={onConfirm} look="button" />
      </td>
      <td className={styles.actions}>
        <div>
          <IconButton size="sm" label={`Editar ${description}`} icon={<IconPencil size={20} stroke={1.75} aria-hidden />} onClick={() => onEdit(transaction)} />
          <IconButton size="sm" label={`Excluir ${description}`} icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(transaction)} />
        </div>
      </td>
    </tr>
  )
})

/** What both forms of the list are given. */
export interface LedgerProps {
  transactions: readonly Transaction[]
  hasMore: boolean
  onReadOn: () => void
  /** How much larger than usual the reader's text is. */
  scale: number
  onEdit: (transaction: Transaction) => void
  onConfirm: (transaction: Transaction) => void
  onDelete: (transaction: Transaction) => void
}

const DAY_ROW = 65
const DAY_HEAD = 34

/** Where there is little room: transactions under their day; a tap opens one. */
export function LedgerDays({ transactions, onReadOn, scale, onEdit, onConfirm }: LedgerProps) {
  const items = useMemo(() => dayItems(transactions), [transactions])
  const { ref, rows, measure, spaceBefore, spaceAfter, lastIndex } = useRowsInView<HTMLUListElement>({
    count: items.length,
    keyOf: (index) => keyOf(items[index]),
    heightOf: (index) => (items[index]?.kind === 'day' ? DAY_HEAD : DAY_ROW) * scale,
  })
  useReadOn(lastIndex, items.length, onReadOn)
  const marks = useMarks('transaction')
  const waiting = useMemo(() => waitingByDay(transactions, marks), [transactions, marks])

  return (
    <ul ref={ref} className={days.list} style={{ paddingTop: spaceBefore, paddingBottom: spaceAfter }}>
      {rows.map(({ index, key }) => {
        const item = items[index]!
        return item.kind === 'day' ? (
          <li key={key} ref={measure} data-index={index} className={days.day}>
            <DayHead date={item.date} here={waiting.get(item.date) ?? 0} />
          </li>
        ) : (
          <li key={key} ref={measure} data-index={index} className={days.row}>
            <DayRow transaction={item.transaction} mark={marks.get(item.transaction.id)} onOpen={onEdit} onConfirm={onConfirm} />
          </li>
        )
      })}
    </ul>
  )
}

function waitingByDay(transactions: readonly Transaction[], marks: ReadonlyMap<string, Mark>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  if (marks.size === 0) return counts
  for (const { id, date } of transactions) if (marks.get(id) === 'waiting') counts.set(date, (counts.get(date) ?? 0) + 1)
  return counts
}

function keyOf(item: DayItem | undefined): string {
  return item?.kind === 'transaction' ? item.transaction.id : (item?.date ?? '')
}
