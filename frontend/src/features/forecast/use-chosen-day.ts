import { useState } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Forecast, ForecastDay } from '@prumo/shared/forecast-rules'

/** The day that is spoken of, as a place among the days; the lowest one until another is chosen. */
export interface ChosenDay {
  index: number
  day: ForecastDay
  /** The places that can be gone to: days on which something is certain, and the lowest. */
  among: readonly number[]
  before: number | null
  after: number | null
  lowest: number
  /** Somebody chose it. */
  isChosen: boolean
  go: (index: number) => void
}

export function useChosenDay({ days, lowest: { date: lowestDate } }: Forecast): ChosenDay {
  const [chosen, setChosen] = useState<CalendarDate | null>(null)
  const lowest = Math.max(
    0,
    days.findIndex(({ date }) => date === lowestDate),
  )
  const among = days.flatMap(({ income, expense }, index) => (income > 0 || expense > 0 || index === lowest ? [index] : []))
  const found = among.find((index) => days[index]!.date === chosen)
  const index = found ?? lowest
  return {
    index,
    day: days[index]!,
    among,
    before: among.findLast((each) => each < index) ?? null,
    after: among.find((each) => each > index) ?? null,
    lowest,
    isChosen: found !== undefined,
    go: (next) => setChosen(days[next]?.date ?? null),
  }
}
