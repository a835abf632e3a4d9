import { useRef, useState, type ReactNode } from 'react'
import { IconTrash } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionTexts, type TransactionType } from '@prumo/shared/transaction-rules'
import { useAccount } from '../../data/account'
import { correctTransaction, recordTransaction, type TransactionDraft } from '../../data/transaction-commands'
import { rememberWallet } from '../../data/last-wallet'
import { useTransaction } from '../../data/transactions'
import { useDraft } from '../../data/use-draft'
import { useCategorySpelling } from '../../data/used-categories'
import { useWallets } from '../../data/wallets'
import { useToday } from '../../lib/use-today'
import { newId as makeId } from '../../lib/new-id'
import { submitByKey, useForm } from '../../lib/form'
import { draftName, type OpenForm } from '../../lib/form-address'
import { countSavedTransaction } from '../../lib/install-offer'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { AmountField } from '../../ui/field/amount-field'
import { Segmented } from '../../ui/field/segmented'
import { TextField } from '../../ui/field/text-field'
import { Sheet, SheetFoot } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { LoadFailure } from '../../ui/load-failure'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import { RecurrenceScopeDialog } from './recurrence-scope-dialog'
import { recordRepeating } from './repeat-plan'
import { CategoryFields, NoteField, RepeatFields, typeSegments, typeSegmentsWithTransfer, WhenFields } from './transaction-fields'
import {
  emptyValues,
  formRules,
  resumedValues,
  transactionDraftOf,
  valuesOf,
  valuesOfDraft,
  valuesOnDay,
  type TransactionFormValues,
} from './transaction-form-values'
import { isOneOfSeveral, sharedChanges } from './use-recurring'
import { useWalletChoices } from './use-wallet-choices'
import { ArrivalField, TransferFields, TransferNote, WalletField } from './wallet-fields'
import styles from './transaction-sheet.module.css'

type OpenTransactionSheet = OpenForm<TransactionDraft>

interface TransactionSheetProps {
  /** Null while closed. */
  sheet: OpenTransactionSheet | null
  onClose: () => void
  /** Called after a new transaction is saved, before the sheet closes or continues with the next. */
  onRecorded: (draft: TransactionDraft) => void
  onDelete: (transaction: Transaction) => void
}

/** The form of a new transaction, or of an existing one. */
export default function TransactionSheet({ sheet, onClose, onRecorded, onDelete }: TransactionSheetProps) {
  const { last: shown, opening } = useLastShown(sheet)
  return (
    <Sheet isHistoryEntry open={sheet !== null} onClose={onClose} title={shown?.id ? 'Editar transação' : 'Nova Transação'}>
      {shown &&
        (shown.id === null ? (
          <NewTransaction key={opening} sheet={shown} onClose={onClose} onRecorded={onRecorded} />
        ) : (
          <EditTransaction key={opening} sheet={shown} onClose={onClose} onRecorded={onRecorded} onDelete={onDelete} />
        ))}
    </Sheet>
  )
}

type NewTransactionProps = Pick<TransactionSheetProps, 'onClose' | 'onRecorded'> & { sheet: OpenTransactionSheet }

function NewTransaction({ sheet, onClose, onRecorded }: NewTransactionProps) {
  const { outbox } = useAccount()
  const isFirst = useRef(true)
  const now = useToday()

  function record(draft: TransactionDraft): void {
    // Only the first transaction replaces the refused command; the form may save others after it.
    const { newId, replaces }: Partial<OpenTransactionSheet> = isFirst.current ? sheet : {}
    isFirst.current = false
    const { repeats } = draft
    void outbox.enqueue(repeats ? recordRepeating(draft, repeats, now, newId ?? makeId()) : recordTransaction(draft, newId), {
      replaces,
    })
    countSavedTransaction()
    onRecorded(draft)
  }

  return (
    <TransactionForm
      name={draftName('transaction', null, sheet.replaces)}
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

/** Compares the input with the transaction as it was when the form opened, even if a newer version arrives. */
function EditTransaction({ sheet, onClose, onRecorded, onDelete }: EditTransactionProps) {
  const { outbox, drafts } = useAccount()
  const { data, isFailed, retry } = useTransaction(sheet.id)
  const [seen, setSeen] = useState(data ?? null)
  if (!seen && data) setSeen(data)
  // A refused draft of a deleted transaction: ignore the version that was cached when the form opened.
  const transaction = data === null && sheet.draft ? null : (seen ?? data)
  const now = useToday()
  const { walletName } = useWallets()
  const name = draftName('transaction', sheet.id, sheet.replaces)
  const [scopeDraft, setScopeDraft] = useState<TransactionDraft | null>(null)

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
        onSave={(draft) => void outbox.enqueue(correctTransaction(transaction, draft), { replaces: sheet.replaces })}
        onClose={onClose}
        seen={transaction}
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

function saveLabel({ type, repeats, count, paid }: TransactionFormValues): string {
  if (type === 'transfer' || repeats !== 'Parcelado') return 'Salvar'
  return count - paid === 1 ? 'Salvar 1 parcela' : `Salvar ${count - paid} parcelas`
}

interface TransactionFormProps {
  /** The name of the draft on this device. */
  name: string
  initial: TransactionFormValues
  onSave: (draft: TransactionDraft) => void
  onClose: () => void
  /** The transaction was scheduled and its confirmation is given. */
  isAnswered?: boolean
  /** Allows a recurrence, and saving without closing. */
  isNew?: boolean
  /** The edited transaction; null for a new one. */
  seen?: Transaction | null
  /** Whether saving needs another answer first. The form then stays open. */
  needsScope?: (draft: TransactionDraft) => boolean
  /** Rendered beside the save button. */
  children?: ReactNode
}

/** The fields in the order in which people describe a transaction: type, amount, description, category, date. */
export function TransactionForm({
  name,
  initial,
  onSave,
  onClose,
  isAnswered = false,
  isNew = false,
  seen = null,
  needsScope,
  children,
}: TransactionFormProps) {
  const form = useForm<TransactionFormValues>(initial, formRules)
  const [status, setStatus] = useState('')
  const spell = useCategorySpelling()
  // Guards against a second tap while the sheet closes.
  const isSaved = useRef(false)
  const now = useToday()
  const typed = useDraft(name, { ...form, fill: (earlier) => form.fill(resumedValues(earlier, now)) })
  const { field } = form
  const { offered, complete, transferName } = useWalletChoices(initial)
  const values = complete(valuesOnDay(form.values, now, isNew))
  const isTransfer = values.type === 'transfer'

  function changeType(type: TransactionType): void {
    if (values.category !== null) setStatus('A categoria foi limpa: cada tipo tem as suas.')
    field('type').onChange(type)
    field('category').onChange(null)
    // What came in arrived at its wallet, what went out left it.
    const { walletId } = form.values
    if (isTransfer && type === 'income') field('walletId').onChange(values.toWalletId)
    if (values.type === 'income' && type === 'transfer' && walletId !== null) {
      field('toWalletId').onChange(walletId)
      field('walletId').onChange(offered.find(({ id }) => id !== walletId)?.id ?? null)
    }
    if (values.type === 'expense' && type === 'transfer' && values.toWalletId === walletId) field('toWalletId').onChange(null)
  }

  function draftOf(valid: TransactionFormValues): TransactionDraft {
    const draft = transactionDraftOf(complete(valuesOnDay(valid, now, isNew)))
    if (draft.type !== 'transfer') return { ...draft, category: spell(draft.category, draft.type, isNew ? null : initial.category) }
    return { ...draft, category: null, description: draft.description || transferName(draft.walletId ?? null, draft.toWalletId ?? null) }
  }

  function save(valid: TransactionFormValues): void {
    const draft = draftOf(valid)
    if (isSaved.current || needsScope?.(draft)) return
    isSaved.current = true
    typed.remove()
    saveDraft(draft)
    onClose()
  }

  function saveDraft(draft: TransactionDraft): void {
    if (isNew) rememberWallet(draft.walletId)
    onSave(draft)
  }

  function saveAndContinue(valid: TransactionFormValues): void {
    if (isSaved.current) return
    typed.remove()
    const draft = draftOf(valid)
    saveDraft(draft)
    const { type, day, date, isScheduled, walletId, toWalletId } = valid
    form.reset({ ...emptyValues(now), type, day, date, isScheduled, walletId, toWalletId })
    setStatus(`${draft.description}: pronto. Agora a próxima.`)
    form.focus('amount')
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => submitByKey(event, form.submit(isNew ? saveAndContinue : save))}
    >
      <DraftOffer offer={typed.offer} />
      <Segmented
        legend="Tipo"
        name="type"
        segments={offered.length > 0 || isTransfer ? typeSegmentsWithTransfer : typeSegments}
        value={values.type}
        onChange={changeType}
        block
      />
      <AmountField
        field={field('amount')}
        label={values.repeats === 'Parcelado' && !isTransfer ? 'Valor total' : 'Valor'}
        large
        autoFocus
      />
      {isTransfer && <TransferFields field={field} values={values} offered={offered} seen={seen} />}
      <TextField
        field={field('description')}
        label="Descrição"
        maxLength={MAX_TITLE}
        autoComplete="off"
        {...(isTransfer && { placeholder: transferName(values.walletId, values.toWalletId) })}
      />
      {values.type !== 'transfer' && <CategoryFields key={values.type} field={field('category')} type={values.type} />}
      <p role="status" className={styles.said}>
        {status}
      </p>
      {!isTransfer && offered.length > 0 && <WalletField field={field('walletId')} values={values} offered={offered} />}
      <WhenFields field={field} values={values} originallyScheduled={initial.isScheduled} isAnswered={isAnswered} />
      {isTransfer && <ArrivalField field={field('toDate')} />}
      {isNew && !isTransfer && <RepeatFields field={field} values={values} />}
      {/* A recurrence has no note, only a transaction. */}
      {(values.repeats === 'Não' || isTransfer) && <NoteField field={field('note')} />}
      {isTransfer && <TransferNote values={values} />}
      <SheetFoot main="first">
        <Button type="submit" variant="signal" size="lg" block>
          {saveLabel(values)}
        </Button>
        {children}
      </SheetFoot>
      {isNew && (
        <p className={styles.hint}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> salva e abre outra
        </p>
      )}
    </form>
  )
}
