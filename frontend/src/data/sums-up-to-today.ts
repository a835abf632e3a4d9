import { useCallback } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Summary, SummaryAnswer, Transaction } from '@prumo/shared/transactions'
import { today } from '../lib/dates'
import type { Item } from './command'
import { changesSince, mapped, oldestOf, type Fresh } from './shown'
import { askSummary, averagedMonths, sameDaysBefore, type Days } from './questions'
import { useRead, type Read, type Reading } from './reads'
import { summed } from './transactions'

/** Sums over ranges of days, and the day that those ranges were reckoned from. */
export interface SumsFrom {
  day: CalendarDate
  sums: readonly Fresh<Summary>[]
}

/** The sums of the same days of the month before. Null while only those of another day are known. */
export function useSameDaysBefore(now: CalendarDate): Reading<Summary | null> {
  const shown = useCallback((fresh: Fresh<SumsFrom>, line: readonly Item[]) => shownSums(fresh, line, now, sameDays)?.[0] ?? null, [now])
  return useRead(sameDaysRead, shown)
}

/**
 * In how many of the months behind the average of expenses something was spent. Null while only the sums of another day are
 * known.
 */
export function useSpentMonths(now: CalendarDate): Reading<number | null> {
  const shown = useCallback((fresh: Fresh<SumsFrom>, line: readonly Item[]) => spentIn(shownSums(fresh, line, now, averagedMonths)), [now])
  return useRead(spentMonthsRead, shown)
}

const sameDays = (now: CalendarDate) => [sameDaysBefore(now)]
const sameDaysRead = sumsOf('same-days', sameDays)
const spentMonthsRead = sumsOf('spent-months', averagedMonths)

/** `GET /transactions/summary` of each of these. */
function sumsOf(name: string, daysFrom: (now: CalendarDate) => readonly Days[]): Read<SumsFrom> {
  return {
    key: ['transaction', name],
    ask: async (account, signal) => {
      const day = today()
      const answers = await Promise.all(daysFrom(day).map((days) => account.read<SummaryAnswer>(...askSummary(days), signal)))
      const sums = answers.map((answer) => mapped(answer, ({ summary }) => summary))
      return mapped(oldestOf(sums), () => ({ day, sums }))
    },
    isKept: true,
  }
}

/** The sums with this device's commands applied; null where they were reckoned from another day. */
export function shownSums(
  { data }: Fresh<SumsFrom>,
  line: readonly Item[],
  now: CalendarDate,
  daysFrom: (now: CalendarDate) => readonly Days[],
): readonly Summary[] | null {
  if (data.day !== now) return null
  return daysFrom(now).map((days, index) => summed(data.sums[index]!.data, days, changesSince<Transaction>(line, data.sums[index]!)))
}

export function spentIn(sums: readonly Summary[] | null): number | null {
  return sums && sums.filter(({ expense }) => expense > 0).length
}
