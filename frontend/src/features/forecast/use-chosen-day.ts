import { useState } from 'react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Forecast, ForecastDay } from '@prumo/shared/forecast-rules'

/** The selected day, as an index into the days. The lowest day is the default. */
export interface ChosenDay {
  index: number
  day: ForecastDay
  /** The indexes of the selectable days: those with certain income or expenses, and the lowest. */
  among: readonly number[]
  before: number | null
  after: number | null
  lowest: number
  /** The person selected the day. */
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
