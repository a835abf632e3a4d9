import type { ActivityPage } from '@prumo/shared/activity'
import { applicableChange, MAX_BATCH } from '@prumo/shared/batch-rules'
import type { TransactionBatchBody } from '@prumo/shared/batches'
import type { Transaction } from '@prumo/shared/transactions'
import { newId } from '../lib/new-id'
import { TRANSACTIONS_SCREEN } from './screens'
import {
  derivedKind,
  pickChanges,
  pickFields,
  type CommandKind,
  type CommandWords,
  type Entity,
  type NewCommand,
  type QueuedCommand,
} from './sync/command'
import { namesOfWallets, withCorrection } from './transaction-commands'

/** A change of several transactions; what does not apply to one is left out for it. */
export type SharedChange = Partial<Pick<Transaction, 'category' | 'date' | 'walletId' | 'isConfirmed' | 'isReceived' | 'fiscal'>>

/** A command on several transactions, once the server has it. */
export interface Batch extends Entity {
  /** The position of the account's log after it: the newest entry of a batch up to here is its own. */
  seq: number
}

export interface BatchArgs {
  /** The transactions as the person saw them. */
  rows: readonly Transaction[]
  /** Null deletes them. */
  change: SharedChange | null
  /** The versions that must not have changed meanwhile, by id. */
  versions: Readonly<Record<string, number>>
}

/**
 * The commands that change several transactions: one for each 500, and one for each type where a category is given, because
 * receipts and expenses have different ones.
 * @param queue this device's commands on transactions: those that wait give their transactions new versions
 */
export function changeTransactions(
  rows: readonly Transaction[],
  change: SharedChange,
  queue: readonly QueuedCommand[],
): NewCommand<Batch, BatchArgs>[] {
  const changing = rows.filter((row) => Object.keys(changesOf(row, change)).length > 0)
  const groups = change.category
    ? [changing.filter(({ type }) => type === 'income'), changing.filter(({ type }) => type !== 'income')]
    : [changing]
  return groups.flatMap((group) => portionsOf(group).map((portion) => batch(portion, change, queue)))
}

/** The commands that delete several transactions, one for each 500. */
export function deleteTransactions(rows: readonly Transaction[], queue: readonly QueuedCommand[]): NewCommand<Batch, BatchArgs>[] {
  return portionsOf(rows).map((portion) => batch(portion, null, queue))
}

/**
 * A refused batch, for the transactions that are left and without comparing their versions again; null if none is left.
 * @param left the ids of transactions that it leaves as they are
 */
export function repeatBatch({ rows, change }: BatchArgs, left: ReadonlySet<string>): NewCommand<Batch, BatchArgs> | null {
  const others = rows.filter(({ id }) => !left.has(id))
  return others.length === 0 ? null : command({ rows: others, change, versions: {} })
}

function portionsOf(rows: readonly Transaction[]): readonly Transaction[][] {
  return Array.from({ length: Math.ceil(rows.length / MAX_BATCH) }, (_, index) => rows.slice(index * MAX_BATCH, (index + 1) * MAX_BATCH))
}

function batch(rows: readonly Transaction[], change: SharedChange | null, queue: readonly QueuedCommand[]): NewCommand<Batch, BatchArgs> {
  const queued = new Set(queue.map(({ command: { entityId } }) => entityId))
  const versions = Object.fromEntries(
    rows.filter(({ id, version }) => version > 0 && !queued.has(id)).map(({ id, version }) => [id, version]),
  )
  return command({ rows, change, versions })
}

function command(args: BatchArgs): NewCommand<Batch, BatchArgs> {
  return { name: 'batch.change', entity: 'batch', entityId: newId(), args, base: null }
}

/** What a change gives one transaction, without what it has already. */
export function changesOf(row: Transaction, change: SharedChange): Partial<Transaction> {
  return pickChanges(row, applicableChange(change, row) as SharedChange)
}

const changeKind: CommandKind<Batch, BatchArgs> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => [],
  derivedCommands: ({ args: { rows, change } }) => rows.flatMap((row) => derivedCommand(row, change) ?? []),
  dependencies: ({ args: { rows, change } }) => [
    ...rows.map(({ id }) => ({ entity: 'transaction', entityId: id })),
    ...namesOfWallets(change?.walletId),
  ],
  request: ({ args }) => ({ method: 'POST', path: '/transactions/batch', body: toBody(args) }),
  parseAnswer: (_body, { entityId: id }, { seq }) => ({ id, version: 1, seq }),
  apply: (now) => now,
  invert: ({ entityId, args }, after) => ({ name: 'batch.undo', entity: 'batch', entityId, args, base: after }),
  words: ({ args }) => ({ ...wordsOfBatch(args), offersUndo: true }),
}

/** The history undoes it, and leaves as they are the transactions that were changed since. */
const undoKind: CommandKind<Batch, BatchArgs> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => [],
  derivedCommands: ({ args: { rows, change } }) => rows.flatMap((row) => revertingCommand(row, change) ?? []),
  dependencies: ({ args: { rows } }) => rows.map(({ id }) => ({ entity: 'transaction', entityId: id })),
  lookup: () => '/activity?entity=batch&limit=200',
  request: ({ base }, found) => ({ method: 'POST', path: `/activity/${positionIn(found as ActivityPage, base)}/undo`, body: {} }),
  parseAnswer: (_body, { base }) => base,
  apply: (now) => now,
  invert: () => null,
  words: ({ args: { rows } }) => ({
    ...common(rows.length),
    pastTense: `Você desfez a mudança em ${countTransactions(rows.length)}`,
    noun: 'Mudança desfeita',
    infinitive: `desfazer a mudança em ${countTransactions(rows.length)}`,
    accepted: null,
  }),
}

export const batchCommands = { 'batch.change': changeKind, 'batch.undo': undoKind }

/** The position of a batch's entry in the history: the newest up to the position of its answer. 0, which no entry has, without any. */
function positionIn({ activity }: ActivityPage, base: Batch | null): number {
  return activity.find(({ position }) => position <= (base?.seq ?? 0))?.position ?? 0
}

function derivedCommand(row: Transaction, change: SharedChange | null): NewCommand<Transaction, Partial<Transaction>> | null {
  const entity = { entity: 'transaction', entityId: row.id, base: row } as const
  if (!change) return { ...entity, name: 'batch.remove', args: {} }
  const changes = changesOf(row, change)
  return Object.keys(changes).length > 0 ? { ...entity, name: 'batch.part', args: changes } : null
}

interface RevertArgs {
  before: Transaction
  /** Null if the batch deleted it. */
  after: Partial<Transaction> | null
}

function revertingCommand(row: Transaction, change: SharedChange | null): NewCommand<Transaction, RevertArgs> | null {
  const entity = { name: 'batch.revert', entity: 'transaction', entityId: row.id } as const
  if (!change) return { ...entity, args: { before: row, after: null }, base: null }
  const changes = changesOf(row, change)
  if (Object.keys(changes).length === 0) return null
  const changed = withCorrection(row, changes)
  return { ...entity, args: { before: row, after: pickChanges(row, changed) }, base: changed }
}

const partKind: CommandKind<Transaction, Partial<Transaction>> = {
  ...derivedKind,
  lifecycle: 'changes',
  apply: (now, { args }) => now && withCorrection(now, args),
}

const removeKind: CommandKind<Transaction, unknown> = { ...derivedKind, lifecycle: 'deletes', apply: () => null }

const revertKind: CommandKind<Transaction, RevertArgs> = {
  ...derivedKind,
  lifecycle: 'changes',
  apply: (now, { args: { before, after } }) => {
    if (!after) return now ?? before
    if (!now || Object.keys(pickChanges(now, after)).length > 0) return now
    return { ...now, ...pickFields(before, Object.keys(after)) }
  },
}

/** The commands of a batch on its transactions; never stored. */
export const batchDerivedCommands = { 'batch.part': partKind, 'batch.remove': removeKind, 'batch.revert': revertKind }

function toBody({ rows, change, versions }: BatchArgs): TransactionBatchBody {
  const ids = rows.map(({ id }) => id)
  if (!change) return { ids, delete: true, versions }
  const { date, ...rest } = change
  return { ids, change: { ...rest, ...(date !== undefined && { transactionDate: date }) }, versions }
}

function wordsOfBatch({ rows, change }: BatchArgs): CommandWords {
  const count = rows.length
  const all = countTransactions(count)
  if (!change)
    return {
      ...common(count),
      pastTense: `Você excluiu ${all}`,
      noun: 'Exclusão de várias',
      infinitive: `excluir ${all}`,
      accepted: `${all} ${count === 1 ? 'excluída' : 'excluídas'}`,
    }
  if (change.isConfirmed)
    return {
      ...common(count),
      pastTense: `Você confirmou ${all}`,
      noun: 'Confirmação de várias',
      infinitive: `confirmar ${all}`,
      accepted: `${all} ${count === 1 ? 'confirmada' : 'confirmadas'}`,
    }
  return {
    ...common(count),
    pastTense: `Você mudou ${all}`,
    noun: 'Mudança em várias',
    infinitive: `mudar ${all}`,
    accepted: `${all} ${count === 1 ? 'mudada' : 'mudadas'}`,
  }
}

/** The words that all commands on several transactions share. */
function common(count: number): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject: countTransactions(count), centavos: null, address: TRANSACTIONS_SCREEN, offersUndo: false }
}

/** `1 transação`, `1.200 transações` */
export function countTransactions(count: number): string {
  return count === 1 ? '1 transação' : `${plain.format(count)} transações`
}

const plain = new Intl.NumberFormat('pt-BR')
