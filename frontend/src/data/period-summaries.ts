import { useCallback } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Summary, SummaryAnswer, Transaction } from '@prumo/shared/transactions'
import { today } from '../lib/dates'
import type { QueuedCommand } from './sync/command'
import { unappliedChanges, mapAnswer, oldestAnswer, type PositionedAnswer } from './sync/optimistic'
import { summaryRequest, averagedPeriods, previousMonthToDate, type DateRange } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { applyToSummary } from './transactions'

/** Sums over ranges of days, and the day on which the ranges were computed. */
export interface SummaryRanges {
  day: CalendarDate
  sums: readonly PositionedAnswer<Summary>[]
}

/** The sums of the same days of the previous month. Null while only those of another day are known. */
export function usePreviousMonthToDate(now: CalendarDate): QueryResult<Summary | null> {
  const shown = useCallback(
    (fresh: PositionedAnswer<SummaryRanges>, queue: readonly QueuedCommand[]) =>
      optimisticSummaries(fresh, queue, now, sameDays)?.[0] ?? null,
    [now],
  )
  return useOptimisticQuery(sameDaysRead, shown)
}

/** The number of months behind the average of expenses that have expenses. Null while only the sums of another day are known. */
export function useAverageSpending(now: CalendarDate): QueryResult<number | null> {
  const shown = useCallback(
    (fresh: PositionedAnswer<SummaryRanges>, queue: readonly QueuedCommand[]) =>
      averageSpending(optimisticSummaries(fresh, queue, now, averagedPeriods)),
    [now],
  )
  return useOptimisticQuery(spentMonthsRead, shown)
}

const sameDays = (now: CalendarDate) => [previousMonthToDate(now)]
const sameDaysRead = sumsOf('same-days', sameDays)
const spentMonthsRead = sumsOf('spent-months', averagedPeriods)

/** `GET /transactions/summary` for each range. */
function sumsOf(name: string, daysFrom: (now: CalendarDate) => readonly DateRange[]): QueryDefinition<SummaryRanges> {
  return {
    key: ['transaction', name],
    fetch: async (account, signal) => {
      const day = today()
      const answers = await Promise.all(daysFrom(day).map((days) => account.read<SummaryAnswer>(...summaryRequest(days), signal)))
      const sums = answers.map((answer) => mapAnswer(answer, ({ summary }) => summary))
      return mapAnswer(oldestAnswer(sums), () => ({ day, sums }))
    },
    isPersisted: true,
  }
}

/** The sums with this device's commands applied; null if they were computed on another day. */
export function optimisticSummaries(
  { data }: PositionedAnswer<SummaryRanges>,
  queue: readonly QueuedCommand[],
  now: CalendarDate,
  daysFrom: (now: CalendarDate) => readonly DateRange[],
): readonly Summary[] | null {
  if (data.day !== now) return null
  return daysFrom(now).map((days, index) =>
    applyToSummary(data.sums[index]!.data, days, unappliedChanges<Transaction>(queue, data.sums[index]!)),
  )
}

export function averageSpending(sums: readonly Summary[] | null): number | null {
  return sums && sums.filter(({ expense }) => expense > 0).length
}
