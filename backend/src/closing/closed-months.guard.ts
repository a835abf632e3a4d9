import type { CalendarMonth } from '@prumo/shared/calendar'
import { changedMonths, closingTexts, type ClosableTransaction } from '@prumo/shared/closing-rules'
import { Rejected } from '@prumo/shared/rejections'
import type { BatchDetails } from '../batches/batch.events.js'
import type { AccountGuard, DecidedEvent } from '../event-store/decider/account-guard.js'
import { ACCOUNT_ERASED, ACCOUNT_RESET, type RecordedEvent } from '../event-store/stream/event.js'
import type { TransactionDetails } from '../transactions/transaction.events.js'
import type { MonthEvent } from './month.events.js'

/** The closed months of an account; null for none. */
export type ClosedMonths = readonly CalendarMonth[] | null

/** Refuses every command after which the settled transactions of a closed month would be others. */
export const closedMonthsGuard: AccountGuard<ClosedMonths> = {
  stateSql: '(select json_agg(m.month) from month_closings m where m.account_id = $1 and m.is_closed)',

  evolve: (state, events) => events.reduce(evolveClosedMonths, state),

  refusalOf(closed, events) {
    if (!closed || closed.length === 0) return null
    const renames = isRenaming(events[0])
    const refused = events.flatMap((event) => {
      const months = [...changedBy(event, renames)].filter((month) => closed.includes(month))
      return months.length > 0 ? [{ months, entityId: event.entityId }] : []
    })
    if (refused.length === 0) return null
    const months = [...new Set(refused.flatMap((each) => each.months))].sort()
    return {
      refusal: new Rejected('MONTH_CLOSED', closingTexts.closed(months), { months }),
      entityIds: [...new Set(refused.map(({ entityId }) => entityId))],
    }
  },
}

function evolveClosedMonths(state: ClosedMonths, { type, data }: RecordedEvent): ClosedMonths {
  switch (type) {
    case ACCOUNT_RESET:
    case ACCOUNT_ERASED:
      return null
    case 'MonthClosed':
      return [...(state ?? []), (data as Extract<MonthEvent, { type: 'MonthClosed' }>['data']).after.month]
    case 'MonthReopened': {
      const { month } = (data as Extract<MonthEvent, { type: 'MonthReopened' }>['data']).before
      return (state ?? []).filter((each) => each !== month)
    }
    default:
      return state
  }
}

/** Whether a command by its first event changes the name of a category, or undoes such a change. */
function isRenaming(first: DecidedEvent | undefined): boolean {
  if (first?.entity !== 'batch') return false
  const { after, before } = first.data as { after?: BatchDetails; before?: BatchDetails }
  return (after ?? before)?.renamed != null
}

/** The months whose settled transactions an event makes others. */
function changedBy({ entity, data }: DecidedEvent, renames: boolean): ReadonlySet<CalendarMonth> {
  if (entity !== 'transaction') return NONE
  const { before, after } = data as { before?: TransactionDetails; after?: TransactionDetails }
  return changedMonths(before ? toClosable(before) : null, after ? toClosable(after) : null, renames)
}
const NONE: ReadonlySet<CalendarMonth> = new Set()

/** A transaction of the log, as far as a closed month holds it fixed. */
export type TransactionInMonth = Pick<TransactionDetails, Exclude<keyof ClosableTransaction, 'toWalletId' | 'toDate'> | 'to'>

export function toClosable(details: TransactionInMonth): ClosableTransaction {
  const { date, amount, type, description, category, walletId, to, isScheduled, isConfirmed, isReceived } = details
  const place = { walletId, toWalletId: to?.walletId ?? null, toDate: to?.date ?? null }
  return { date, amount, type, description, category, ...place, isScheduled, isConfirmed, isReceived }
}
