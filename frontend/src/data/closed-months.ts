import { useMemo } from 'react'
import { addMonths, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { changedMonths, openMonthOf, settledMonths, type ClosableTransaction } from '@prumo/shared/closing-rules'
import type { MonthList } from '@prumo/shared/months'
import { flagsAfter, flagsAtFirst } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { today } from '../lib/dates'
import type { MonthEntity } from './month-commands'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import type { TransactionDraft } from './transaction-commands'
import { compareText, type QueuedCommand } from './sync/command'
import { applyToList, mapAnswer, type PositionedAnswer } from './sync/optimistic'

/** How many months back the device knows which are closed. */
const KNOWN_MONTHS = 120

/** `GET /months`: the months of the last ten years, oldest first. Kept for the time without a connection. */
export const monthsQuery: QueryDefinition<readonly MonthEntity[]> = {
  key: ['month', 'list'],
  fetch: async (account, signal) => {
    const to = monthOf(today())
    const from = monthOf(addMonths(`${to}-01`, 1 - KNOWN_MONTHS))
    return mapAnswer(await account.read<MonthList>('/months', { from, to }, signal), ({ months }) =>
      months.map((each): MonthEntity => ({ id: each.month, version: 1, ...each })),
    )
  },
  isPersisted: true,
  meta: { isFrame: true },
}

function applyToMonths(fresh: PositionedAnswer<readonly MonthEntity[]>, queue: readonly QueuedCommand[]): readonly MonthEntity[] {
  return applyToList<MonthEntity>(fresh.data, queue, fresh, (one, other) => compareText(one.month, other.month))
}

/** One month with this device's commands applied; open where it is not known. */
export function useClosableMonth(month: CalendarMonth): QueryResult<MonthEntity> {
  const result = useOptimisticQuery(monthsQuery, applyToMonths)
  const { data } = result
  const found = useMemo(
    () => data && (data.find((each) => each.month === month) ?? { id: month, version: 0, ...openMonthOf(month, false) }),
    [data, month],
  )
  return { ...result, data: found }
}

export type ClosedMonthSet = ReadonlySet<CalendarMonth>

/** The closed months; the same set while they are the same, and empty until they are known. */
export function useClosedMonths(): ClosedMonthSet {
  const names = useOptimisticQuery(monthsQuery, closedNames).data ?? ''
  return useMemo(() => new Set(names === '' ? [] : names.split(' ')), [names])
}

function closedNames(fresh: PositionedAnswer<readonly MonthEntity[]>, queue: readonly QueuedCommand[]): string {
  return applyToMonths(fresh, queue)
    .flatMap(({ month, state }) => (state === 'closed' ? month : []))
    .join(' ')
}

/** Whether a transaction is settled in a closed month, so that it cannot change. */
export function isLocked(transaction: Transaction, closed: ClosedMonthSet): boolean {
  return closed.size > 0 && settledMonths(transaction).some((month) => closed.has(month))
}

/** The closed months that an entered transaction would change. @param seen the corrected one; null for a new one */
export function closedMonthsOf(seen: Transaction | null, draft: TransactionDraft, closed: ClosedMonthSet): CalendarMonth[] {
  // What repeats is recorded as pending.
  if (closed.size === 0 || draft.repeats) return []
  const { centavos: amount, date, type, description, isScheduled } = draft
  const isTransfer = type === 'transfer'
  const flags = seen ? flagsAfter(seen, seen.isScheduled === isScheduled ? {} : { isScheduled }) : flagsAtFirst(isScheduled)
  const after: ClosableTransaction = {
    date,
    amount,
    type,
    description,
    category: isTransfer ? null : draft.category,
    walletId: draft.walletId ?? seen?.walletId ?? null,
    toWalletId: isTransfer ? (draft.toWalletId ?? seen?.toWalletId ?? null) : null,
    toDate: isTransfer ? (draft.toDate ?? date) : null,
    ...flags,
  }
  return [...changedMonths(seen, after)].filter((month) => closed.has(month))
}
