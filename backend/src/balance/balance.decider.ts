import type { StatedBalance } from '@prumo/shared/balance'
import type { CalendarDate } from '@prumo/shared/calendar'
import { balanceTexts } from '@prumo/shared/import-rules'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { requireAlive, type Decider, type EntityState } from '../event-store/decider/decider.js'
import { NotUndoable, refuseUndone, requireUndoable, type Undo } from '../event-store/decider/undo.js'
import type { BalanceDetails, BalanceEvent } from './balance.events.js'

/**
 * `mustExist` refuses to create a balance if the caller changes one it saw. A `carried` balance, from a statement, yields: no
 * event if it is in the future. `BringBalances` states those of a copy, each of another day.
 */
export type BalanceCommand =
  | { type: 'StateBalance'; details: BalanceDetails; today: CalendarDate; mustExist?: boolean; carried?: true }
  | { type: 'BringBalances'; balances: readonly BalanceDetails[]; today: CalendarDate }
  | ({ type: 'RestateBalances' } & UndoneImports)
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
 * The stated balances of a wallet: its id is the wallet's. Of one day the statement said last stands, if it is not undone, alone
 * or with its import; of several days the latest one is the present balance, which the details are.
 */
export type BalanceState = EntityState<BalanceDetails> & {
  /** The one that stands for each day. */
  standing?: readonly BalanceDetails[]
  /** What was said, in the order of the events. */
  statements?: readonly StatedEntry[]
}

/** Older statements can no longer be undone. */
const MAX_STATEMENTS = 400

export const balanceDecider: Decider<BalanceCommand, BalanceState, BalanceEvent> = {
  entity: 'balance',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  canRestartAfterReset: true,

  decide(command, state) {
    const { statements = [], standing = [] } = state
    const standsFor = (day: CalendarDate) => standing.find(({ date }) => date === day) ?? null
    switch (command.type) {
      case 'StateBalance': {
        const { details: after, today, carried } = command
        if (command.mustExist) requireAlive(state)
        if (carried && after.date > today) return []
        refuseFuture(after, today)
        const before = standsFor(after.date)
        // An import that states an equal balance is recorded: its balance stays if the other import is undone.
        return before && before.amount === after.amount && !carried ? [] : [{ type: 'BalanceStated', data: { before, after } }]
      }
      case 'BringBalances':
        return command.balances.flatMap((after) => {
          refuseFuture(after, command.today)
          return restate(standsFor(after.date), after)
        })
      case 'RestateBalances':
        return daysOf(statements).flatMap((day) => restate(standsFor(day), latestOf(day, statements, command.undoneStatements)))
      case 'Undo': {
        const { position, entry, undoneStatements = [] } = command
        const { undone } = requireUndoable(state, position)
        refuseUndone(undone, position)
        const { date } = 'after' in entry.data ? entry.data.after : entry.data.before
        const events = restate(standsFor(date), latestOf(date, toggleUndone(statements, position, position), undoneStatements))
        // A balance stated by an import is undone and restored with the import only.
        if (events.length === 0) throw new NotUndoable('changed')
        return events
      }
    }
  },

  evolve(state, event) {
    const { seq: position, data, meta, entityId: id, accountId, recordedAt: updatedAt, entityVersion: version } = event
    const before = state.statements ?? []
    const isNew = meta.undoes === undefined && 'after' in data
    const all = isNew ? [...before, { details: data.after, position, isUndone: false }] : toggleUndone(before, meta.undoes, position)
    const statements = all.slice(-MAX_STATEMENTS)
    const { date } = 'after' in data ? data.after : data.before
    const others = (state.standing ?? []).filter((each) => each.date !== date)
    const standing = 'after' in data ? [...others, data.after].slice(-MAX_STATEMENTS) : others
    const present = standing.reduce<BalanceDetails | null>((latest, each) => (latest && latest.date > each.date ? latest : each), null)
    const earlier = state.status === 'none' ? { createdAt: updatedAt, undone: [] } : state
    return {
      status: present ? 'alive' : 'deleted',
      id,
      accountId,
      details: present ?? ('after' in data ? data.after : data.before),
      createdAt: earlier.createdAt,
      updatedAt,
      version,
      undone: meta.undoes === undefined ? earlier.undone : [...earlier.undone, meta.undoes],
      standing,
      statements,
    }
  },
}

function refuseFuture({ date }: BalanceDetails, today: CalendarDate): void {
  if (date > today) throw new Rejected('VALIDATION', balanceTexts.future, { date: [balanceTexts.future] })
}

/** The statements after the event at `position` undid the one at `undone`. */
function toggleUndone(statements: readonly StatedEntry[], undone: number | undefined, position: number): StatedEntry[] {
  return statements.map((each) => (each.position === undone ? { ...each, position, isUndone: !each.isUndone } : each))
}

/** What was said last of a day and is not undone; null for nothing. */
function latestOf(day: CalendarDate, statements: readonly StatedEntry[], undone: readonly number[]): BalanceDetails | null {
  const stands = ({ position, isUndone, details }: StatedEntry) => details.date === day && !isUndone && !undone.includes(position)
  return statements.findLast(stands)?.details ?? null
}

function daysOf(statements: readonly StatedEntry[]): CalendarDate[] {
  return [...new Set(statements.map(({ details }) => details.date))]
}

/** The event after which another balance of the same day stands, if it is another. */
function restate(before: BalanceDetails | null, after: BalanceDetails | null): BalanceEvent[] {
  if (before?.amount === after?.amount) return []
  if (after) return [{ type: 'BalanceStated', data: { before, after } }]
  return [{ type: 'BalanceWithdrawn', data: { before: before as BalanceDetails } }]
}

/** The balance in the shape of the API, in reais. */
export function toBalance(state: BalanceState): OnWire<StatedBalance> {
  const { details, version } = requireAlive(state)
  return { amount: centavosToReais(details.amount), date: details.date, version }
}
