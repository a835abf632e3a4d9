import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { Transaction } from '@prumo/shared/transactions'
import type { NewCommand } from '../../data/sync/command'
import { useAccount } from '../../data/account'
import { confirmTransaction, postponeTransaction } from '../../data/transaction-commands'
import { useDraft } from '../../data/use-draft'
import { formatDate } from '../../lib/dates'
import { useForm } from '../../lib/form'
import { draftName } from '../../lib/form-address'
import { Button } from '../../ui/button'
import { DraftOffer } from '../../ui/draft-offer'
import { DateField } from '../../ui/field/date-field'
import { dateProblem } from '../../ui/field/date-problem'
import { formatFlow } from '../../ui/money-format'
import { Dialog } from '../../ui/overlay/dialog'
import { ReceiptDialog } from '../../ui/receipt-dialog'
import styles from './overdue-dialog.module.css'

/** Asks about an overdue transaction: whether it was received, or its new date. */
export interface OverdueDecision {
  about: 'receipt' | 'day'
  transaction: Transaction
}

interface OverdueDialogProps {
  /** The open question; after that the last one, until the dialog has faded out. */
  question: OverdueDecision
  now: CalendarDate
  open: boolean
  onClose: () => void
}

interface OverdueValues {
  date: string
}

const FORM_ID = 'overdue-form'

/** Asks whether and when an overdue transaction was received or paid (today by default), or for its new date. */
export default function OverdueDialog({ question: { about, transaction }, now, open, onClose }: OverdueDialogProps) {
  const { outbox } = useAccount()
  const isReceipt = about === 'receipt'
  const form = useForm<OverdueValues>(
    { date: isReceipt ? now : addDays(now, 1) },
    { date: (value) => dateProblem(value) ?? (isReceipt ? checkReached(value, now) : checkNotInFuture(value, now)) },
  )
  const draft = useDraft(draftName('overdue', transaction.id, about), form)

  function enqueueAndClose(command: NewCommand): void {
    // Ignore a second tap while the dialog closes.
    if (open) void outbox.enqueue(command)
    draft.remove()
    onClose()
  }

  const send = form.submit(({ date }) =>
    enqueueAndClose(isReceipt ? confirmTransaction(transaction, true, date) : postponeTransaction(transaction, date)),
  )
  const when = (
    <DateField
      field={form.field('date')}
      label={isReceipt ? 'Quando' : 'Para quando'}
      direction={isReceipt ? 'past' : 'next'}
      autoFocus={!isReceipt}
    />
  )
  if (isReceipt) {
    return (
      <ReceiptDialog
        open={open}
        transaction={transaction}
        form={FORM_ID}
        onAnswer={(isReceived) => enqueueAndClose(confirmTransaction(transaction, isReceived))}
        onClose={onClose}
      >
        <form id={FORM_ID} noValidate onSubmit={(event) => void send(event)}>
          <DraftOffer offer={draft.offer} />
          <div className={styles.field}>{when}</div>
        </form>
      </ReceiptDialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Adiar ${transaction.description}`}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" form={FORM_ID}>
            Adiar
          </Button>
        </>
      }
    >
      <form id={FORM_ID} noValidate onSubmit={(event) => void send(event)}>
        <DraftOffer offer={draft.offer} />
        <p>
          <span className="money">{formatFlow(transaction.amount, transaction.type)}</span>, com data de {formatDate(transaction.date)}.
        </p>
        <div className={styles.field}>{when}</div>
      </form>
    </Dialog>
  )
}

function checkReached(date: string, now: CalendarDate): string | null {
  return date > now ? 'Escolha hoje ou um dia que já passou' : null
}

function checkNotInFuture(date: string, now: CalendarDate): string | null {
  return date < now ? 'Escolha hoje ou um dia que ainda vem' : null
}
