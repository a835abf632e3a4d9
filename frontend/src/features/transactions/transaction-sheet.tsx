import { useRef, useState } from 'react'
import { IconTrash } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionTexts } from '@prumo/shared/transaction-rules'
import { useAccount } from '../../data/account'
import { correctTransaction, recordTransaction, type TransactionDraft } from '../../data/transaction-commands'
import { useTransaction } from '../../data/transactions'
import { today } from '../../lib/dates'
import { newId as makeId } from '../../lib/new-id'
import { typedName, type OpenForm } from '../../lib/form-address'
import { noteSaved } from '../../lib/install-offer'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { LoadFailure } from '../../ui/load-failure'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import { ChangeQuestion } from './change-question'
import { recordRepeating } from './repeat-plan'
import { emptyValues, valuesOf, valuesOfDraft } from './transaction-form-values'
import { TransactionForm } from './transaction-form'
import { isOneOfSeveral, sharedChanges } from './use-recurring'

type OpenSheet = OpenForm<TransactionDraft>

interface TransactionSheetProps {
  /** Null while it is closed. */
  sheet: OpenSheet | null
  onClose: () => void
  /** Something new was saved, before the sheet closes or goes on. */
  onRecorded: (draft: TransactionDraft) => void
  onDelete: (transaction: Transaction) => void
}

/** A new transaction, or one to correct. */
export default function TransactionSheet({ sheet, onClose, onRecorded, onDelete }: TransactionSheetProps) {
  const { last: shown, opening } = useLastShown(sheet)
  return (
    <Sheet isStep open={sheet !== null} onClose={onClose} title={shown?.id ? 'Editar transação' : 'Nova Transação'}>
      {shown &&
        (shown.id === null ? (
          <NewTransaction key={opening} sheet={shown} onClose={onClose} onRecorded={onRecorded} />
        ) : (
          <EditTransaction key={opening} sheet={shown} onClose={onClose} onRecorded={onRecorded} onDelete={onDelete} />
        ))}
    </Sheet>
  )
}

type NewTransactionProps = Pick<TransactionSheetProps, 'onClose' | 'onRecorded'> & { sheet: OpenSheet }

function NewTransaction({ sheet, onClose, onRecorded }: NewTransactionProps) {
  const { outbox } = useAccount()
  const isFirst = useRef(true)
  const now = today()

  function record(draft: TransactionDraft): void {
    // Only the first takes the place of what was refused; the form may go on with others.
    const { newId, instead }: Partial<OpenSheet> = isFirst.current ? sheet : {}
    isFirst.current = false
    const { repeats } = draft
    void outbox.issue(repeats ? recordRepeating(draft, repeats, now, newId ?? makeId()) : recordTransaction(draft, newId), instead)
    noteSaved()
    onRecorded(draft)
  }

  return (
    <TransactionForm
      name={typedName('transaction', null, sheet.instead)}
      initial={sheet.draft ? valuesOfDraft(sheet.draft, now) : emptyValues(now)}
      onSave={record}
      onClose={onClose}
      isNew
    />
  )
}

interface EditTransactionProps extends NewTransactionProps {
  onDelete: (transaction: Transaction) => void
}

/** On what it was when the form was first there, whatever arrives meanwhile. */
function EditTransaction({ sheet, onClose, onRecorded, onDelete }: EditTransactionProps) {
  const { outbox } = useAccount()
  const { data, isFailed, retry } = useTransaction(sheet.id)
  const [seen, setSeen] = useState(data ?? null)
  if (!seen && data) setSeen(data)
  // What was refused because it is gone may still be known here as it was when its form is opened again.
  const transaction = data === null && sheet.draft ? null : (seen ?? data)
  const now = today()
  const [asked, setAsked] = useState<TransactionDraft | null>(null)

  function asks(draft: TransactionDraft): boolean {
    const isAsked = !!transaction && isOneOfSeveral(transaction) && Object.keys(sharedChanges(transaction, draft)).length > 0
    setAsked(isAsked ? draft : null)
    return isAsked
  }

  if (transaction === null) {
    return (
      <>
        <StatusLine tone="danger">
          {transactionTexts.unknown}
          {sheet.draft && ' Ao salvar, ela entra como nova.'}
        </StatusLine>
        {sheet.draft && <NewTransaction sheet={sheet} onClose={onClose} onRecorded={onRecorded} />}
      </>
    )
  }
  if (isFailed) return <LoadFailure what="a transação" onRetry={retry} />
  if (!transaction) {
    return (
      <Loading what="a transação">
        <Skeleton height="20rem" />
      </Loading>
    )
  }
  return (
    <>
      <TransactionForm
        asks={asks}
        name={typedName('transaction', transaction.id, sheet.instead)}
        initial={sheet.draft ? valuesOfDraft(sheet.draft, now) : valuesOf(transaction, now)}
        onSave={(draft) => void outbox.issue(correctTransaction(transaction, draft), sheet.instead)}
        onClose={onClose}
        isAnswered={transaction.isScheduled && transaction.isConfirmed}
      >
        <Button variant="losing" size="lg" icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(transaction)}>
          Excluir
        </Button>
      </TransactionForm>
      {asked && isOneOfSeveral(transaction) && (
        <ChangeQuestion transaction={transaction} draft={asked} instead={sheet.instead} onSaved={onClose} onClose={() => setAsked(null)} />
      )}
    </>
  )
}
