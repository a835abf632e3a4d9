import { applicableChange } from '@prumo/shared/batch-rules'
import type { BatchChange, CategoryRenaming } from '@prumo/shared/batches'
import type { CategoryCount } from '@prumo/shared/category-spelling'
import { Rejected } from '@prumo/shared/rejections'
import { createPart, type CommandPart } from '../event-store/decider/command.js'
import type { Decider } from '../event-store/decider/decider.js'
import type { Undo } from '../event-store/decider/undo.js'
import type { DomainEvent } from '../event-store/stream/event.js'
import { meiDecider } from '../mei/mei.decider.js'
import { recurrenceDecider, type RecurrenceState } from '../recurrences/recurrence.decider.js'
import type { RecurrenceEvent } from '../recurrences/recurrence.events.js'
import { ruleDecider, type RuleState } from '../rules/rule.decider.js'
import type { RuleEvent } from '../rules/rule.events.js'
import type { NamedWallets } from '../transactions/transaction-places.js'
import { transactionDecider, type TransactionEntityState } from '../transactions/transaction.decider.js'
import type { TransactionEvent } from '../transactions/transaction.events.js'

/**
 * The parts of commands on many entities. Each is decided by its own entity's rules; one to which a part does not apply records
 * nothing, and the command's own event reports on it.
 */

/** A change of a transaction, with the wallets and the categories in use that it may name. */
export interface ChangeOfEach {
  change: BatchChange
  wallets: NamedWallets
  used: readonly CategoryCount[]
}

const changeDecider: Decider<ChangeOfEach, TransactionEntityState, TransactionEvent> = {
  ...transactionDecider,
  decide({ change, wallets, used }, state) {
    if (state.status !== 'alive') return []
    const { type, isScheduled, to } = state.details
    const changes = applicableChange(change, { type, isScheduled, toWalletId: to && (to.walletId ?? wallets.initial) })
    return transactionDecider.decide({ type: 'CorrectTransaction', changes, wallets, used }, state)
  },
}

const deletionDecider: Decider<null, TransactionEntityState, TransactionEvent> = {
  ...transactionDecider,
  decide: (_, state) => (state.status === 'alive' ? transactionDecider.decide({ type: 'DeleteTransaction' }, state) : []),
}

export function changePart(id: string, change: ChangeOfEach): CommandPart {
  return createPart(changeDecider, id, change)
}

export function deletionPart(id: string): CommandPart {
  return createPart(deletionDecider, id, null)
}

const renamedTransaction: Decider<CategoryRenaming, TransactionEntityState, TransactionEvent> = {
  ...transactionDecider,
  decide({ type, from, to }, state) {
    if (state.status !== 'alive') return []
    const { details: before } = state
    if (before.type !== type || before.category !== from) return []
    return [{ type: 'TransactionCorrected', data: { before, after: { ...before, category: to } } }]
  },
}

const renamedRecurrence: Decider<CategoryRenaming, RecurrenceState, RecurrenceEvent> = {
  ...recurrenceDecider,
  decide({ type, from, to }, state) {
    if (state.status !== 'alive') return []
    const { details: before } = state
    if (before.type !== type || before.terms.every(({ category }) => category !== from)) return []
    const terms = before.terms.map((each) => (each.category === from ? { ...each, category: to } : each))
    return [{ type: 'RecurrenceCorrected', data: { before, after: { ...before, terms } } }]
  },
}

const renamedRule: Decider<CategoryRenaming, RuleState, RuleEvent> = {
  ...ruleDecider,
  decide({ from, to }, state) {
    if (state.status !== 'alive' || state.details.category !== from) return []
    return [{ type: 'RuleCorrected', data: { before: state.details, after: { ...state.details, category: to } } }]
  },
}

/** The ids of what has a category. */
export interface RenamedEntities {
  transactions: readonly string[]
  recurrences: readonly string[]
  rules: readonly string[]
}

/** The profile of a MEI that names the category among those that are no revenue. */
export interface RenamedMei {
  accountId: string
  /** Whether transactions have the former name after the portion. */
  keepsFrom: boolean
}

export function renamingParts(renaming: CategoryRenaming, ids: RenamedEntities, mei: RenamedMei | null): CommandPart[] {
  const { from, to } = renaming
  return [
    ...(mei ? [createPart(meiDecider, mei.accountId, { type: 'RenameExcluded', from, to, keepsFrom: mei.keepsFrom })] : []),
    ...ids.rules.map((id) => createPart(renamedRule, id, renaming)),
    ...ids.recurrences.map((id) => createPart(renamedRecurrence, id, renaming)),
    ...ids.transactions.map((id) => createPart(renamedTransaction, id, renaming)),
  ]
}

type UndoableDecider = Decider<Undo<DomainEvent>, unknown, DomainEvent>

/** The same decider, but an entity whose change cannot be undone any more records nothing. */
function sparing(decider: UndoableDecider): UndoableDecider {
  return {
    ...decider,
    decide(command, state) {
      try {
        return decider.decide(command, state)
      } catch (refusal) {
        if (refusal instanceof Rejected) return []
        throw refusal
      }
    },
  }
}

/** The deciders of parts, by kind of entity. */
const sparingDeciders: Readonly<Record<string, UndoableDecider | undefined>> = {
  transaction: sparing(transactionDecider as unknown as UndoableDecider),
  recurrence: sparing(recurrenceDecider as unknown as UndoableDecider),
  mei: sparing(meiDecider as unknown as UndoableDecider),
  rule: sparing(ruleDecider as unknown as UndoableDecider),
}

/** The part that undoes an event of a command on many entities, unless its entity has changed since. */
export function undoPart(entity: string, entityId: string, undo: Undo<DomainEvent> & { takenKeys?: readonly string[] }): CommandPart[] {
  const decider = sparingDeciders[entity]
  return decider ? [createPart(decider, entityId, undo, undo.position)] : []
}
