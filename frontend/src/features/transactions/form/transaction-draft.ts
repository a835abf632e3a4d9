import type { CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { TransactionType } from '@prumo/shared/transaction-rules'
import type { NewTransactionBody, Transaction, TransactionChangesBody } from '@prumo/shared/transactions'

/** What a person says about a transaction. */
export interface TransactionDraft {
  type: TransactionType
  centavos: number
  description: string
  category: string | null
  date: CalendarDate
  isScheduled: boolean
}

/** A new transaction as the server will answer it. */
export function recorded(draft: TransactionDraft, id: string, userId: string, at: string): Transaction {
  const { centavos, ...entered } = draft
  const settled = !draft.isScheduled
  return { id, userId, ...entered, amount: centavosToReais(centavos), isConfirmed: settled, isReceived: settled, createdAt: at, updatedAt: at, version: 1 }
}

export function recordingOf({ id, description, amount, type, category, date, isScheduled }: Transaction): NewTransactionBody {
  return { id, description, amount, type, category, transactionDate: date, isScheduled }
}

/** A corrected transaction as the server will answer it: becoming scheduled makes it pending, becoming unscheduled settles it. */
export function corrected(before: Transaction, draft: TransactionDraft, at: string): Transaction {
  const { centavos, ...entered } = draft
  const flags = draft.isScheduled === before.isScheduled ? {} : { isConfirmed: !draft.isScheduled, isReceived: !draft.isScheduled }
  return { ...before, ...entered, ...flags, amount: centavosToReais(centavos), updatedAt: at, version: before.version + 1 }
}

/** Only what differs: what was not touched is not sent. */
export function correctionOf(before: Transaction, draft: TransactionDraft): TransactionChangesBody {
  const amount = centavosToReais(draft.centavos)
  return {
    ...(draft.description !== before.description && { description: draft.description }),
    ...(amount !== before.amount && { amount }),
    ...(draft.type !== before.type && { type: draft.type }),
    ...(draft.category !== before.category && { category: draft.category }),
    ...(draft.date !== before.date && { transactionDate: draft.date }),
    ...(draft.isScheduled !== before.isScheduled && { isScheduled: draft.isScheduled }),
  }
}
