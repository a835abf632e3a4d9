import { useState } from 'react'
import { IconArrowRight } from '@tabler/icons-react'
import type { Transaction } from '@prumo/shared/transactions'
import { transactionFields, correctTransaction, type TransactionDraft } from '../../data/transaction-commands'
import { useAccount } from '../../data/account'
import type { ReferredNames } from '../../data/sync/command'
import { useWallets } from '../../data/wallets'
import { formatDayOfMonth } from '../../lib/dates'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/overlay/dialog'
import { ScopeChoice, type RecurrenceScope } from './scope-choice'
import type { RecurringTransaction } from './recurring-transaction'
import { sharedChanges, useRecurring } from './use-recurring'
import styles from './recurrence-scope-dialog.module.css'

interface RecurrenceScopeDialogProps {
  transaction: RecurringTransaction
  /** The edited values. */
  draft: TransactionDraft
  /** The id of the refused command that this one replaces. */
  replaces: string | undefined
  onSaved: () => void
  onClose: () => void
}

/** Asks whether a change applies to this occurrence alone or to the later ones too. */
export function RecurrenceScopeDialog({ transaction, draft, replaces, onSaved, onClose }: RecurrenceScopeDialogProps) {
  const changes = sharedChanges(transaction, draft)
  // A bill that is paid some days later is more common than another due day.
  const [scope, setScope] = useState<RecurrenceScope>(Object.keys(changes).join() === 'date' ? 'one' : 'all')
  const { outbox } = useAccount()
  const names = useWallets()
  const { words, later, changing, changingOwn, refusalOf } = useRecurring(transaction)
  const after = { ...transaction, ...changes }
  const refusal = scope === 'all' ? refusalOf(changes) : null
  const day = formatDayOfMonth(transaction.date)

  function save(): void {
    if (scope === 'one') {
      void outbox.enqueue(correctTransaction(transaction, draft), { replaces })
    } else {
      void outbox.enqueue(changing(changes), { replaces })
      const own = changingOwn(changes, draft)
      if (own) void outbox.enqueue(own)
    }
    onSaved()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Mudar só esta?"
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            Continuar editando
          </Button>
          <Button data-autofocus disabled={refusal !== null} onClick={save}>
            Salvar a mudança
          </Button>
        </>
      }
    >
      <p>
        {transaction.description} {words}. Você mudou {changedFieldsText(changes)}:
      </p>
      {shownFields(changes).map((field) => (
        <p key={field} className={styles.change} data-type={field === 'amount' ? transaction.type : undefined}>
          <s>{formatField(field, transaction, names)}</s>
          <IconArrowRight size={16} stroke={1.75} aria-label="para" />
          <b>{formatField(field, after, names)}</b>
        </p>
      ))}
      <ScopeChoice
        value={scope}
        onChange={setScope}
        about={{ one: day, all: `De ${day} em diante${later}` }}
        note={refusal ?? noteOf(transaction, draft, changes)}
      />
    </Dialog>
  )
}

function noteOf(transaction: Transaction, draft: TransactionDraft, changes: object): string {
  const isDateOwn = draft.date !== transaction.date && !('date' in changes)
  return isDateOwn ? 'O que já foi confirmado não muda. A data muda só nesta.' : 'O que já foi confirmado não muda.'
}

type SharedField = 'amount' | 'date' | 'description' | 'category' | 'walletId'

const articles: Readonly<Record<SharedField, string>> = {
  amount: 'o valor',
  date: 'a data',
  description: 'a descrição',
  category: 'a categoria',
  walletId: 'a conta',
}

function shownFields(changes: object): SharedField[] {
  return (Object.keys(articles) as SharedField[]).filter((field) => field in changes)
}

/** `o valor e a categoria` */
function changedFieldsText(changes: object): string {
  const [last = '', ...first] = shownFields(changes)
    .map((field) => articles[field])
    .toReversed()
  return first.length === 0 ? last : `${first.toReversed().join(', ')} e ${last}`
}

function formatField(field: SharedField, transaction: Transaction, names: ReferredNames): string {
  return transactionFields[field]?.format(transaction, names) ?? ''
}
