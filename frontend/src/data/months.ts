import { useCallback, useMemo } from 'react'
import { addMonths, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { LookAhead } from '@prumo/shared/forecast'
import type { MonthSummaries, MonthSummary, Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { Account } from './account'
import type { QueuedCommand } from './sync/command'
import { unappliedChanges, mapAnswer, type PositionedAnswer } from './sync/optimistic'
import { monthsRequest, newestSettledRequest, CHART_MONTHS, MONTHS_KEY } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { emptySummary, applyToSummary } from './transactions'

/**
 * `GET /transactions/summary/months`: the months up to `until`, oldest first.
 * @param now the present month
 */
export function useMonths(until: CalendarMonth, now: CalendarMonth): QueryResult<readonly MonthSummary[]> {
  const read = useMemo(() => monthsQuery(until === now ? null : until, now), [until, now])
  const shown = useCallback(
    (fresh: PositionedAnswer<MonthSummaries>, queue: readonly QueuedCommand[]) =>
      optimisticMonths(
        mapAnswer(fresh, ({ months }) => months),
        queue,
        until,
        now,
      ),
    [until, now],
  )
  return useOptimisticQuery(read, shown)
}

/** The lowest balance of the days ahead that came with these months; undefined if unknown. */
export function useLookAhead(until: CalendarMonth, now: CalendarMonth): LookAhead | undefined {
  const read = useMemo(() => monthsQuery(until === now ? null : until, now), [until, now])
  return useOptimisticQuery(read, lookAheadOf).data
}

const lookAheadOf = ({ data }: PositionedAnswer<MonthSummaries>) => data.ahead

/** @param until null for the present month, so that the key stays the same when a month ends */
export function monthsQuery(until: CalendarMonth | null, now: CalendarMonth): QueryDefinition<MonthSummaries> {
  return {
    key: [...MONTHS_KEY, until],
    fetch: (account, signal) => account.read<MonthSummaries>(...monthsRequest(until), signal),
    isPersisted: true,
    placeholder: ({ client }) => {
      const others = client.getQueriesData<PositionedAnswer<MonthSummaries>>({ queryKey: MONTHS_KEY }).flatMap(([, fresh]) => fresh ?? [])
      return others.sort((one, other) => other.seq - one.seq).find(({ data }) => monthsFrom(data.months, until ?? now, now))
    },
  }
}

/** The months up to one, with this device's commands applied. */
export function optimisticMonths(
  fresh: PositionedAnswer<readonly MonthSummary[]>,
  queue: readonly QueuedCommand[],
  until: CalendarMonth,
  now: CalendarMonth,
): readonly MonthSummary[] {
  // The counts of months leave out transfers, which are no income and no expense.
  const flowOnly = (transaction: Transaction | null) => (transaction?.type === 'transfer' ? null : transaction)
  const changes = unappliedChanges<Transaction>(queue, fresh).map(({ id, before, after }) => ({
    id,
    before: flowOnly(before),
    after: flowOnly(after),
  }))
  const months = monthsFrom(fresh.data, until, now) ?? fresh.data
  return changes.length === 0
    ? months
    : months.map((sums) => ({ ...applyToSummary(sums, { month: sums.month }, changes), month: sums.month }))
}

/**
 * The chart's months up to `until`, taken from an answer that may be of an earlier day. Months that began since that answer are
 * empty. Null if the answer does not reach back far enough.
 */
export function monthsFrom(answer: readonly MonthSummary[], until: CalendarMonth, now: CalendarMonth): readonly MonthSummary[] | null {
  const last = answer.at(-1)?.month ?? now
  if (last === until) return answer
  const months = Array.from({ length: CHART_MONTHS }, (_, index) => monthOf(addMonths(`${until}-01`, index - CHART_MONTHS + 1)))
  const known = months.flatMap(
    (month) => answer.find((sums) => sums.month === month) ?? (month > last && month <= now ? { ...emptySummary, month } : []),
  )
  return known.length === CHART_MONTHS ? known : null
}

/**
 * The overview's month: the present one, or the latest with a settled transaction if the present one has none. Null without any.
 */
export function useLatestMonth(now: CalendarMonth): QueryResult<CalendarMonth | null> {
  const read = useMemo(() => latestSettledQuery(now), [now])
  const shown = useCallback(
    (fresh: PositionedAnswer<Transaction | null>, queue: readonly QueuedCommand[]) => latestMonthOf(fresh, queue, now),
    [now],
  )
  return useOptimisticQuery(read, shown)
}

export function latestSettledQuery(now: CalendarMonth): QueryDefinition<Transaction | null> {
  return {
    key: ['transaction', 'latest-settled'],
    fetch: async (account, signal) => {
      // A transaction settled in a later month counts only if there is no other.
      const upTo = await fetchNewestSettled(account, now, signal)
      return upTo.data ? upTo : fetchNewestSettled(account, null, signal)
    },
    isPersisted: true,
  }
}

async function fetchNewestSettled(
  account: Account,
  upTo: CalendarMonth | null,
  signal: AbortSignal,
): Promise<PositionedAnswer<Transaction | null>> {
  const page = await account.read<TransactionPage>(...newestSettledRequest(upTo), signal)
  return mapAnswer(page, ({ transactions }) => transactions[0] ?? null)
}

/**
 * The month of the newest settled transaction, those added on this device included. If this device deleted the newest, the answer
 * stays: only the server knows the next one.
 */
function latestMonthOf(
  fresh: PositionedAnswer<Transaction | null>,
  queue: readonly QueuedCommand[],
  now: CalendarMonth,
): CalendarMonth | null {
  const added = unappliedChanges<Transaction>(queue, fresh).flatMap(({ after }) =>
    after && stateOf(after) === 'settled' ? [monthOf(after.date)] : [],
  )
  const months = [...(fresh.data ? [monthOf(fresh.data.date)] : []), ...added].sort()
  return months.findLast((month) => month <= now) ?? months[0] ?? null
}
