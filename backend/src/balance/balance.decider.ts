import type { StatedBalance } from '@prumo/shared/balance'
import type { CalendarDate } from '@prumo/shared/calendar'
import { balanceTexts } from '@prumo/shared/import-rules'
import { centavosToReais } from '@prumo/shared/money'
import { Rejected } from '@prumo/shared/rejections'
import { alive, type Decider, evolveLife, type Life } from '../event-store/decider/decider.js'
import { haveSame, undoLife, type Undo } from '../event-store/decider/undo.js'
import type { BalanceDetails, BalanceEvent } from './balance.events.js'

/**
 * `mustExist` refuses to begin where the caller speaks of one it saw. What a statement carries gives way: it says nothing
 * where it is of the future, or of a day before that of the balance said last.
 */
export type BalanceCommand =
  | { type: 'StateBalance'; details: BalanceDetails; today: CalendarDate; mustExist?: boolean; carried?: true }
  | { type: 'TakeBalanceBack'; entry: BalanceEvent['data'] }
  | Undo<BalanceEvent>

/** The one balance of an account: its id is the account's. */
export type BalanceState = Life<BalanceDetails>

export const balanceDecider: Decider<BalanceCommand, BalanceState, BalanceEvent> = {
  entity: 'balance',
  initial: { status: 'none' },
  exists: (state) => state.status === 'alive',
  beginsAnew: true,

  decide(command, state) {
    const before = state.status === 'alive' ? state.details : null
    switch (command.type) {
      case 'StateBalance': {
        const { details: after, today, carried } = command
        if (command.mustExist) alive(state)
        if (carried && (after.date > today || (before && before.date > after.date))) return []
        if (after.date > today) throw new Rejected('VALIDATION', balanceTexts.future, { date: [balanceTexts.future] })
        return before && haveSame(before, after) ? [] : [{ type: 'BalanceStated', data: { before, after } }]
      }
      case 'TakeBalanceBack': {
        const { entry } = command
        if (!before || !('after' in entry) || !haveSame(before, entry.after)) return []
        return [
          entry.before ? { type: 'BalanceStated', data: { before, after: entry.before } } : { type: 'BalanceWithdrawn', data: { before } },
        ]
      }
      case 'Undo':
        return undoLife<BalanceDetails, BalanceEvent>(state, command, {
          deleted: (gone) => ({ type: 'BalanceWithdrawn', data: { before: gone } }),
          restored: (after) => ({ type: 'BalanceStated', data: { before: null, after } }),
          changed: (present, after) => ({ type: 'BalanceStated', data: { before: present, after } }),
          bound: ['amount', 'date'],
        })
    }
  },

  evolve: evolveLife<BalanceDetails>,
}

/** The balance as the wire shows it, in reais. */
export function toBalance(state: BalanceState): StatedBalance {
  const { details, version } = alive(state)
  return { amount: centavosToReais(details.amount), date: details.date, version }
}
