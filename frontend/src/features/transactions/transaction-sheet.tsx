import { useRef, useState } from 'react'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useNavigate } from 'react-router-dom'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionTexts } from '@prumo/shared/transaction-rules'
import { useAccount } from '../../data/account'
import { correctTransaction, draftAgain, recordTransaction, type TransactionDraft } from '../../data/transaction-commands'
import type { Command } from '../../data/sync/command'
import { recordedTransaction } from '../../data/waiting-attachments'
import { useTransaction } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { useToday } from '../../lib/use-today'
import { newId as makeId } from '../../lib/new-id'
import { draftName, type OpenForm } from '../../lib/form-address'
import { countSavedTransaction } from '../../lib/install-offer'
import { Button } from '../../ui/button'
import { Sheet } from '../../ui/overlay/sheet'
import { showToast } from '../../ui/overlay/toast'
import { useLastShown } from '../../ui/use-last-shown'
import { LoadFailure } from '../../ui/load-failure'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import { AttachmentStrip } from './attachments/attachment-strip'
import { useNewAttachments } from './attachments/use-new-attachments'
import { RecurrenceScopeDialog } from './recurrence-scope-dialog'
import { recordRepeating } from './repeat-plan'
import { sheetAddress } from './sheet-address'
import { TransactionForm } from './transaction-form'
import { emptyValues, valuesOf, valuesOfDraft } from './transaction-form-values'
import { isOneOfSeveral } from './recurring-transaction'
import { sharedChanges } from './use-recurring'

type OpenTransactionSheet = OpenForm<TransactionDraft>

interface TransactionSheetProps {
  /** Null while closed. */
  sheet: OpenTransactionSheet | null
  onClose: () => void
  /** Called after a new transaction is saved, before the sheet closes or continues with the next. */
  onRecorded: (draft: TransactionDraft) => void
  /** Called after a transaction got another category. */
  onFiled?: ((seen: Transaction, category: string | null) => void) | undefined
  onDelete: (transaction: Transaction) => void
}

/** The form of a new transaction, or of an existing one. */
export default function TransactionSheet({ sheet, onClose, onRecorded, onFiled, onDelete }: TransactionSheetProps) {
  const { last: shown, opening } = useLastShown(sheet)
  return (
    <Sheet isHistoryEntry open={sheet !== null} onClose={onClose} title={shown?.id ? 'Editar transação' : 'Nova Transação'}>
      {shown &&
        (shown.id === null ? (
          <NewTransaction key={opening} sheet={shown} onClose={onClose} onRecorded={onRecorded} />
        ) : (
          <EditTransaction key={opening} sheet={shown} onClose={onClose} onRecorded={onRecorded} onFiled={onFiled} onDelete={onDelete} />
        ))}
    </Sheet>
  )
}

type NewTransactionProps = Pick<TransactionSheetProps, 'onClose' | 'onRecorded'> & { sheet: OpenTransactionSheet }

function NewTransaction({ sheet, onClose, onRecorded }: NewTransactionProps) {
  const { outbox } = useAccount()
  const isFirst = useRef(true)
  const now = useToday()
  const attachments = useNewAttachments()

  /** The form may be closed by then, so a toast says what was not added. */
  async function storeReceipts(recorded: Promise<Command>): Promise<void> {
    const problems = await attachments.storeWith(recorded.then(recordedTransaction))
    if (problems.length > 0) showToast({ text: problems.join(' '), tone: 'error' })
  }

  function record(draft: TransactionDraft): void {
    // Only the first transaction replaces the refused command; the form may save others after it.
    const { newId, replaces }: Partial<OpenTransactionSheet> = isFirst.current ? sheet : {}
    isFirst.current = false
    const { repeats } = draft
    if (repeats) void outbox.enqueue(recordRepeating(draft, repeats, now, newId ?? makeId()), { replaces })
    else void storeReceipts(outbox.enqueue(recordTransaction(draft, newId), { replaces }))
    countSavedTransaction()
    onRecorded(draft)
  }

  return (
    <TransactionForm
      name={draftName('transaction', null, sheet.replaces)}
      initial={sheet.draft ? valuesOfDraft(sheet.draft, now) : emptyValues(now)}
      line={sheet.line}
      onSave={record}
      onClose={onClose}
      attachments={attachments}
      isNew
    />
  )
}

type EditTransactionProps = NewTransactionProps & Pick<TransactionSheetProps, 'onFiled' | 'onDelete'>

/** Compares the input with the transaction as it was when the form opened, even if a newer version arrives. */
function EditTransaction({ sheet, onClose, onRecorded, onFiled, onDelete }: EditTransactionProps) {
  const { outbox, drafts } = useAccount()
  const { data, isFailed, retry } = useTransaction(sheet.id)
  const [seen, setSeen] = useState(data ?? null)
  if (!seen && data) setSeen(data)
  // A refused draft of a deleted transaction: ignore the version that was cached when the form opened.
  const transaction = data === null && sheet.draft ? null : (seen ?? data)
  const now = useToday()
  const { walletName } = useWallets()
  const navigate = useNavigate()
  const name = draftName('transaction', sheet.id, sheet.replaces)
  const [scopeDraft, setScopeDraft] = useState<TransactionDraft | null>(null)

  /** Opens a new form with the same values, on today's date. */
  function duplicate(like: Transaction): void {
    void navigate(sheetAddress(), { replace: true, state: { draft: draftAgain(like, now) } })
  }

  function correct(former: Transaction, draft: TransactionDraft): void {
    void outbox.enqueue(correctTransaction(former, draft), { replaces: sheet.replaces })
    if (draft.category !== former.category) onFiled?.(former, draft.category)
  }

  function needsScope(draft: TransactionDraft): boolean {
    const needsAnswer = !!transaction && isOneOfSeveral(transaction) && Object.keys(sharedChanges(transaction, draft)).length > 0
    setScopeDraft(needsAnswer ? draft : null)
    return needsAnswer
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
        needsScope={needsScope}
        name={name}
        initial={sheet.draft ? valuesOfDraft(sheet.draft, now) : valuesOf(transaction, now, walletName)}
        onSave={(draft) => correct(transaction, draft)}
        onClose={onClose}
        seen={transaction}
        more={
          <>
            {/* As it is now: receipts change no version of it. */}
            <AttachmentStrip transaction={data ?? transaction} />
            <Button variant="quiet" icon={<IconCopy size={20} stroke={1.75} aria-hidden />} onClick={() => duplicate(transaction)}>
              Duplicar
            </Button>
          </>
        }
        isAnswered={transaction.isScheduled && transaction.isConfirmed}
      >
        <Button variant="losing" size="lg" icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(transaction)}>
          Excluir
        </Button>
      </TransactionForm>
      {scopeDraft && isOneOfSeveral(transaction) && (
        <RecurrenceScopeDialog
          transaction={transaction}
          draft={scopeDraft}
          replaces={sheet.replaces}
          onSaved={() => {
            drafts.remove(name)
            onClose()
          }}
          onClose={() => setScopeDraft(null)}
        />
      )}
    </>
  )
}
