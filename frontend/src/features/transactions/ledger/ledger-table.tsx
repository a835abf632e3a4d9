import { memo } from 'react'
import { IconPencil } from '@tabler/icons-react'
import { IconTrash } from '@tabler/icons-react'
import { NO_CATEGORY, stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { formatDate } from '../../../lib/dates'
import { IconButton } from '../../../ui/button/icon-button'
import { Money } from '../../../ui/money/money'
import { centavosOf } from '../../../lib/centavos'
import type { LedgerProps } from './ledger-props'
import { Status } from '../status/status'
import { useReadOn } from '../../../ui/rows/use-read-on'
import { useRowsInView } from '../../../ui/rows/use-rows-in-view'
import styles from './ledger-table.module.css'

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
          <LedgerRow key={key} measure={measure} index={index} transaction={transactions[index]!} {...actions} />
        ))}
        {spaceAfter > 0 && <tr aria-hidden="true" style={{ height: spaceAfter }} />}
      </tbody>
    </table>
  )
}

interface LedgerRowProps extends Pick<LedgerProps, 'onEdit' | 'onConfirm' | 'onDelete'> {
  transaction: Transaction
  index: number
  measure: (element: HTMLElement | null) => void
}

const LedgerRow = memo(function LedgerRow({ transaction, index, measure, onEdit, onConfirm, onDelete }: LedgerRowProps) {
  const { description, category, date, amount, type } = transaction
  return (
    <tr ref={measure} data-index={index} aria-rowindex={index + 1 + HEAD_ROWS} className={styles.row}>
      <td className={styles.description}>
        <span title={description}>{description}</span>
        <small>{category ?? NO_CATEGORY}</small>
      </td>
      <td className={styles.category}>{category ?? NO_CATEGORY}</td>
      <td className={styles.date}>{formatDate(date)}</td>
      <td className={styles.amount}>
        <Money centavos={centavosOf(amount)} type={type} struck={stateOf(transaction) === 'not_received'} />
      </td>
      <td className={styles.status}>
        <Status transaction={transaction} onConfirm={onConfirm} look="button" />
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
