import { IconTrash } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionTexts } from '@prumo/shared/transaction-rules'
import { ApiError } from '../../../lib/api'
import { today } from '../../../lib/dates'
import type { OpenForm } from '../../../lib/form-address'
import { Button } from '../../../ui/button/button'
import { Sheet } from '../../../ui/dialog/sheet'
import { useLastShown } from '../../../ui/dialog/use-last-shown'
import { LoadFailure } from '../../../ui/page/load-failure'
import { Loading, Skeleton } from '../../../ui/page/skeleton'
import { StatusLine } from '../../../ui/page/status-line'
import { useCorrectTransaction } from '../calls/correct-transaction'
import { useTransaction } from '../calls/read-transaction'
import { useRecordTransaction } from '../calls/record-transaction'
import { emptyValues, valuesOf, valuesOfDraft } from '../form/form-values'
import type { TransactionDraft } from '../form/transaction-draft'
import { TransactionForm } from '../form/transaction-form'
import styles from './transaction-sheet.module.css'

type OpenSheet = OpenForm<TransactionDraft>

interface TransactionSheetProps {
  /** Null while it is closed. */
  sheet: OpenSheet | null
  onClose: () => void
  onDelete: (transaction: Transaction) => void
}

/** A new transaction, or one to correct. */
export default function TransactionSheet({ sheet, onClose, onDelete }: TransactionSheetProps) {
  const { last: shown, opening } = useLastShown(sheet)
  return (
    <Sheet open={sheet !== null} onClose={onClose} title={shown?.id ? 'Editar Transação' : 'Nova Transação'}>
      {shown && (shown.id === null ? <NewTransaction key={opening} sheet={shown} onClose={onClose} /> : <EditTransaction key={opening} sheet={shown} onClose={onClose} onDelete={onDelete} />)}
    </Sheet>
  )
}

function NewTransaction({ sheet, onClose }: { sheet: OpenSheet; onClose: () => void }) {
  const record = useRecordTransaction()
  const now = today()
  return <TransactionForm initial={sheet.draft ? valuesOfDraft(sheet.draft, now) : emptyValues(now)} onSave={record} onClose={onClose} repeats />
}

function EditTransaction({ sheet, onClose, onDelete }: { sheet: OpenSheet; onClose: () => void; onDelete: (transaction: Transaction) => void }) {
  const correct = useCorrectTransaction()
  const { data: transaction, error, refetch } = useTransaction(sheet.id)
  const now = today()

  if (error instanceof ApiError && error.status === 404) return <StatusLine tone="danger">{transactionTexts.unknown}</StatusLine>
  if (error && !transaction) return <LoadFailure what="a transação" onRetry={() => void refetch()} />
  if (!transaction) {
    return (
      <Loading what="a transação">
        <Skeleton height="20rem" />
      </Loading>
    )
  }
  return (
    <TransactionForm initial={sheet.draft ? valuesOfDraft(sheet.draft, now) : valuesOf(transaction, now)} onSave={(draft) => correct(transaction, draft)} onClose={onClose} isAnswered={transaction.isScheduled && transaction.isConfirmed}>
      <Button variant="quiet" className={styles.delete ?? ''} icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(transaction)}>
        Excluir
      </Button>
    </TransactionForm>
  )
}
