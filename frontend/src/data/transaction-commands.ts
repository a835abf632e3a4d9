import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { fitFiscal, noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import { formatCentavos } from '@prumo/shared/money'
import type { RecurrenceEvery } from '@prumo/shared/recurrence-rules'
import { forOptionalTexts, noOptionalTexts, pickTexts, type DescriptiveTexts } from '@prumo/shared/transaction-details'
import { flagsAfter, flagsAtFirst, stateOf, type FlowType, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionAnswer } from '@prumo/shared/transactions'
import { formatDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import { fiscalText } from '../lib/fiscal-text'
import { receiptName, stateNames } from '../lib/transaction-state-names'
import {
  pickChanges,
  editableFields,
  pickPrevious,
  pickFields,
  type Command,
  type CommandKind,
  type EntityName,
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
  /** The main one if it is undefined. */
  walletId?: string | undefined
  /** Where a transfer goes; only of a transfer. */
  toWalletId?: string | null | undefined
  /** The day on which a transfer arrives, by default the day on which it leaves. */
  toDate?: CalendarDate | null | undefined
  /** What it says for the MEI; undefined leaves it. */
  fiscal?: Fiscal | null | undefined
  /** How it repeats; undefined if it does not. */
  repeats?: RepeatDraft
  /** The rule from which the category of a new transaction came. */
  ruleId?: string | undefined
}

/** How a new transaction repeats: every so many weeks, months or years, or in monthly instalments, by default from the first on. */
export type RepeatDraft = { every: RecurrenceEvery; interval?: number } | { count: number; firstNumber?: number }

type TransactionPlaces = Pick<Transaction, 'walletId' | 'toWalletId' | 'toDate'>
type EnteredTransaction = Pick<Transaction, 'type' | 'amount' | 'date' | 'isScheduled' | keyof DescriptiveTexts> &
  Partial<TransactionPlaces & Pick<Transaction, 'fiscal'>>
type TransactionFieldChanges = Partial<EnteredTransaction>
/** What is sent of a new transaction. */
type RecordedTransaction = EnteredTransaction & Pick<TransactionDraft, 'ruleId'>
type ConfirmationFlags = Pick<Transaction, 'isConfirmed' | 'isReceived'>
/** The answer, with the real day if that differs from the expected one. */
type ConfirmationAnswer = ConfirmationFlags & Partial<Pick<Transaction, 'date'>>

export const transactionTypeNames: Record<TransactionType, string> = { income: 'Receita', expense: 'Despesa', transfer: 'Transferência' }

/** The wallet of a transaction that names none, until the server answers: the main one, which this device has not read. */
export const UNNAMED_WALLET = ''

/** A new transaction. A refused one keeps its id when it is sent again, so that later commands still refer to it. */
export function recordTransaction(draft: TransactionDraft, id: string = newId()): NewCommand<Transaction, RecordedTransaction> {
  const args = { ...detailsOf(draft), ...(draft.ruleId && { ruleId: draft.ruleId }) }
  return { name: 'transaction.record', entity: 'transaction', entityId: id, args, base: null, draft }
}

/** The empty draft of a bill that comes every month. */
export function monthlyBillDraft(date: CalendarDate): TransactionDraft {
  return { ...noOptionalTexts, type: 'expense', centavos: 0, description: '', date, isScheduled: false, repeats: { every: 'month' } }
}

/** The draft of a transaction like another one, on another day. */
export function draftAgain(seen: Transaction, date: CalendarDate): TransactionDraft {
  const { type, amount, walletId, toWalletId } = seen
  return { ...pickTexts(seen), type, centavos: amount, date, isScheduled: stateOf(seen) === 'pending', walletId, toWalletId }
}

/** A correction; null if nothing differs from `seen`. */
export function correctTransaction(seen: Transaction, draft: TransactionDraft): NewCommand<Transaction, TransactionFieldChanges> | null {
  const details = detailsOf(draft)
  const changes = pickChanges(seen, details)
  // A change from or to a transfer names its wallets, also one that stays.
  if (changes.type !== undefined && isBetween(seen, details)) changes.walletId = draft.walletId ?? seen.walletId
  return Object.keys(changes).length > 0 ? { ...correction(seen, changes), draft } : null
}

/** An income or expense that turns out to be a transfer. */
export function turnIntoTransfer(
  seen: Transaction,
  walletId: string,
  toWalletId: string,
): NewCommand<Transaction, TransactionFieldChanges> {
  return correction(seen, { type: 'transfer', walletId, toWalletId, category: null })
}

/** A transfer that turns out to be an income or expense of one of its wallets. */
export function turnIntoFlow(seen: Transaction, type: FlowType, walletId: string): NewCommand<Transaction, TransactionFieldChanges> {
  return correction(seen, { type, walletId })
}

/** Whether a correction turns a transfer into something else, or something else into a transfer. */
function isBetween(before: Pick<Transaction, 'type'>, after: { type?: TransactionType }): boolean {
  return after.type !== undefined && after.type !== before.type && (before.type === 'transfer' || after.type === 'transfer')
}

/** Answers whether a scheduled amount came. @param date the real day, if that differs from the expected one */
export function confirmTransaction(seen: Transaction, isReceived: boolean, date = seen.date): NewCommand<Transaction, ConfirmationAnswer> {
  return confirmation(seen, { isConfirmed: true, isReceived, ...(date !== seen.date && { date }) })
}

/** Moves the expected day. */
export function postponeTransaction(seen: Transaction, date: CalendarDate): NewCommand<Transaction, TransactionFieldChanges> {
  return correction(seen, { date })
}

/** Gives another category. */
export function fileTransaction(seen: Transaction, category: string | null): NewCommand<Transaction, TransactionFieldChanges> {
  return correction(seen, { category })
}

/** The entered values of a transaction, to enter the same again. */
export function draftOf({
  type,
  amount,
  description,
  category,
  note,
  date,
  isScheduled,
  walletId,
  toWalletId,
  fiscal,
}: Transaction): TransactionDraft {
  return { type, centavos: amount, description, category, note, date, isScheduled, walletId, toWalletId, fiscal }
}

/** Replaces what a transaction says for the MEI; fields of another type have no effect. */
export function markForMei(seen: Transaction, fiscal: Fiscal | null): NewCommand<Transaction, TransactionFieldChanges> {
  return correction(seen, { fiscal: fitFiscal(seen.type, fiscal) })
}

/** Says of an expense which month's DAS it paid. @param month null if it paid none */
export function markDas(seen: Transaction, month: CalendarMonth | null): NewCommand<Transaction, TransactionFieldChanges> {
  return markForMei(seen, { ...noFiscal, dasOf: month })
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

/** A transaction after a correction, by the server's rules. */
export function withCorrection(before: Transaction, changes: Partial<Transaction>): Transaction {
  const after = { ...before, ...changes, ...placesAfter(before, changes), ...flagsAfter(before, changes) }
  return { ...after, fiscal: fitFiscal(after.type, after.fiscal) }
}

/** Wallets, days and category after a correction, by the server's rules. */
function placesAfter(before: Transaction, changes: Partial<Transaction>): Partial<Transaction> {
  const type = changes.type ?? before.type
  const date = changes.date ?? before.date
  if (type === 'transfer') {
    const follows = before.type !== 'transfer' || before.toDate === before.date
    const toDate = changes.toDate ?? (follows ? date : before.toDate)
    return { toWalletId: changes.toWalletId ?? before.toWalletId, toDate, category: null }
  }
  if (before.type !== 'transfer') return {}
  // The side of the wallet that it stays in keeps its day.
  const own = changes.walletId === before.toWalletId ? (before.toDate ?? before.date) : before.date
  return { date: changes.date ?? own, toWalletId: null, toDate: null }
}

/** Requests have another name for the date, and name a destination only of a transfer. */
function toBody({ date, toWalletId, toDate, ...rest }: Partial<Transaction>) {
  return { ...rest, ...(toWalletId && { toWalletId }), ...(toDate && { toDate }), ...(date !== undefined && { transactionDate: date }) }
}

const recordKind: CommandKind<Transaction, RecordedTransaction> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  dependencies: walletsNamed,
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/transactions', body: { id, ...toBody(args) } }),
  parseAnswer: parseTransaction,
  apply: (now, command) => now ?? createTransaction(command.entityId, command.account, command.args, command.at, 0),
  invert: (command) => deleteTransaction(createTransaction(command.entityId, command.account, command.args, command.at, 1)),
  words: ({ args }) => ({
    ...common(args, formAddress(TRANSACTIONS_SCREEN)),
    pastTense: 'Você lançou',
    noun: 'Lançamento',
    infinitive: `lançar ${args.description}`,
    accepted: args.type === 'transfer' ? 'Transferência lançada' : 'Transação lançada',
    offersUndo: true,
  }),
}

const correctKind: CommandKind<Transaction, TransactionFieldChanges> = {
  lifecycle: 'changes',
  requiresVersion: true,
  // Scheduling and confirmation determine whether it counts; the type, which wallets it is in and what it can say for the MEI.
  affectedFields: ({ args }) => [
    ...(Object.keys(args) as (keyof TransactionFieldChanges)[]),
    ...(args.isScheduled === undefined ? [] : (['isConfirmed', 'isReceived'] as const)),
    ...(args.type === undefined ? [] : (['walletId', 'toWalletId', 'fiscal'] as const)),
  ],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/transactions/${entityId}`, body: toBody(args) }),
  parseAnswer: parseTransaction,
  apply: (now, { args }) => now && withCorrection(now, args),
  invert: ({ base, args }) => base && revertCorrection(base, args),
  dependencies: walletsNamed,
  keepFields: ({ base, args }, fields) => ({
    name: 'transaction.correct',
    args: pickFields(
      base ? withCorrection(base, args) : args,
      fields.includes('type') ? [...fields, 'walletId', 'toWalletId', 'fiscal'] : fields,
    ),
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
      offersUndo: true,
    }
  },
}

/** Also restores a confirmation that was lost when the transaction was unscheduled. */
function revertCorrection(on: Transaction, args: TransactionFieldChanges): NewCommand<Transaction, TransactionFieldChanges> {
  const before: Partial<Transaction> = pickPrevious(on, args)
  if (args.type !== undefined && on.fiscal !== null) before.fiscal = on.fiscal
  if (before.isScheduled === true && on.isConfirmed) Object.assign(before, { isConfirmed: true, isReceived: on.isReceived })
  if (isBetween(on, args)) {
    const { walletId, toWalletId, date, toDate, category } = on
    Object.assign(before, { walletId, toWalletId, date, toDate, category })
  }
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
    const word = (args.isConfirmed ? receiptName(args.isReceived, base?.type) : stateNames.pending.one).toLowerCase()
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
export const defaultDetails = {
  ...noOptionalTexts,
  walletId: UNNAMED_WALLET,
  toWalletId: null,
  toDate: null,
  statementText: null,
  importId: null,
  recurrenceId: null,
  instalment: null,
  fiscal: null,
  attachmentCount: 0,
} as const

export const transactionCommands = {
  'transaction.record': recordKind,
  'transaction.correct': correctKind,
  'transaction.confirm': confirmKind,
  'transaction.delete': deleteKind,
  'transaction.restore': restoreKind,
}

/** The wallets that a command on a transaction names: it waits until those are on the server. */
function walletsNamed({ args: { walletId, toWalletId } }: Command<Transaction, TransactionFieldChanges>): EntityName[] {
  return namesOfWallets(walletId, toWalletId)
}

/** The names of wallets as entities; those that are not given have none. */
export function namesOfWallets(...ids: readonly (string | null | undefined)[]): EntityName[] {
  return ids.flatMap((entityId) => (entityId ? { entity: 'wallet', entityId } : []))
}

export const transactionFields: FieldFormats<Transaction> = {
  amount: { label: 'Valor', format: ({ type, amount }) => formatCentavos((type === 'expense' ? -1 : 1) * amount) },
  description: { label: 'Descrição', format: ({ description }) => description },
  ...forOptionalTexts((name, { label, none }) => ({ label, format: (transaction: Transaction) => transaction[name] ?? none })),
  date: { label: 'Data', format: ({ date }) => formatDate(date) },
  type: { label: 'Tipo', format: ({ type }) => transactionTypeNames[type] },
  walletId: { label: 'Conta', format: ({ walletId }, { walletName }) => walletName(walletId) },
  toWalletId: { label: 'Para', format: ({ toWalletId }, { walletName }) => (toWalletId === null ? 'Nenhuma' : walletName(toWalletId)) },
  toDate: { label: 'Chega em', format: ({ toDate, date }) => formatDate(toDate ?? date) },
  isScheduled: { label: 'Agendamento', format: ({ isScheduled }) => (isScheduled ? 'Agendada' : stateNames.settled.one) },
  isConfirmed: { label: 'Confirmação', format: ({ isConfirmed }) => (isConfirmed ? 'Confirmada' : stateNames.pending.one) },
  fiscal: { label: 'MEI', format: ({ fiscal }) => fiscalText(fiscal) },
  isReceived: { label: 'Resposta', format: ({ isReceived, type }) => receiptName(isReceived, type) },
}

/** The words that all commands on a transaction share. */
function common(
  { description, type, amount = 0 }: Partial<EnteredTransaction> & { description: string },
  address: string,
): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject: description, centavos: (type === 'expense' ? -1 : 1) * amount, address, offersUndo: false }
}

function createTransaction(
  id: string,
  userId: string,
  { ruleId: _ruleId, ...details }: RecordedTransaction,
  at: string,
  version: number,
): Transaction {
  const flags = flagsAtFirst(details.isScheduled)
  return { id, userId, ...defaultDetails, ...details, ...flags, createdAt: at, updatedAt: at, version }
}

function detailsOf({
  centavos,
  repeats: _repeats,
  ruleId: _ruleId,
  walletId,
  toWalletId,
  toDate,
  fiscal,
  ...entered
}: TransactionDraft): EnteredTransaction {
  const marks = fiscal === undefined ? {} : { fiscal: fitFiscal(entered.type, fiscal) }
  const details: EnteredTransaction = { ...entered, amount: centavos, ...(walletId && { walletId }), ...marks }
  if (entered.type !== 'transfer') return details
  return { ...details, category: null, ...(toWalletId && { toWalletId }), toDate: toDate ?? entered.date }
}
