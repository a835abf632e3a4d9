import type { StatedBalance } from '@prumo/shared/balance'
import type { CalendarDate } from '@prumo/shared/calendar'
import { balanceTexts } from '@prumo/shared/import-rules'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { requireAlive, type Decider, evolveEntity, type EntityState } from '../event-store/decider/decider.js'
import { hasSameDetails, NotUndoable, undoEntityEvent, type Undo } from '../event-store/decider/undo.js'
import type { BalanceDetails, BalanceEvent } from './balance.events.js'

/**
 * `mustExist` refuses to begin where the caller speaks of one it saw. What a statement carries gives way: it says nothing
 * where it is of the future, or of a day before that of the balance said last.
 */
export type BalanceCommand =
  | { type: 'StateBalance'; details: BalanceDetails; today: CalendarDate; mustExist?: boolean; carried?: true }
  | ({ type: 'RestateBalance' } & UndoneImports)
  | (Undo<BalanceEvent> & Partial<UndoneImports>)

interface UndoneImports {
  /** The positions of what imports stated that are undone by now. */
  undoneStatements: readonly number[]
}

/** A balance that was stated. */
interface StatedEntry {
  details: BalanceDetails
  /** The position of the event that stated it, or of the last one that undid it or brought it back. */
  position: number
  isUndone: boolean
}

/** The one balance of an account: its id is the account's. The latest statement holds that was not undone, alone or with its import. */
export type BalanceState = EntityState<BalanceDetails> & {
  /** The latest ones, in the order in which they were stated. */
  statements?: readonly StatedEntry[]
}

/** Of older ones none holds again. */
const MAX_STATEMENTS = 200

export const balanceDecider: Decider<BalanceCommand, BalanceState, BalanceEvent> = {
  entity: 'balance',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  canRestartAfterReset: true,

  decide(command, state) {
    const before = state.status === 'alive' ? state.details : null
    switch (command.type) {
      case 'StateBalance': {
        const { details: after, today, carried } = command
        if (command.mustExist) requireAlive(state)
        if (carried && (after.date > today || (before && before.date > after.date))) return []
        if (after.date > today) throw new Rejected('VALIDATION', balanceTexts.future, { date: [balanceTexts.future] })
        // An import that says the same as another one is recorded: what it says holds when the other is undone.
        return before && hasSameDetails(before, after) && !carried ? [] : [{ type: 'BalanceStated', data: { before, after } }]
      }
      case 'RestateBalance': {
        const after = latest(state.statements, command.undoneStatements)
        return isSame(before, after) ? [] : [stateEvents(before, after)]
      }
      case 'Undo': {
        const { position, undoneStatements = [] } = command
        const after = latest(toggleUndone(state.statements, position, position), undoneStatements)
        // What an import stated, or its undo, is undone and brought back with the import.
        if (isSame(before, after)) throw new NotUndoable('changed')
        return undoEntityEvent<BalanceDetails, BalanceEvent>(state, command, {
          deleted: (gone) => stateEvents(gone, after),
          restored: () => stateEvents(null, after),
          changed: (present) => stateEvents(present, after),
          bound: ['amount', 'date'],
        })
      }
    }
  },

  evolve(state, event) {
    const { seq: position, data, meta } = event
    const before = state.statements ?? []
    const isNew = meta.undoes === undefined && 'after' in data
    const statements = isNew ? [...before, { details: data.after, position, isUndone: false }] : toggleUndone(before, meta.undoes, position)
    return { ...evolveEntity<BalanceDetails>(state, event), statements: statements.slice(-MAX_STATEMENTS) }
  },
}

/** The statements after the event at `undone` was undone by the one at `position`. */
function toggleUndone(statements: readonly StatedEntry[] = [], undone: number | undefined, position: number): StatedEntry[] {
  return statements.map((each) => (each.position === undone ? { ...each, position, isUndone: !each.isUndone } : each))
}

/** The statement that holds; null for none. */
function latest(statements: readonly StatedEntry[] = [], undone: readonly number[]): BalanceDetails | null {
  return statements.findLast(({ position, isUndone }) => !isUndone && !undone.includes(position))?.details ?? null
}

function isSame(before: BalanceDetails | null, after: BalanceDetails | null): boolean {
  return before && after ? hasSameDetails(before, after) : before === after
}

function stateEvents(before: BalanceDetails | null, after: BalanceDetails | null): BalanceEvent {
  if (after) return { type: 'BalanceStated', data: { before, after } }
  return { type: 'BalanceWithdrawn', data: { before: before as BalanceDetails } }
}

/** The balance as the wire shows it, in reais. */
export function toBalance(state: BalanceState): OnWire<StatedBalance> {
  const { details, version } = requireAlive(state)
  return { amount: centavosToReais(details.amount), date: details.date, version }
}
