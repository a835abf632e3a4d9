import { useCallback } from 'react'
import { addDays, addMonths, type CalendarDate } from '@prumo/shared/calendar'
import { AVERAGED_MONTHS } from '@prumo/shared/emergency-fund-rules'
import type { Summary, SummaryAnswer, Transaction } from '@prumo/shared/transactions'
import { today } from '../lib/dates'
import type { Item } from './command'
import { mapped, oldestOf, type Fresh } from './fresh'
import { useRead, type Read, type Reading } from './reads'
import { changesSince } from './shown'
import { summed, type TransactionFilter } from './transaction-sums'

interface SpentMonths {
  /** The last day of the last of them. */
  to: CalendarDate
  /** What was spent in each. */
  months: readonly Fresh<Summary>[]
}

/** The months that the average of expenses looks back on, each from the day after the one before it; the newest last. */
export function averagedMonths(now: CalendarDate): Required<Pick<TransactionFilter, 'type' | 'from' | 'to'>>[] {
  const ends = Array.from({ length: AVERAGED_MONTHS + 1 }, (_, index) => addMonths(now, index - AVERAGED_MONTHS))
  return ends.slice(1).map((to, index) => ({ type: 'expense', from: index === 0 ? ends[0]! : addDays(ends[index]!, 1), to }))
}

/** `GET /transactions/summary` of each of those months: how many of them have expenses; null while only those of another day are known. */
export function useSpentMonths(now: CalendarDate): Reading<number | null> {
  const shown = useCallback((fresh: Fresh<SpentMonths>, line: readonly Item[]) => shownSpentMonths(fresh, line, now), [now])
  return useRead(spentMonths, shown)
}

const spentMonths: Read<SpentMonths> = {
  key: ['transaction', 'spent-months'],
  ask: async (account, signal) => {
    const now = today()
    const answers = await Promise.all(averagedMonths(now).map((filter) => account.read<SummaryAnswer>('/transactions/summary', filter, signal)))
    const months = answers.map((answer) => mapped(answer, ({ summary }) => summary))
    return mapped(oldestOf(months), () => ({ to: now, months }))
  },
  isKept: true,
}

export function shownSpentMonths({ data: { to, months } }: Fresh<SpentMonths>, line: readonly Item[], now: CalendarDate): number | null {
  if (to !== now) return null
  const filters = averagedMonths(now)
  return months.filter((month, index) => summed(month.data, filters[index]!, changesSince<Transaction>(line, month)).expense > 0).length
}
