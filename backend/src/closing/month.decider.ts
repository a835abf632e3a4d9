import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { closingTexts, hasEnded, openMonthOf } from '@prumo/shared/closing-rules'
import type { ClosableMonth } from '@prumo/shared/months'
import { Rejected } from '@prumo/shared/rejections'
import { evolveEntity, type Decider, type EntityState } from '../event-store/decider/decider.js'
import type { MonthChanges, MonthDetails, MonthEvent } from './month.events.js'

/** What is settled in a month as of the head that its command is decided on. */
export interface MonthFacts extends Pick<MonthDetails, 'income' | 'expense' | 'count' | 'contentHash'> {
  /** The difference from the closing before; none without one. */
  changes: MonthChanges
}

/** `BringMonth` closes a month as a copy had it; `at` is when it was closed. */
export type MonthCommand =
  | { type: 'CloseMonth'; month: CalendarMonth; facts: MonthFacts; at: string; today: CalendarDate }
  | { type: 'ReopenMonth'; reason: string }
  | { type: 'BringMonth'; month: CalendarMonth; facts: MonthFacts; at: string; wasChanged: boolean; today: CalendarDate }

/** A closed month is alive; a reopened one is deleted, and keeps what it was at its last closing. */
export type MonthEntityState = EntityState<MonthDetails> & {
  /** The position of the last closing. */
  position?: number
}

export const monthDecider: Decider<MonthCommand, MonthEntityState, MonthEvent> = {
  entity: 'month',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  canRestartAfterReset: true,

  decide(command, state) {
    const before = state.status === 'none' ? null : state.details
    if (command.type === 'ReopenMonth')
      return state.status === 'alive' ? [{ type: 'MonthReopened', data: { before: state.details, reason: command.reason } }] : []
    if (state.status === 'alive') return []
    const { month, at, today, facts } = command
    if (!hasEnded(month, today)) throw new Rejected('CONFLICT', closingTexts.notEnded)
    const { changes, ...figures } = facts
    const firstContentHash = before?.firstContentHash ?? figures.contentHash
    const wasChanged = command.type === 'BringMonth' ? command.wasChanged : (before?.wasChanged ?? false)
    return [{ type: 'MonthClosed', data: { before, after: { month, at, ...figures, firstContentHash, wasChanged }, changes } }]
  },

  evolve(state, event) {
    const next = evolveEntity<MonthDetails>(state, event)
    const position = event.type === 'MonthClosed' ? event.seq : state.position
    return position === undefined ? next : { ...next, position }
  },
}

/** A month in the shape of the contract, in centavos. @param contentHash that of its present transactions */
export function toMonth(month: CalendarMonth, state: MonthEntityState, contentHash: string): ClosableMonth {
  if (state.status === 'none') return openMonthOf(month, false)
  const { income, expense, count, at, firstContentHash, wasChanged } = state.details
  if (state.status === 'deleted') return openMonthOf(month, wasChanged || contentHash !== firstContentHash)
  return {
    month,
    state: 'closed',
    closedAt: at,
    position: state.position ?? null,
    totals: { income, expense, balance: income - expense, count },
    changedSinceFirstClosing: wasChanged || state.details.contentHash !== firstContentHash,
  }
}
