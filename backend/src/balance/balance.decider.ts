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
 * `mustExist` refuses to create a balance if the caller changes one it saw. A `carried` balance, from a statement,
 * yields: no event if it is in the future or older than the present one.
 */
export type BalanceCommand =
  | { type: 'StateBalance'; details: BalanceDetails; today: CalendarDate; mustExist?: boolean; carried?: true }
  | ({ type: 'RestateBalance' } & UndoneImports)
  | (Undo<BalanceEvent> & Partial<UndoneImports>)

interface UndoneImports {
  /** The positions of the balances stated by undone imports. */
  undoneStatements: readonly number[]
}

/** A balance that was stated. */
interface StatedEntry {
  details: BalanceDetails
  /** The position of the event that stated it, or that undid or restored it last. */
  position: number
  isUndone: boolean
}

/**
 * The one balance of an account: its id is the account's. The latest statement that is not undone, alone or with its
 * import, is the present one.
 */
export type BalanceState = EntityState<BalanceDetails> & {
  /** The latest ones, in the order of their events. */
  statements?: readonly StatedEntry[]
}

/** Older statements never become the present one again. */
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
        // An import that states an equal balance is recorded: its balance stays if the other import is undone.
        return before && hasSameDetails(before, after) && !carried ? [] : [{ type: 'BalanceStated', data: { before, after } }]
      }
      case 'RestateBalance': {
        const after = latest(state.statements, command.undoneStatements)
        return isSame(before, after) ? [] : [stateEvents(before, after)]
      }
      case 'Undo': {
        const { position, undoneStatements = [] } = command
        const after = latest(toggleUndone(state.statements, position, position), undoneStatements)
        // A balance stated by an import is undone and restored with the import only.
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

/** The statements after the event at `position` undid the one at `undone`. */
function toggleUndone(statements: readonly StatedEntry[] = [], undone: number | undefined, position: number): StatedEntry[] {
  return statements.map((each) => (each.position === undone ? { ...each, position, isUndone: !each.isUndone } : each))
}

/** The present statement; null for none. */
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

/** The balance in the shape of the API, in reais. */
export function toBalance(state: BalanceState): OnWire<StatedBalance> {
  const { details, version } = requireAlive(state)
  return { amount: centavosToReais(details.amount), date: details.date, version }
}
