import type { CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import type { RecurrenceEvery } from '@prumo/shared/recurrence-rules'
import { flagsAfter, flagsAtFirst, NO_CATEGORY, type TransactionType } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionAnswer } from '@prumo/shared/transactions'
import { centavosOf } from '../lib/centavos'
import { formatDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import { changesOf, contentOf, valuesBefore, valuesOf, type CommandKind, type FieldWords, type NewCommand, type Words } from './command'

/** What a person says about a transaction. */
export interface TransactionDraft {
  type: TransactionType
  centavos: number
  description: string
  category: string | null
  date: CalendarDate
  isScheduled: boolean
  /** How it is to repeat; nothing where it does not. */
  repeats?: RepeatDraft
}

/** How a new transaction is to repeat: every week, month or year, or in so many instalments a month apart. */
export type RepeatDraft = { every: RecurrenceEvery } | { count: number }

type Details = Pick<Transaction, 'type' | 'amount' | 'description' | 'category' | 'date' | 'isScheduled'>
type Changes = Partial<Details>
type Flags = Pick<Transaction, 'isConfirmed' | 'isReceived'>
/** The answer, and the day on which it really came where that was another. */
type Answered = Flags & Partial<Pick<Transaction, 'date'>>

export const TRANSACTIONS_SCREEN = '/dashboard/transactions'

export const transactionTypeNames: Record<TransactionType, string> = { income: 'Receita', expense: 'Despesa' }

/** A new transaction. What was refused keeps its id, so that what waits behind it still means it. */
export function recordTransaction(draft: TransactionDraft, id: string = newId()): NewCommand<Transaction, Details> {
  return { name: 'transaction.record', entity: 'transaction', entityId: id, args: detailsOf(draft), on: null, draft }
}

/** Null where nothing differs from what was seen. */
export function correctTransaction(seen: Transaction, draft: TransactionDraft): NewCommand<Transaction, Changes> | null {
  const changes = changesOf(seen, detailsOf(draft))
  return Object.keys(changes).length > 0 ? { ...correction(seen, changes), draft } : null
}

/** The answer to whether a scheduled amount came. @param date when, where that is another day than it was expected on */
export function confirmTransaction(seen: Transaction, isReceived: boolean, date = seen.date): NewCommand<Transaction, Answered> {
  return confirmation(seen, { isConfirmed: true, isReceived, ...(date !== seen.date && { date }) })
}

/** It is expected on another day. */
export function postponeTransaction(seen: Transaction, date: CalendarDate): NewCommand<Transaction, Changes> {
  return correction(seen, { date })
}

export function deleteTransaction(seen: Transaction): NewCommand<Transaction, null> {
  return { name: 'transaction.delete', entity: 'transaction', entityId: seen.id, args: null, on: seen }
}

function restoreTransaction(deleted: Transaction): NewCommand<Transaction, null> {
  return { name: 'transaction.restore', entity: 'transaction', entityId: deleted.id, args: null, on: deleted }
}

function correction(seen: Transaction, changes: Changes): NewCommand<Transaction, Changes> {
  return { name: 'transaction.correct', entity: 'transaction', entityId: seen.id, args: changes, on: seen }
}

function confirmation(seen: Transaction, answered: Answered): NewCommand<Transaction, Answered> {
  return { name: 'transaction.confirm', entity: 'transaction', entityId: seen.id, args: answered, on: seen }
}

const answer = (body: unknown): Transaction => (body as TransactionAnswer).transaction

function corrected(before: Transaction, changes: Partial<Transaction>): Transaction {
  return { ...before, ...changes, ...flagsAfter(before, changes) }
}

/** A date is called otherwise where it goes in. */
function bodyOf({ date, ...rest }: Partial<Transaction>) {
  return { ...rest, ...(date !== undefined && { transactionDate: date }) }
}

const record: CommandKind<Transaction, Details> = {
  life: 'begins',
  pinned: false,
  touches: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/transactions', body: { id, ...bodyOf(args) } }),
  answer,
  effect: (now, command) => now ?? begun(command.entityId, command.account, command.args, command.at, 0),
  undo: (command) => deleteTransaction(begun(command.entityId, command.account, command.args, command.at, 1)),
  words: ({ args }) => ({
    ...common(args, formAddress(TRANSACTIONS_SCREEN)),
    did: 'Você lançou',
    what: 'Lançamento',
    todo: `lançar ${args.description}`,
    accepted: 'Transação lançada',
  }),
}

const correct: CommandKind<Transaction, Changes> = {
  life: 'changes',
  pinned: true,
  // Scheduling says whether it counts, and so do the answers to it.
  touches: ({ args }) => [
    ...(Object.keys(args) as (keyof Changes)[]),
    ...(args.isScheduled === undefined ? [] : (['isConfirmed', 'isReceived'] as const)),
  ],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/transactions/${entityId}`, body: bodyOf(args) }),
  answer,
  effect: (now, { args }) => now && corrected(now, args),
  undo: ({ on, args }) => on && undoneCorrection(on, args),
  keeping: ({ on, args }, fields) => ({ name: 'transaction.correct', args: valuesOf(on ? corrected(on, args) : args, fields) }),
  words: ({ on, args, entityId }) => {
    const description = on?.description ?? args.description ?? ''
    return {
      ...common({ description, ...on, ...args }, formAddress(TRANSACTIONS_SCREEN, entityId)),
      subject: description,
      did: 'Você corrigiu',
      what: 'Correção',
      todo: `corrigir ${description}`,
      accepted: 'Alteração salva',
    }
  },
}

/** An answer that becoming unscheduled took away comes back with it. */
function undoneCorrection(on: Transaction, args: Changes): NewCommand<Transaction, Changes> {
  const before: Partial<Transaction> = valuesBefore(on, args)
  if (before.isScheduled === true && on.isConfirmed) Object.assign(before, { isConfirmed: true, isReceived: on.isReceived })
  return correction(corrected(on, args), before)
}

const confirm: CommandKind<Transaction, Answered> = {
  life: 'changes',
  pinned: true,
  touches: ({ args }) => ['isScheduled', 'isConfirmed', 'isReceived', ...(args.date === undefined ? [] : (['date'] as const))],
  // An earlier release stored any field that was chosen after a conflict.
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/transactions/${entityId}`, body: bodyOf(args) }),
  answer,
  effect: (now, { args }) => now && corrected(now, args),
  undo: ({ on, args }) => {
    if (!on) return null
    const before = { isConfirmed: on.isConfirmed, isReceived: on.isReceived, ...(args.date !== undefined && { date: on.date }) }
    return confirmation({ ...on, ...args }, before)
  },
  // Other fields than the answer may be kept: that is a correction.
  keeping: ({ on, args }, fields) => ({ name: 'transaction.correct', args: valuesOf({ ...on, ...args }, fields) }),
  words: ({ on, args, entityId }) => {
    const description = on?.description ?? ''
    const word = !args.isConfirmed ? 'a confirmar' : args.isReceived ? 'recebido' : 'não recebido'
    return {
      ...common({ description, ...on }, formAddress(TRANSACTIONS_SCREEN, entityId)),
      did: 'Você respondeu',
      what: 'Resposta',
      todo: `marcar ${description} como ${word}`,
      accepted: `${description}: ${word}`,
      offersUndo: args.isConfirmed,
    }
  },
}

const remove: CommandKind<Transaction, null> = {
  life: 'ends',
  pinned: true,
  touches: ({ on }) => (on ? contentOf(on) : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/transactions/${entityId}` }),
  answer: () => null,
  effect: () => null,
  undo: ({ on }) => on && restoreTransaction(on),
  words: ({ on }) => ({
    ...common({ description: '', ...on }, TRANSACTIONS_SCREEN),
    did: 'Você excluiu',
    what: 'Exclusão',
    todo: `excluir ${on?.description ?? ''}`,
    accepted: 'Transação excluída',
    offersUndo: true,
  }),
}

const restore: CommandKind<Transaction, null> = {
  life: 'begins',
  pinned: false,
  touches: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/transactions/${entityId}/restore` }),
  answer,
  effect: (now, { on }) => now ?? on,
  undo: ({ on }) => on && deleteTransaction(on),
  words: ({ on }) => ({
    ...common({ description: '', ...on }, TRANSACTIONS_SCREEN),
    did: 'Você trouxe de volta',
    what: 'Volta',
    todo: `trazer ${on?.description ?? ''} de volta`,
    accepted: null,
  }),
}

/** What a transaction has that is no line of a statement and no occurrence of a recurrence. */
export const enteredByHand = { importId: null, recurrenceId: null, instalment: null } as const

export const transactionCommands = {
  'transaction.record': record,
  'transaction.correct': correct,
  'transaction.confirm': confirm,
  'transaction.delete': remove,
  'transaction.restore': restore,
}

export const transactionFields: FieldWords<Transaction> = {
  amount: { label: 'Valor', write: ({ type, amount }) => formatCentavos(type === 'income' ? centavosOf(amount) : -centavosOf(amount)) },
  description: { label: 'Descrição', write: ({ description }) => description },
  category: { label: 'Categoria', write: ({ category }) => category ?? NO_CATEGORY },
  date: { label: 'Data', write: ({ date }) => formatDate(date) },
  type: { label: 'Tipo', write: ({ type }) => transactionTypeNames[type] },
  isScheduled: { label: 'Agendamento', write: ({ isScheduled }) => (isScheduled ? 'Agendada' : 'Realizada') },
  isConfirmed: { label: 'Confirmação', write: ({ isConfirmed }) => (isConfirmed ? 'Confirmada' : 'A confirmar') },
  isReceived: { label: 'Recebimento', write: ({ isReceived }) => (isReceived ? 'Recebido' : 'Não Recebido') },
}

/** What is the same for every command on a transaction. */
function common(
  { description, type, amount = 0 }: Partial<Details> & { description: string },
  address: string,
): Pick<Words, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject: description, centavos: type === 'expense' ? -centavosOf(amount) : centavosOf(amount), address, offersUndo: false }
}

function begun(id: string, userId: string, details: Details, at: string, version: number): Transaction {
  const flags = flagsAtFirst(details.isScheduled)
  return { id, userId, ...details, ...flags, ...enteredByHand, createdAt: at, updatedAt: at, version }
}

function detailsOf({ centavos, repeats: _repeats, ...entered }: TransactionDraft): Details {
  return { ...entered, amount: centavosToReais(centavos) }
}
