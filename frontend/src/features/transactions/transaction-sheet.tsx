import { useRef, useState, type ReactNode } from 'react'
import { IconTrash } from '@tabler/icons-react'
import { MAX_TITLE } from '@prumo/shared/limits'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionTexts, type TransactionType } from '@prumo/shared/transaction-rules'
import { useAccount } from '../../data/account'
import { correctTransaction, recordTransaction, type TransactionDraft } from '../../data/transaction-commands'
import { useTransaction } from '../../data/transactions'
import { today } from '../../lib/dates'
import { newId as makeId } from '../../lib/new-id'
import { submitByKey, useForm } from '../../lib/form'
import { draftName, type OpenForm } from '../../lib/form-address'
import { countSavedTransaction } from '../../lib/install-offer'
import { Button } from '../../ui/button'
import { AmountField } from '../../ui/field/amount-field'
import { Segmented } from '../../ui/field/segmented'
import { TextField } from '../../ui/field/text-field'
import { Sheet } from '../../ui/overlay/sheet'
import { useLastShown } from '../../ui/use-last-shown'
import { LoadFailure } from '../../ui/load-failure'
import { Loading, Skeleton } from '../../ui/skeleton'
import { StatusLine } from '../../ui/status-line'
import { RecurrenceScopeDialog } from './recurrence-scope-dialog'
import { recordRepeating } from './repeat-plan'
import { CategoryFields, RepeatFields, typeSegments, WhenFields } from './transaction-fields'
import {
  emptyValues,
  formRules,
  transactionDraftOf,
  unsavedOf,
  valuesOf,
  valuesOfDraft,
  type TransactionFormValues,
} from './transaction-form-values'
import { isOneOfSeveral, sharedChanges } from './use-recurring'
import styles from './transaction-sheet.module.css'

type OpenTransactionSheet = OpenForm<TransactionDraft>

interface TransactionSheetProps {
  /** Null while it is closed. */
  sheet: OpenTransactionSheet | null
  onClose: () => void
  /** Something new was saved, before the sheet closes or goes on. */
  onRecorded: (draft: TransactionDraft) => void
  onDelete: (transaction: Transaction) => void
}

/** A new transaction, or one to correct. */
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
  const now = today()

  function record(draft: TransactionDraft): void {
    // Only the first takes the place of what was refused; the form may go on with others.
    const { newId, instead }: Partial<OpenTransactionSheet> = isFirst.current ? sheet : {}
    isFirst.current = false
    const { repeats } = draft
    void outbox.enqueue(repeats ? recordRepeating(draft, repeats, now, newId ?? makeId()) : recordTransaction(draft, newId), {
      replaces: instead,
    })
    countSavedTransaction()
    onRecorded(draft)
  }

  return (
    <TransactionForm
      name={draftName('transaction', null, sheet.instead)}
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

  function needsScope(draft: TransactionDraft): boolean {
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
        asks={needsScope}
        name={draftName('transaction', transaction.id, sheet.instead)}
        initial={sheet.draft ? valuesOfDraft(sheet.draft, now) : valuesOf(transaction, now)}
        onSave={(draft) => void outbox.enqueue(correctTransaction(transaction, draft), { replaces: sheet.instead })}
        onClose={onClose}
        isAnswered={transaction.isScheduled && transaction.isConfirmed}
      >
        <Button variant="losing" size="lg" icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(transaction)}>
          Excluir
        </Button>
      </TransactionForm>
      {asked && isOneOfSeveral(transaction) && (
        <RecurrenceScopeDialog
          transaction={transaction}
          draft={asked}
          instead={sheet.instead}
          onSaved={onClose}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface TransactionFormProps {
  /** Under which what is typed is kept for whoever has to sign in again. */
  name: string
  initial: TransactionFormValues
  onSave: (draft: TransactionDraft) => void
  onClose: () => void
  /** It was scheduled, and whether it was received has been said. */
  isAnswered?: boolean
  /** It may repeat, and after saving the form can go on with the next one. */
  isNew?: boolean
  /** Whether something is asked before this is saved. Then it stays open. */
  asks?: (draft: TransactionDraft) => boolean
  /** Beside the button. */
  children?: ReactNode
}

/** Type, value, description, category, date: in the order a person tells it. */
export function TransactionForm({
  name,
  initial,
  onSave,
  onClose,
  isAnswered = false,
  isNew = false,
  asks,
  children,
}: TransactionFormProps) {
  const form = useForm<TransactionFormValues>(initial, formRules, unsavedOf, name)
  const [said, setSaid] = useState('')
  // A second tap, while the sheet closes, is no second transaction.
  const isSaved = useRef(false)
  const { values, field } = form

  function changeType(type: TransactionType): void {
    if (values.category !== null) setSaid('A categoria foi limpa: cada tipo tem as suas.')
    field('type').onChange(type)
    field('category').onChange(null)
  }

  function save(valid: TransactionFormValues): void {
    if (isSaved.current || asks?.(transactionDraftOf(valid))) return
    isSaved.current = true
    onSave(transactionDraftOf(valid))
    onClose()
  }

  function saveAndGoOn(valid: TransactionFormValues): void {
    if (isSaved.current) return
    onSave(transactionDraftOf(valid))
    form.reset({ ...emptyValues(today()), type: valid.type, day: valid.day, date: valid.date, isScheduled: valid.isScheduled })
    setSaid(`${valid.description.trim()}: pronto. Agora a próxima.`)
    document.querySelector<HTMLElement>('[name="amount"]')?.focus()
  }

  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void form.submit(save)(event)}
      onKeyDown={(event) => submitByKey(event, form.submit(isNew ? saveAndGoOn : save))}
    >
      <Segmented legend="Tipo" name="type" segments={typeSegments} value={values.type} onChange={changeType} block />
      <AmountField field={field('amount')} label={values.repeats === 'Parcelado' ? 'Valor total' : 'Valor'} large autoFocus />
      <TextField field={field('description')} label="Descrição" maxLength={MAX_TITLE} autoComplete="off" />
      <CategoryFields key={values.type} field={field('category')} type={values.type} />
      <p role="status" className={styles.said}>
        {said}
      </p>
      <WhenFields field={field} values={values} originallyScheduled={initial.isScheduled} isAnswered={isAnswered} />
      {isNew && <RepeatFields field={field} values={values} />}
      <div className={styles.save}>
        <Button type="submit" variant="signal" size="lg" block>
          {values.repeats === 'Parcelado' ? `Salvar ${values.count} parcelas` : 'Salvar'}
        </Button>
        {children}
      </div>
      {isNew && (
        <p className={styles.hint}>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> salva e abre outra
        </p>
      )}
    </form>
  )
}
