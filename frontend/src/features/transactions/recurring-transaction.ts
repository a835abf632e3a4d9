import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'

/** A transaction of a recurrence. */
export type RecurringTransaction = Transaction & { recurrenceId: string }

/** Whether a change can also apply to the later occurrences. A settled one only changes alone. */
export function isOneOfSeveral(transaction: Transaction): transaction is RecurringTransaction {
  return transaction.recurrenceId !== null && stateOf(transaction) === 'pending'
}
