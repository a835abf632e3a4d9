import { spellCategory, type CategoryCount } from '@prumo/shared/category-spelling'
import { fitFiscal, misplacedFiscal } from '@prumo/shared/fiscal-marks'
import { meiTexts } from '@prumo/shared/mei-rules'
import type { ExpectedOccurrence } from '@prumo/shared/recurrence-rules'
import { Rejected } from '@prumo/shared/rejections'
import { changeTexts, type OptionalTexts } from '@prumo/shared/transaction-details'
import { flagsAfter, flagsAtFirst, stateOf, transactionTexts } from '@prumo/shared/transaction-rules'
import type { Transaction, TransactionChanges } from '@prumo/shared/transactions'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { walletTexts } from '@prumo/shared/wallet-rules'
import {
  type Decider,
  requireAlive,
  changedNames,
  requireDeleted,
  evolveEntity,
  existing,
  refuseUsedId,
  type EntityState,
} from '../event-store/decider/decider.js'
import { hasSameDetails, NotUndoable, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import {
  evolveLines,
  joinByLine,
  settleByLine,
  withoutImport,
  type LineHistory,
  type LineTexts,
  type WalletLine,
} from './statement-lines.js'
import { placesAfter, placesAtFirst, type NamedWallets, type SentPlaces } from './transaction-places.js'
import { defaultDetails, keysOf, type TransactionDetails, type TransactionEvent } from './transaction.events.js'

/** The statement line and import of a transaction. */
type LineReference = Pick<TransactionDetails, 'importId' | 'importKey'>
/** The keys of a transaction's statement lines as they were sent; `to` is that of the side to which a transfer goes. */
export interface SentKeys {
  from?: string | null | undefined
  to?: string | null | undefined
}
type RecordedDetails = Omit<TransactionDetails, 'isConfirmed' | 'isReceived' | keyof typeof defaultDetails> &
  Partial<OptionalTexts & LineReference & Pick<TransactionDetails, 'walletId' | 'to' | 'statementText' | 'fiscal'>>

/**
 * `ruleId` is the rule from which the category came. `wallets` are those that `places` or the changes name. `used` are the categories
 * in use: a typed one takes their spelling. `takenKeys` are former line keys of this transaction that another one has now. `BringTransaction` restores a transaction from a
 * copy, with its original time of creation.
 */
export type TransactionCommand =
  | {
      type: 'RecordTransaction'
      details: RecordedDetails
      places?: SentPlaces
      wallets?: NamedWallets
      used?: readonly CategoryCount[]
      sent?: SentKeys
      ruleId?: string | undefined
    }
  | { type: 'BringTransaction'; details: TransactionDetails; createdAt: string; sent: SentKeys; takenKeys: readonly string[] }
  | { type: 'CorrectTransaction'; changes: TransactionChanges; wallets?: NamedWallets; used?: readonly CategoryCount[] }
  | { type: 'DeleteTransaction' }
  | { type: 'RestoreTransaction'; takenKeys?: readonly string[] }
  | { type: 'SettleTransaction'; line: WalletLine; sent?: string }
  | { type: 'JoinTransaction'; line: WalletLine; texts: LineTexts; sent?: string }
  | { type: 'LeaveImport'; importId: string }
  | FollowRecurrence
  | { type: 'WithdrawOccurrence' }
  | (Undo<TransactionEvent> & { takenKeys?: readonly string[] })

/**
 * A change of a recurrence's plan for one of its dates; null where it does not occur. `undoes` is an event of the
 * undone command: it is reverted exactly, unless the transaction changed since.
 */
interface FollowRecurrence {
  type: 'FollowRecurrence'
  recurrenceId: string
  before: ExpectedOccurrence | null
  after: ExpectedOccurrence | null
  undoes?: { type: string; version: number }
}

export type TransactionEntityState = EntityState<TransactionDetails> & {
  /** Its recurrence withdrew it. */
  isWithdrawn?: true
  /** How many receipts it has, also a deleted one, with which they return; none if absent. */
  attachmentCount?: number
  lines?: LineHistory
}

export const transactionDecider: Decider<TransactionCommand, TransactionEntityState, TransactionEvent> = {
  entity: 'transaction',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  withCount: (state, attachmentCount) => ({ ...state, attachmentCount }),

  decide(command, state) {
    switch (command.type) {
      case 'RecordTransaction': {
        refuseUsedId(state)
        const { details, places: sent, wallets } = command
        const places = sent && wallets ? placesAtFirst(sent, details, wallets) : {}
        // Spreading three objects into one literal is forty times slower in V8.
        const after: TransactionDetails = Object.assign(flagsAtFirst(details.isScheduled), defaultDetails, details, places)
        after.fiscal = fiscalOf(after.type, after.fiscal)
        if (after.category !== null && after.type !== 'transfer') after.category = spellCategory(after.category, after.type, command.used)
        const { ruleId } = command
        return [{ type: 'TransactionRecorded', data: { after, ...(ruleId !== undefined && { ruleId }), ...linesOf(command.sent) } }]
      }
      case 'BringTransaction': {
        refuseUsedId(state)
        const { details: after, createdAt, sent, takenKeys } = command
        refuseTaken(after, takenKeys)
        return [{ type: 'TransactionRestored', data: { after, createdAt, ...linesOf(sent) } }]
      }
      case 'CorrectTransaction':
        return correct(requireAlive(state, transactionTexts.unknown).details, command)
      case 'DeleteTransaction':
        return [{ type: 'TransactionDeleted', data: { before: requireAlive(state).details } }]
      case 'RestoreTransaction': {
        const { details, createdAt } = requireDeleted(state, transactionTexts.notDeleted)
        refuseTaken(details, command.takenKeys)
        return [restored(state, details, createdAt)]
      }
      case 'SettleTransaction': {
        const settled = settleByLine(aliveDetails(state), command.line)
        return [{ type: 'TransactionConfirmed', data: { ...settled, ...linesOf({ from: command.sent }) } }]
      }
      case 'JoinTransaction':
        return join(aliveDetails(state), command)
      case 'LeaveImport':
        return leaveImport(state, command)
      case 'FollowRecurrence':
        return follow(state, command)
      case 'WithdrawOccurrence':
        return state.status === 'alive' && stateOf(state.details) === 'pending' ? [withdrawn(state.details)] : []
      case 'Undo': {
        const events = undoEntityEvent<TransactionDetails, TransactionEvent>(state, command, {
          deleted: (before) => ({ type: 'TransactionDeleted', data: { before } }),
          restored: (after, createdAt) => restored(state, after, createdAt),
          changed: (before, reverted) => {
            // The fields for the MEI may be of a type that it had meanwhile.
            const after = { ...reverted, fiscal: fitFiscal(reverted.type, reverted.fiscal) }
            if (hasSameDetails(before, after)) throw new NotUndoable('changed')
            return { type: typeOfChange(before, after), data: { before, after } }
          },
          bound: ['isScheduled', 'isConfirmed', 'isReceived'],
        })
        for (const { data } of events) if ('after' in data) refuseTaken(data.after, command.takenKeys)
        return events
      }
    }
  },

  evolve(state, event) {
    const next: TransactionEntityState = evolveEntity(state, event)
    if (event.type === 'TransactionDeleted' && event.data.withdrawn) next.isWithdrawn = true
    const lines = evolveLines(state.lines, event)
    if (lines) next.lines = lines
    if (state.attachmentCount !== undefined) next.attachmentCount = state.attachmentCount
    return next
  },
}

function correct(
  before: TransactionDetails,
  { changes, wallets, used }: Omit<Extract<TransactionCommand, { type: 'CorrectTransaction' }>, 'type'>,
): TransactionEvent[] {
  const flags = flagsAfter(before, changes)
  refuseContradiction(changes, flags.isScheduled)
  const after: TransactionDetails = {
    ...before,
    ...changeTexts(before, changes),
    amount: changes.amount ?? before.amount,
    ...placesAfter(before, changes, wallets),
    ...flags,
  }
  after.fiscal = changes.fiscal === undefined ? fitFiscal(after.type, before.fiscal) : fiscalOf(after.type, changes.fiscal)
  if (after.type === 'transfer') {
    if (changes.category) throw new Rejected('VALIDATION', transactionTexts.invalid, { category: [walletTexts.categoryOnTransfer] })
    after.category = null
  } else if (changes.category && after.category !== null)
    after.category = spellCategory(after.category, after.type, used, after.type === before.type ? before.category : null)
  return changedNames(before, after).length === 0 ? [] : [{ type: typeOfChange(before, after), data: { before, after } }]
}

function join(
  before: TransactionDetails | null,
  { line, texts, sent }: Extract<TransactionCommand, { type: 'JoinTransaction' }>,
): TransactionEvent[] {
  const effect = joinByLine(before, line)
  const joined = { type: line.type, ...texts }
  const lines = linesOf(line.type === 'expense' ? { from: sent } : { to: sent })
  return [{ type: 'TransactionCorrected', data: { ...effect, ...lines, joined } }]
}

function aliveDetails(state: TransactionEntityState): TransactionDetails | null {
  return state.status === 'alive' ? state.details : null
}

function linesOf({ from, to }: SentKeys = {}): { line?: string; toLine?: string } {
  return { ...(from && { line: from }), ...(to && { toLine: to }) }
}

/** Reverts an import's effect on the transaction; one that was changed since stays, and one with a receipt is never deleted. */
function leaveImport(
  state: TransactionEntityState,
  { importId }: Extract<TransactionCommand, { type: 'LeaveImport' }>,
): TransactionEvent[] {
  const before = aliveDetails(state)
  const after = before ? withoutImport(before, state.lines, importId) : undefined
  if (!before || after === undefined || (after === null && state.attachmentCount)) return []
  return [after ? { type: 'TransactionCorrected', data: { before, after } } : { type: 'TransactionDeleted', data: { before } }]
}

/** A transaction stays unchanged if it was confirmed, changed by hand, or deleted by a person. */
function follow(state: TransactionEntityState, { recurrenceId, before, after, undoes }: FollowRecurrence): TransactionEvent[] {
  const wanted = after && occurrence(recurrenceId, after)
  if (state.status === 'none') return wanted ? [{ type: 'TransactionRecorded', data: { after: wanted } }] : []
  const { details, createdAt } = state
  const isAsLeft = undoes?.version === state.version
  if (isAsLeft && state.status === 'deleted') return [restored(state, details, createdAt)]
  if (isAsLeft && undoes?.type !== 'TransactionCorrected' && stateOf(details) === 'pending') return [withdrawn(details)]
  if (state.status === 'deleted') return wanted && state.isWithdrawn ? [restored(state, wanted, createdAt)] : []
  if (!before || !hasSameDetails(details, occurrence(recurrenceId, before))) return []
  if (!wanted) return [withdrawn(details)]
  return hasSameDetails(details, wanted) ? [] : [{ type: 'TransactionCorrected', data: { before: details, after: wanted } }]
}

/** The pending transaction of an expected occurrence. */
function occurrence(recurrenceId: string, expected: ExpectedOccurrence): TransactionDetails {
  return { ...defaultDetails, ...expected, ...flagsAtFirst(true), recurrenceId }
}

/** A deleted transaction returns, with its receipts. */
function restored({ attachmentCount }: TransactionEntityState, after: TransactionDetails, createdAt: string): TransactionEvent {
  return { type: 'TransactionRestored', data: { after, createdAt, ...(attachmentCount && { attachments: attachmentCount }) } }
}

function withdrawn(before: TransactionDetails): TransactionEvent {
  return { type: 'TransactionDeleted', data: { before, withdrawn: true } }
}

/** What a transaction says for the MEI. Throws VALIDATION for fields of another type. */
function fiscalOf(type: TransactionDetails['type'], fiscal: TransactionDetails['fiscal']): TransactionDetails['fiscal'] {
  const [misplaced] = fiscal ? misplacedFiscal(type, fiscal) : []
  if (misplaced === undefined) return fitFiscal(type, fiscal)
  throw new Rejected('VALIDATION', transactionTexts.invalid, {
    fiscal: [misplaced === 'dasOf' ? meiTexts.onlyExpense : meiTexts.onlyIncome],
  })
}

/** Throws CONFLICT for a statement line that another transaction has now. */
function refuseTaken(details: TransactionDetails, takenKeys: readonly string[] = []): void {
  if (keysOf(details).some((key) => takenKeys.includes(key))) throw new Rejected('CONFLICT', transactionTexts.importedAgain)
}

function typeOfChange(before: TransactionDetails, after: TransactionDetails): 'TransactionConfirmed' | 'TransactionCorrected' {
  const confirms = after.isConfirmed && changedNames(before, after).every((name) => name === 'isConfirmed' || name === 'isReceived')
  return confirms ? 'TransactionConfirmed' : 'TransactionCorrected'
}

/** Throws VALIDATION for contradictory flags, or for an unscheduled transaction marked as pending. */
function refuseContradiction({ isConfirmed, isReceived }: TransactionChanges, isScheduled: boolean): void {
  if (isConfirmed === false && isReceived === true) refuse('isConfirmed', 'Não pode estar recebida sem estar confirmada')
  if (isScheduled) return
  if (isConfirmed === false) refuse('isConfirmed', 'Só uma transação agendada pode ficar sem confirmação')
  if (isReceived === false) refuse('isReceived', 'Só uma transação agendada pode ficar sem recebimento')
}

function refuse(field: 'isConfirmed' | 'isReceived', reason: string): never {
  throw new Rejected('VALIDATION', transactionTexts.invalid, { [field]: [reason] })
}

/** The transaction in the shape of the API, amounts in reais. */
export function toTransaction(state: TransactionEntityState): OnWire<Transaction> {
  const { attachmentCount = 0 } = state
  const { id, accountId, details, createdAt, updatedAt, version } = existing(state)
  const { amount, walletId, to, importKey: _key, nominal: _nominal, ...rest } = details
  const places = {
    walletId: walletId ?? initialWalletId(accountId),
    toWalletId: to && (to.walletId ?? initialWalletId(accountId)),
    toDate: to?.date ?? null,
  }
  return { id, userId: accountId, ...rest, ...places, amount: centavosToReais(amount), attachmentCount, createdAt, updatedAt, version }
}
