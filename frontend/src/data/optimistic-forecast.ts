import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { lowestOf, type Forecast, type ForecastLength } from '@prumo/shared/forecast-rules'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { EntityChange } from './sync/optimistic'

/** Applies this device's commands to a forecast that lacks them, by the server's rules. */

/** The balance stated last. */
export interface StatedOpening {
  centavos: number
  date: CalendarDate
  /** The forecast does not include it yet. */
  isNewer: boolean
}

/** @param stated null without a stated balance, or if it is unknown */
export function applyToForecast(forecast: Forecast, changes: readonly EntityChange<Transaction>[], stated: StatedOpening | null): Forecast {
  const isRestated = stated !== null && stated.isNewer && stated.date === forecast.from
  if (changes.length === 0 && !isRestated) return forecast
  const opening = isRestated ? { amount: stated.centavos, source: 'stated' as const } : { ...forecast.opening }
  const flows = forecast.days.map(({ income, expense }) => ({ income, expense }))
  const overdue = { ...forecast.overdue }

  function count(transaction: Transaction | null, times: 1 | -1): void {
    const state = transaction && stateOf(transaction)
    if (!transaction || state === 'not_received') return
    const { type, date } = transaction
    const amount = times * transaction.amount
    if (state === 'settled') {
      if (isOpening(date)) opening.amount += type === 'income' ? amount : -amount
      return
    }
    const ahead = daysBetween(forecast.from, date)
    const place = ahead < 0 ? overdue : flows[ahead]
    if (place) place[type] += amount
    if (place === overdue) overdue.count += times
  }

  /** Without a stated balance every settled transaction counts, whatever its day. */
  function isOpening(date: CalendarDate): boolean {
    if (opening.source === 'sums') return true
    return stated !== null && date > stated.date && date <= forecast.from
  }

  for (const { before, after } of changes) {
    count(before, -1)
    count(after, 1)
  }
  let balance = opening.amount
  const days = forecast.days.map((day, index) => {
    const { income, expense } = flows[index]!
    balance += income - expense
    const moved = balance - day.balance
    return {
      ...day,
      income,
      expense,
      balance,
      low: day.low === null ? null : day.low + moved,
      high: day.high === null ? null : day.high + moved,
    }
  })
  return { ...forecast, opening, days, lowest: lowestOf(days), overdue }
}

/** The forecast for fewer days. */
export function firstDays(forecast: Forecast, length: ForecastLength): Forecast {
  const days = forecast.days.slice(0, length + 1)
  return { ...forecast, to: addDays(forecast.from, days.length - 1), days, lowest: lowestOf(days) }
}
