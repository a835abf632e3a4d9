import { useCallback, useMemo } from 'react'
import { addMonths, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { LookAhead } from '@prumo/shared/forecast'
import type { MonthSummaries, MonthSummary, Transaction, TransactionPage } from '@prumo/shared/transactions'
import type { Account } from './account'
import type { Item } from './command'
import { changesSince, mapped, type Fresh } from './shown'
import { askMonths, askNewestSettled, CHART_MONTHS, LATEST_SETTLED_KEY, MONTHS_KEY } from './questions'
import { useRead, type Read, type Reading } from './reads'
import { noSums, summed } from './transactions'

/**
 * `GET /transactions/summary/months`: the months up to one, oldest first.
 * @param now the present one
 */
export function useMonths(until: CalendarMonth, now: CalendarMonth): Reading<readonly MonthSummary[]> {
  const read = useMemo(() => monthsUntil(until === now ? null : until, now), [until, now])
  const shown = useCallback(
    (fresh: Fresh<MonthSummaries>, line: readonly Item[]) =>
      shownMonths(
        mapped(fresh, ({ months }) => months),
        line,
        until,
        now,
      ),
    [until, now],
  )
  return useRead(read, shown)
}

/** The lowest balance of the days ahead as it came with these months; undefined while nobody knows. */
export function useLookAhead(until: CalendarMonth, now: CalendarMonth): LookAhead | undefined {
  const read = useMemo(() => monthsUntil(until === now ? null : until, now), [until, now])
  return useRead(read, aheadOf).data
}

const aheadOf = ({ data }: Fresh<MonthSummaries>) => data.ahead

/** @param until null for the present month, so that the key stays the same when a month ends */
export function monthsUntil(until: CalendarMonth | null, now: CalendarMonth): Read<MonthSummaries> {
  return {
    key: [...MONTHS_KEY, until],
    ask: (account, signal) => account.read<MonthSummaries>(...askMonths(until), signal),
    isKept: true,
    known: ({ client }) => {
      const others = client.getQueriesData<Fresh<MonthSummaries>>({ queryKey: MONTHS_KEY }).flatMap(([, fresh]) => fresh ?? [])
      return others.sort((one, other) => other.seq - one.seq).find(({ data }) => knownMonths(data.months, until ?? now, now))
    },
  }
}

/** The months up to one, with this device's commands applied. */
export function shownMonths(
  fresh: Fresh<readonly MonthSummary[]>,
  line: readonly Item[],
  until: CalendarMonth,
  now: CalendarMonth,
): readonly MonthSummary[] {
  const changes = changesSince<Transaction>(line, fresh)
  const months = knownMonths(fresh.data, until, now) ?? fresh.data
  return changes.length === 0 ? months : months.map((sums) => ({ ...summed(sums, { month: sums.month }, changes), month: sums.month }))
}

/**
 * The chart's months up to `until`, taken from an answer that may be of an earlier day. Months that began since that answer
 * are empty. Null where the answer does not reach back far enough.
 */
export function knownMonths(answer: readonly MonthSummary[], until: CalendarMonth, now: CalendarMonth): readonly MonthSummary[] | null {
  const last = answer.at(-1)?.month ?? now
  if (last === until) return answer
  const wanted = Array.from({ length: CHART_MONTHS }, (_, index) => monthOf(addMonths(`${until}-01`, index - CHART_MONTHS + 1)))
  const known = wanted.flatMap(
    (month) => answer.find((sums) => sums.month === month) ?? (month > last && month <= now ? { ...noSums, month } : []),
  )
  return known.length === CHART_MONTHS ? known : null
}

/**
 * The month the overview speaks of: the present one, or the latest with a settled transaction when that has none. Null
 * when there is no such transaction at all.
 */
export function useLatestMonth(now: CalendarMonth): Reading<CalendarMonth | null> {
  const read = useMemo(() => latestSettled(now), [now])
  const shown = useCallback((fresh: Fresh<Transaction | null>, line: readonly Item[]) => shownLatestMonth(fresh, line, now), [now])
  return useRead(read, shown)
}

export function latestSettled(now: CalendarMonth): Read<Transaction | null> {
  return {
    key: LATEST_SETTLED_KEY,
    ask: async (account, signal) => {
      // What was settled for a month ahead is spoken of only when there is nothing else.
      const upTo = await newestSettled(account, now, signal)
      return upTo.data ? upTo : newestSettled(account, null, signal)
    },
    isKept: true,
  }
}

async function newestSettled(account: Account, upTo: CalendarMonth | null, signal: AbortSignal): Promise<Fresh<Transaction | null>> {
  const page = await account.read<TransactionPage>(...askNewestSettled(upTo), signal)
  return mapped(page, ({ transactions }) => transactions[0] ?? null)
}

/**
 * The month of the newest settled transaction, with those that this device added. Where this device deleted the newest, the
 * answer stays: only the server knows which one is next.
 */
function shownLatestMonth(fresh: Fresh<Transaction | null>, line: readonly Item[], now: CalendarMonth): CalendarMonth | null {
  const added = changesSince<Transaction>(line, fresh).flatMap(({ after }) =>
    after && stateOf(after) === 'settled' ? [monthOf(after.date)] : [],
  )
  const months = [...(fresh.data ? [monthOf(fresh.data.date)] : []), ...added].sort()
  return months.findLast((month) => month <= now) ?? months[0] ?? null
}
