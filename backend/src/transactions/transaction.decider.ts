import { Rejected } from '@prumo/shared/rejections'
import { flagsAfter, flagsAtFirst, transactionTexts } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionChanges } from '@prumo/shared/transactions'
import { centavosToReais } from '@prumo/shared/money'
import { type Decider, alive, changedNames, deleted, evolveLife, lived, refuseUsed, type Life } from '../event-store/decider/decider.js'
import { undoLife, type Undo } from '../event-store/decider/undo.js'
import type { TransactionDetails, TransactionEvent } from './transaction.events.js'

export type TransactionCommand =
  | { type: 'RecordTransaction'; details: Omit<TransactionDetails, 'isConfirmed' | 'isReceived'> }
  | { type: 'CorrectTransaction'; changes: TransactionChanges }
  | { type: 'DeleteTransaction' }
  | { type: 'RestoreTransaction' }
  | Undo<TransactionEvent>

export type TransactionState = Life<TransactionDetails>

export const transactionDecider: Decider<TransactionCommand, TransactionState, TransactionEvent> = {
  entity: 'transaction',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',

  decide(command, state) {
    switch (command.type) {
      case 'RecordTransaction': {
        refuseUsed(state)
        return [{ type: 'TransactionRecorded', data: { after: { ...flagsAtFirst(command.details.isScheduled), ...command.details } } }]
      }
      case 'CorrectTransaction':
        return correct(alive(state, transactionTexts.unknown).details, command.changes)
      case 'DeleteTransaction':
        return [{ type: 'TransactionDeleted', data: { before: alive(state).details } }]
      case 'RestoreTransaction': {
        const { details, createdAt } = deleted(state, transactionTexts.notDeleted)
        return [{ type: 'TransactionRestored', data: { after: details, createdAt } }]
      }
      case 'Undo':
        return undoLife(state, command, {
          deleted: (before) => ({ type: 'TransactionDeleted', data: { before } }),
          restored: (after, createdAt) => ({ type: 'TransactionRestored', data: { after, createdAt } }),
          changed: (before, after) => ({ type: typeOfChange(before, after), data: { before, after } }),
          bound: ['isScheduled', 'isConfirmed', 'isReceived'],
        })
    }
  },

  evolve: evolveLife,
}

function correct(before: TransactionDetails, changes: TransactionChanges): TransactionEvent[] {
  const flags = flagsAfter(before, changes)
  refuseContradiction(changes, flags.isScheduled)
  const after: TransactionDetails = {
    description: changes.description ?? before.description,
    amount: changes.amount ?? before.amount,
    type: changes.type ?? before.type,
    category: changes.category === undefined ? before.category : changes.category,
    date: changes.transactionDate ?? before.date,
    ...flags,
  }
  return changedNames(before, after).length === 0 ? [] : [{ type: typeOfChange(before, after), data: { before, after } }]
}

function typeOfChange(before: TransactionDetails, after: TransactionDetails): 'TransactionConfirmed' | 'TransactionCorrected' {
  const confirms = after.isConfirmed && changedNames(before, after).every((name) => name === 'isConfirmed' || name === 'isReceived')
  return confirms ? 'TransactionConfirmed' : 'TransactionCorrected'
}

/** Throws VALIDATION for flags that contradict each other, or that say of an unscheduled one that it waits. */
function refuseContradiction({ isConfirmed, isReceived }: TransactionChanges, isScheduled: boolean): void {
  if (isConfirmed === false && isReceived === true) refuse('isConfirmed', 'Não pode estar recebida sem estar confirmada')
  if (isScheduled) return
  if (isConfirmed === false) refuse('isConfirmed', 'Só uma transação agendada pode ficar sem confirmação')
  if (isReceived === false) refuse('isReceived', 'Só uma transação agendada pode ficar sem recebimento')
}

function refuse(field: 'isConfirmed' | 'isReceived', reason: string): never {
  throw new Rejected('VALIDATION', transactionTexts.invalid, { [field]: [reason] })
}

/** The transaction as the wire shows it, amounts in reais. */
export function toTransaction(state: TransactionState): Transaction {
  const { id, accountId, details, createdAt, updatedAt, version } = lived(state)
  const { amount, ...rest } = details
  return { id, userId: accountId, ...rest, amount: centavosToReais(amount), createdAt, updatedAt, version }
}
