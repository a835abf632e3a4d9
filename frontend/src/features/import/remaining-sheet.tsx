import { Link } from 'react-router-dom'
import type { AcceptedImport } from '@prumo/shared/imports'
import { useTransactionsOfImport } from '../../data/imports'
import { formAddress } from '../../lib/form-address'
import { LoadFailure } from '../../ui/load-failure'
import { Money } from '../../ui/money'
import { Sheet } from '../../ui/overlay/sheet'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useLastShown } from '../../ui/use-last-shown'
import { formatShortDay } from './import-texts'
import styles from './remaining-sheet.module.css'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

interface RemainingSheetProps {
  /** Null while closed. */
  imported: AcceptedImport | null
  onClose: () => void
}

/** The transactions that an undone import left, because they were changed later. */
export default function RemainingSheet({ imported, onClose }: RemainingSheetProps) {
  const { last } = useLastShown(imported)
  return (
    <Sheet open={imported !== null} onClose={onClose} title="Ficaram na conta">
      {last && <RemainingTransactions imported={last} />}
    </Sheet>
  )
}

function RemainingTransactions({ imported: { id, fileName } }: { imported: AcceptedImport }) {
  const { data: transactions, isFailed, retry } = useTransactionsOfImport(id)
  return (
    <>
      <p className={styles.about}>De {fileName}. Você tinha alterado, por isso não saíram.</p>
      {isFailed && <LoadFailure what="as transações" onRetry={retry} />}
      {!transactions && !isFailed && (
        <Loading what="as transações">
          <Skeleton height="6rem" />
        </Loading>
      )}
      <ul>
        {transactions?.map((transaction) => (
          <li key={transaction.id} className={styles.row}>
            <time dateTime={transaction.date}>{formatShortDay(transaction.date)}</time>
            <Link to={formAddress(TRANSACTIONS_SCREEN, transaction.id)}>{transaction.description}</Link>
            <Money centavos={transaction.amount} type={transaction.type} />
          </li>
        ))}
      </ul>
    </>
  )
}
