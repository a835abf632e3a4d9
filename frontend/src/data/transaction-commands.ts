import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { RecurrenceEvery } from '@prumo/shared/recurrence-rules'
import { forOptionalTexts, noOptionalTexts, type DescriptiveTexts } from '@prumo/shared/transaction-details'
import { flagsAfter, flagsAtFirst, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionAnswer } from '@prumo/shared/transactions'
import { formatDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import { receiptName, stateNames } from '../lib/transaction-state-names'
import {
  pickChanges,
  editableFields,
  pickPrevious,
  pickFields,
  type CommandKind,
  type FieldFormats,
  type NewCommand,
  type CommandWords,
} from './sync/command'
import { TRANSACTIONS_SCREEN } from './screens'

/** A transaction, as entered. */
export interface TransactionDraft extends DescriptiveTexts {
  type: TransactionType
  centavos: number
  date: CalendarDate
  isScheduled: boolean
  /** How it repeats; undefined if it does not. */
  repeats?: RepeatDraft
}

/** How a new transaction repeats: every week, month or year, or in monthly instalments, by default from the first on. */
export type RepeatDraft = { every: RecurrenceEvery } | { count: number; firstNumber?: number }

type EnteredTransaction = Pick<Transaction, 'type' | 'amount' | 'date' | 'isScheduled' | keyof DescriptiveTexts>
type TransactionFieldChanges = Partial<EnteredTransaction>
type ConfirmationFlags = Pick<Transaction, 'isConfirmed' | 'isReceived'>
/** The answer, with the real day if that differs from the expected one. */
type ConfirmationAnswer = ConfirmationFlags & Partial<Pick<Transaction, 'date'>>

export const transactionTypeNames: Record<TransactionType, string> = { income: 'Receita', expense: 'Despesa' }

/** A new transaction. A refused one keeps its id when it is sent again, so that later commands still refer to it. */
export function recordTransaction(draft: TransactionDraft, id: string = newId()): NewCommand<Transaction, EnteredTransaction> {
  return { name: 'transaction.record', entity: 'transaction', entityId: id, args: detailsOf(draft), base: null, draft }
}

/** A correction; null if nothing differs from `seen`. */
export function correctTransaction(seen: Transaction, draft: TransactionDraft): NewCommand<Transaction, TransactionFieldChanges> | null {
  const changes = pickChanges(seen, detailsOf(draft))
  return Object.keys(changes).length > 0 ? { ...correction(seen, changes), draft } : null
}

/** Answers whether a scheduled amount came. @param date the real day, if that differs from the expected one */
export function confirmTransaction(seen: Transaction, isReceived: boolean, date = seen.date): NewCommand<Transaction, ConfirmationAnswer> {
  return confirmation(seen, { isConfirmed: true, isReceived, ...(date !== seen.date && { date }) })
}

/** Moves the expected day. */
export function postponeTransaction(seen: Transaction, date: CalendarDate): NewCommand<Transaction, TransactionFieldChanges> {
  return correction(seen, { date })
}

export function deleteTransaction(seen: Transaction): NewCommand<Transaction, null> {
  return { name: 'transaction.delete', entity: 'transaction', entityId: seen.id, args: null, base: seen }
}

function restoreTransaction(deleted: Transaction): NewCommand<Transaction, null> {
  return { name: 'transaction.restore', entity: 'transaction', entityId: deleted.id, args: null, base: deleted }
}

function correction(seen: Transaction, changes: TransactionFieldChanges): NewCommand<Transaction, TransactionFieldChanges> {
  return { name: 'transaction.correct', entity: 'transaction', entityId: seen.id, args: changes, base: seen }
}

function confirmation(seen: Transaction, answered: ConfirmationAnswer): NewCommand<Transaction, ConfirmationAnswer> {
  return { name: 'transaction.confirm', entity: 'transaction', entityId: seen.id, args: answered, base: seen }
}

const parseTransaction = (body: unknown): Transaction => (body as TransactionAnswer).transaction

function withCorrection(before: Transaction, changes: Partial<Transaction>): Transaction {
  return { ...before, ...changes, ...flagsAfter(before, changes) }
}

/** Requests have another name for the date. */
function toBody({ date, ...rest }: Partial<Transaction>) {
  return { ...rest, ...(date !== undefined && { transactionDate: date }) }
}

const recordKind: CommandKind<Transaction, EnteredTransaction> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/transactions', body: { id, ...toBody(args) } }),
  parseAnswer: parseTransaction,
  apply: (now, command) => now ?? createTransaction(command.entityId, command.account, command.args, command.at, 0),
  invert: (command) => deleteTransaction(createTransaction(command.entityId, command.account, command.args, command.at, 1)),
  words: ({ args }) => ({
    ...common(args, formAddress(TRANSACTIONS_SCREEN)),
    pastTense: 'Você lançou',
    noun: 'Lançamento',
    infinitive: `lançar ${args.description}`,
    accepted: 'Transação lançada',
  }),
}

const correctKind: CommandKind<Transaction, TransactionFieldChanges> = {
  lifecycle: 'changes',
  requiresVersion: true,
  // Scheduling and confirmation determine whether it counts.
  affectedFields: ({ args }) => [
    ...(Object.keys(args) as (keyof TransactionFieldChanges)[]),
    ...(args.isScheduled === undefined ? [] : (['isConfirmed', 'isReceived'] as const)),
  ],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/transactions/${entityId}`, body: toBody(args) }),
  parseAnswer: parseTransaction,
  apply: (now, { args }) => now && withCorrection(now, args),
  invert: ({ base, args }) => base && revertCorrection(base, args),
  keepFields: ({ base, args }, fields) => ({
    name: 'transaction.correct',
    args: pickFields(base ? withCorrection(base, args) : args, fields),
  }),
  words: ({ base, args, entityId }) => {
    const description = base?.description ?? args.description ?? ''
    return {
      ...common({ description, ...base, ...args }, formAddress(TRANSACTIONS_SCREEN, entityId)),
      subject: description,
      pastTense: 'Você corrigiu',
      noun: 'Correção',
      infinitive: `corrigir ${description}`,
      accepted: 'Alteração salva',
    }
  },
}

/** Also restores a confirmation that was lost when the transaction was unscheduled. */
function revertCorrection(on: Transaction, args: TransactionFieldChanges): NewCommand<Transaction, TransactionFieldChanges> {
  const before: Partial<Transaction> = pickPrevious(on, args)
  if (before.isScheduled === true && on.isConfirmed) Object.assign(before, { isConfirmed: true, isReceived: on.isReceived })
  return correction(withCorrection(on, args), before)
}

const confirmKind: CommandKind<Transaction, ConfirmationAnswer> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: ({ args }) => ['isScheduled', 'isConfirmed', 'isReceived', ...(args.date === undefined ? [] : (['date'] as const))],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/transactions/${entityId}`, body: toBody(args) }),
  parseAnswer: parseTransaction,
  apply: (now, { args }) => now && withCorrection(now, args),
  invert: ({ base, args }) => {
    if (!base) return null
    const before = { isConfirmed: base.isConfirmed, isReceived: base.isReceived, ...(args.date !== undefined && { date: base.date }) }
    return confirmation({ ...base, ...args }, before)
  },
  // Other fields than the confirmation may be kept; that is a correction.
  keepFields: ({ base, args }, fields) => ({ name: 'transaction.correct', args: pickFields({ ...base, ...args }, fields) }),
  words: ({ base, args, entityId }) => {
    const description = base?.description ?? ''
    const word = (args.isConfirmed ? receiptName(args.isReceived) : stateNames.pending.one).toLowerCase()
    return {
      ...common({ description, ...base }, formAddress(TRANSACTIONS_SCREEN, entityId)),
      pastTense: 'Você respondeu',
      noun: 'Resposta',
      infinitive: `marcar ${description} como ${word}`,
      accepted: `${description}: ${word}`,
      offersUndo: args.isConfirmed,
    }
  },
}

const deleteKind: CommandKind<Transaction, null> = {
  lifecycle: 'deletes',
  requiresVersion: true,
  affectedFields: ({ base }) => (base ? editableFields(base) : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/transactions/${entityId}` }),
  parseAnswer: () => null,
  apply: () => null,
  invert: ({ base }) => base && restoreTransaction(base),
  words: ({ base }) => ({
    ...common({ description: '', ...base }, TRANSACTIONS_SCREEN),
    pastTense: 'Você excluiu',
    noun: 'Exclusão',
    infinitive: `excluir ${base?.description ?? ''}`,
    accepted: 'Transação excluída',
    offersUndo: true,
  }),
}

const restoreKind: CommandKind<Transaction, null> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/transactions/${entityId}/restore` }),
  parseAnswer: parseTransaction,
  apply: (now, { base }) => now ?? base,
  invert: ({ base }) => base && deleteTransaction(base),
  words: ({ base }) => ({
    ...common({ description: '', ...base }, TRANSACTIONS_SCREEN),
    pastTense: 'Você trouxe de volta',
    noun: 'Volta',
    infinitive: `trazer ${base?.description ?? ''} de volta`,
    accepted: null,
  }),
}

/** The details of a transaction entered by hand, for those that its command does not name. */
export const defaultDetails = { ...noOptionalTexts, importId: null, recurrenceId: null, instalment: null } as const

export const transactionCommands = {
  'transaction.record': recordKind,
  'transaction.correct': correctKind,
  'transaction.confirm': confirmKind,
  'transaction.delete': deleteKind,
  'transaction.restore': restoreKind,
}

export const transactionFields: FieldFormats<Transaction> = {
  amount: { label: 'Valor', format: ({ type, amount }) => formatCentavos((type === 'income' ? 1 : -1) * amount) },
  description: { label: 'Descrição', format: ({ description }) => description },
  ...forOptionalTexts((name, { label, none }) => ({ label, format: (transaction: Transaction) => transaction[name] ?? none })),
  date: { label: 'Data', format: ({ date }) => formatDate(date) },
  type: { label: 'Tipo', format: ({ type }) => transactionTypeNames[type] },
  isScheduled: { label: 'Agendamento', format: ({ isScheduled }) => (isScheduled ? 'Agendada' : stateNames.settled.one) },
  isConfirmed: { label: 'Confirmação', format: ({ isConfirmed }) => (isConfirmed ? 'Confirmada' : stateNames.pending.one) },
  isReceived: { label: 'Recebimento', format: ({ isReceived }) => receiptName(isReceived) },
}

/** The words that all commands on a transaction share. */
function common(
  { description, type, amount = 0 }: Partial<EnteredTransaction> & { description: string },
  address: string,
): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject: description, centavos: (type === 'expense' ? -1 : 1) * amount, address, offersUndo: false }
}

function createTransaction(id: string, userId: string, details: EnteredTransaction, at: string, version: number): Transaction {
  const flags = flagsAtFirst(details.isScheduled)
  return { id, userId, ...defaultDetails, ...details, ...flags, createdAt: at, updatedAt: at, version }
}

function detailsOf({ centavos, repeats: _repeats, ...entered }: TransactionDraft): EnteredTransaction {
  return { ...entered, amount: centavos }
}
