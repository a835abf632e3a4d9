import { stateOf } from '@prumo/shared/transaction-rules'
import { NO_CATEGORY } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionTypeNames } from '../../data/transaction-commands'
import { useTransaction } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { formatDate } from '../../lib/dates'
import { fiscalText } from '../../lib/fiscal-text'
import { receiptName, stateNames } from '../../lib/transaction-state-names'
import { LoadFailure } from '../../ui/load-failure'
import { Money } from '../../ui/money'
import { Sheet } from '../../ui/overlay/sheet'
import { Loading, Skeleton } from '../../ui/skeleton'
import { useLastShown } from '../../ui/use-last-shown'
import { ReadAttachments } from './attachments/read-attachments'
import styles from './transaction-details.module.css'
import { transferName } from '../../data/transfer-name'

interface TransactionDetailsProps {
  /** Null while closed. */
  id: string | null
  onClose: () => void
}

/** All of a transaction, to be read. */
export default function TransactionDetails({ id, onClose }: TransactionDetailsProps) {
  const { last } = useLastShown(id)
  return (
    <Sheet isHistoryEntry open={id !== null} onClose={onClose} title="Transação">
      {last !== null && <Details id={last} />}
    </Sheet>
  )
}

function Details({ id }: { id: string }) {
  const { data: transaction, isFailed, retry } = useTransaction(id)
  if (isFailed) return <LoadFailure what="a transação" onRetry={retry} />
  if (transaction === null) return <p>Esta transação foi excluída.</p>
  if (!transaction) {
    return (
      <Loading what="a transação">
        <Skeleton height="16rem" />
      </Loading>
    )
  }
  return <Facts transaction={transaction} />
}

function Facts({ transaction }: { transaction: Transaction }) {
  const { hasSeveral, walletName } = useWallets()
  const { description, type, amount, date, category, note, statementText, walletId, toWalletId, fiscal } = transaction
  const state = stateOf(transaction)
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    ['Tipo', transactionTypeNames[type]],
    ['Data', formatDate(date)],
    ['Categoria', type === 'transfer' ? null : (category ?? NO_CATEGORY)],
    ['Status', transaction.isScheduled && state !== 'pending' ? receiptName(state === 'settled', type) : stateNames[state].one],
    [
      'Conta',
      toWalletId === null ? (hasSeveral ? walletName(walletId) : null) : transferName(walletName(walletId), walletName(toWalletId)),
    ],
    ['Texto do banco', statementText !== null && statementText !== description ? statementText : null],
    ['Observação', note],
    ['MEI', fiscal === null ? null : fiscalText(fiscal)],
  ]
  return (
    <>
      <p className={styles.head}>
        <b>{description}</b>
        <Money centavos={amount} type={type} />
      </p>
      <dl className={styles.facts}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <div className={styles.attachments}>
        <ReadAttachments transaction={transaction} />
      </div>
    </>
  )
}
