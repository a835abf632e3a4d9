import { addDays, daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { lowestOf, type Forecast, type ForecastLength, type PendingDay } from '@prumo/shared/forecast-rules'
import { netOf, noSums, sumsOf } from '@prumo/shared/transaction-sums'
import type { Transaction } from '@prumo/shared/transactions'
import type { Wallet } from '@prumo/shared/wallets'
import type { EntityChange } from './sync/optimistic'
import { countedOf } from './transactions'

/** Applies this device's commands to a forecast that lacks them, by the server's rules. */

/** The money that a forecast starts with. */
export interface OpeningMoney {
  /** The wallets that this device knows. */
  wallets: readonly Pick<Wallet, 'id' | 'kind' | 'isMain' | 'archived' | 'statedOn'>[]
  /** What there is on hand after a balance was stated that the forecast lacks; null without one. Centavos. */
  restated: number | null
  /** What the changes add to the due days of bills. */
  bills: readonly PendingDay[]
}

/** What is recorded on a card counts when its bill is due. */
export function applyToForecast(forecast: Forecast, changes: readonly EntityChange<Transaction>[], money: OpeningMoney): Forecast {
  const { wallets, restated, bills } = money
  if (changes.length === 0 && restated === null) return forecast
  const isMainStated = wallets.length === 0 || wallets.some(({ isMain, statedOn }) => isMain && statedOn !== null)
  const opening =
    restated === null ? { ...forecast.opening } : { amount: restated, source: isMainStated ? ('stated' as const) : ('sums' as const) }
  const flows = forecast.days.map(({ income, expense }) => ({ income, expense }))
  const overdue = { ...forecast.overdue }

  function count(transaction: Transaction | null, times: 1 | -1): void {
    // A transfer between banks and cash changes nothing on its day; what goes to a card or comes from one does.
    const moved = new Map<CalendarDate, number>()
    for (const { walletId, date, sums } of transaction ? sumsOf(countedOf(transaction)) : []) {
      const wallet = wallets.find(({ id }) => id === walletId)
      if (wallet && (wallet.kind === 'card' || wallet.archived)) continue
      const day = { ...noSums(), ...sums }
      const isOpening = date <= forecast.from && (!wallet || wallet.statedOn === null || date > wallet.statedOn)
      if (isOpening && restated === null) opening.amount += times * netOf(day)
      place(date, times * day.pendingIncome, times * day.pendingExpense, times * day.pendingCount)
      moved.set(date, (moved.get(date) ?? 0) + day.pendingTransferIn - day.pendingTransferOut)
    }
    for (const [date, net] of moved) place(date, times * Math.max(0, net), times * Math.max(0, -net), 0)
  }

  function place(date: CalendarDate, income: number, expense: number, counted: number): void {
    const ahead = daysBetween(forecast.from, date)
    const flow = ahead < 0 ? overdue : flows[ahead]
    if (!flow) return
    flow.income += income
    flow.expense += expense
    if (flow === overdue) overdue.count += counted
  }

  for (const { before, after } of changes) {
    count(before, -1)
    count(after, 1)
  }
  for (const { date, income, expense, count: counted } of bills) place(date, income, expense, counted)
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
