import { NO_CATEGORY, stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { formatShortDate } from '../../../lib/dates'
import { Money } from '../../../ui/money/money'
import { centavosOf } from '../../../lib/centavos'
import { Status } from '../status/status'
import styles from './latest.module.css'

interface LatestTableProps {
  transactions: readonly Transaction[]
  onConfirm: (transaction: Transaction) => void
}

export function LatestTable({ transactions, onConfirm }: LatestTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Descrição</th>
          <th scope="col">Categoria</th>
          <th scope="col">Data</th>
          <th scope="col" className={styles.amount}>Valor</th>
          <th scope="col" className={styles.status}>Status</th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <tr key={transaction.id}>
            <td className={styles.description}>{transaction.description}</td>
            <td className={styles.quiet}>{transaction.category ?? NO_CATEGORY}</td>
            <td className={styles.date}>{formatShortDate(transaction.date)}</td>
            <td className={styles.amount}>
              <Money centavos={centavosOf(transaction.amount)} type={transaction.type} struck={stateOf(transaction) === 'not_received'} />
            </td>
            <td className={styles.status}>
              <Status transaction={transaction} onConfirm={onConfirm} look="button" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
