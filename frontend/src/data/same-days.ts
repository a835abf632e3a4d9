import { useCallback } from 'react'
import { addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import type { Summary, SummaryAnswer, Transaction } from '@prumo/shared/transactions'
import { today } from '../lib/dates'
import type { Item } from './command'
import { mapped, type Fresh } from './fresh'
import { useRead, type Read, type Reading } from './reads'
import { changesSince } from './shown'
import { summed } from './transaction-sums'

/** What the month before came to in as many days as the present one has had. */
export interface SameDays {
  from: CalendarDate
  to: CalendarDate
  summary: Summary
}

/** From the first of the month before `now` to the day of the same number, or to its last. */
export function sameDaysBefore(now: CalendarDate): { from: CalendarDate; to: CalendarDate } {
  const to = addMonths(now, -1)
  return { from: `${monthOf(to)}-01`, to }
}

/** `GET /transactions/summary` of those days; null while only those of another day are known. */
export function useSameDaysBefore(now: CalendarDate): Reading<SameDays | null> {
  const shown = useCallback((fresh: Fresh<SameDays>, line: readonly Item[]) => shownSameDays(fresh, line, now), [now])
  return useRead(sameDays, shown)
}

const sameDays: Read<SameDays> = {
  key: ['transaction', 'same-days'],
  ask: async (account, signal) => {
    const range = sameDaysBefore(today())
    return mapped(await account.read<SummaryAnswer>('/transactions/summary', range, signal), ({ summary }) => ({ ...range, summary }))
  },
  isKept: true,
}

export function shownSameDays(fresh: Fresh<SameDays>, line: readonly Item[], now: CalendarDate): SameDays | null {
  const { from, to, summary } = fresh.data
  if (to !== sameDaysBefore(now).to) return null
  return { from, to, summary: summed(summary, { from, to }, changesSince<Transaction>(line, fresh)) }
}
