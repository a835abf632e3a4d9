import { addDays, addMonths, monthBounds, monthOf, type CalendarDate, type CalendarMonth } from './calendar.js'
import { nextWorkingDay } from './holidays.js'
import type { DaySums } from './transaction-sums.js'
import type { StatedOnDay } from './wallet-rules.js'

/** The bills of a card, computed from what is recorded on it and never stored. Amounts in centavos. */

/** The days of the month on which a card's bill closes and is due; of a shorter month its last day. */
export interface CardDays {
  closingDay: number
  dueDay: number
}

/** What is recorded on a card on a day. */
export interface CardDay {
  date: CalendarDate
  /** Expenses and transfers out, the pending ones too. */
  purchases: number
  /** Income, the pending ones too. */
  refunds: number
  /** Settled transfers to the card. */
  paid: number
}

/** The sums of a day that each figure of a card's day adds up. */
export const sumsOnCard = {
  purchases: ['expense', 'pendingExpense', 'transferOut', 'pendingTransferOut'],
  refunds: ['income', 'pendingIncome'],
  paid: ['transferIn'],
} as const satisfies Record<Exclude<keyof CardDay, 'date'>, readonly (keyof DaySums)[]>

/** What a day's sums are on a card. */
export function cardDayOf(date: CalendarDate, sums: Partial<DaySums>): CardDay {
  const add = (names: readonly (keyof DaySums)[]) => names.reduce((total, name) => total + (sums[name] ?? 0), 0)
  return { date, purchases: add(sumsOnCard.purchases), refunds: add(sumsOnCard.refunds), paid: add(sumsOnCard.paid) }
}

export const billStates = ['open', 'closed', 'paid', 'late'] as const
export type BillState = (typeof billStates)[number]

export interface CardBill {
  /** The month of the due day. */
  month: CalendarMonth
  /** The day after the previous closing. */
  from: CalendarDate
  closesOn: CalendarDate
  /** The due day, or the next day on which banks are open. */
  dueOn: CalendarDate
  purchases: number
  refunds: number
  paid: number
  remaining: number
  state: BillState
}

/** The day of a month, or its last one if it is shorter. */
function dayOf(month: CalendarMonth, day: number): CalendarDate {
  const { to } = monthBounds(month)
  const wanted = `${month}-${String(day).padStart(2, '0')}`
  return wanted < to ? wanted : to
}

function monthAfter(month: CalendarMonth, months: number): CalendarMonth {
  return monthOf(addMonths(`${month}-01`, months))
}

/** The day on which the bill closes that a purchase of this day belongs to. */
export function closingFor(date: CalendarDate, { closingDay }: CardDays): CalendarDate {
  const month = monthOf(date)
  const closing = dayOf(month, closingDay)
  return date <= closing ? closing : dayOf(monthAfter(month, 1), closingDay)
}

/** When the bill that closes in a month is due: in that month if the due day comes after the closing day, else in the next. */
export function dueDateOf(closesOn: CalendarDate, { closingDay, dueDay }: CardDays): { month: CalendarMonth; dueOn: CalendarDate } {
  const month = monthAfter(monthOf(closesOn), dueDay > closingDay ? 0 : 1)
  return { month, dueOn: nextWorkingDay(dayOf(month, dueDay)) }
}

/** More bills than two centuries have months, which are the years that dates are accepted of. */
const MAX_BILLS = 12 * 240

/**
 * The bills of a card from the first day with something on it, oldest first, up to the last of these days or the open bill.
 *
 * A payment pays the oldest bill first. What closed bills leave open adds up to what was owed at the last closing, less what was
 * paid since: also after refunds that exceed a bill, and after a stated balance that says otherwise than the purchases.
 * @param days one entry a day, in any order
 * @param stated the standing balances, one a day; negative while something is owed
 */
export function billsOf(days: readonly CardDay[], stated: readonly StatedOnDay[], cardDays: CardDays, today: CalendarDate): CardBill[] {
  const bills = sweep(days, stated, cardDays, today)
  const closed = bills.filter(({ closesOn }) => closesOn < today)
  const lastClosing = closed.at(-1)?.closesOn ?? today
  const paidSince = days.reduce((sum, { date, paid }) => (date > lastClosing && date <= today ? sum + paid : sum), 0)
  const remaining = new Map<CalendarDate, number>()
  let open = Math.max(0, (closed.at(-1)?.owed ?? 0) - paidSince)
  let rest = open
  for (const { closesOn, charge } of closed.toReversed()) {
    const own = Math.min(rest, Math.max(0, charge))
    remaining.set(closesOn, own)
    rest -= own
  }
  for (const { closesOn, owed } of bills.slice(closed.length)) {
    const own = Math.max(0, owed - open)
    remaining.set(closesOn, own)
    open += own
  }
  return bills.map(({ charge: _charge, owed: _owed, ...bill }): CardBill => {
    const left = remaining.get(bill.closesOn) ?? 0
    const paid = Math.max(0, bill.purchases - bill.refunds - left)
    return { ...bill, paid, remaining: left, state: stateOfBill(bill, left, today) }
  })
}

/** A bill with what the person owes at its closing, and what its days added to that, payments aside. */
interface CountedBill extends Omit<CardBill, 'paid' | 'remaining' | 'state'> {
  owed: number
  charge: number
}

/** The bills in one pass over the days in their order. */
function sweep(days: readonly CardDay[], stated: readonly StatedOnDay[], cardDays: CardDays, today: CalendarDate): CountedBill[] {
  const entries = mergeByDay(days, stated)
  const last = closingFor(later(entries.at(-1)?.date ?? today, today), cardDays)
  const bills: CountedBill[] = []
  let closesOn = closingFor(entries[0]?.date ?? today, cardDays)
  if (closesOn > today) closesOn = closingFor(today, cardDays)
  let before = closingBefore(closesOn, cardDays)
  let owed = 0
  let at = 0
  while (closesOn <= last && bills.length < MAX_BILLS) {
    const bill = { ...dueDateOf(closesOn, cardDays), from: addDays(before, 1), closesOn, purchases: 0, refunds: 0 }
    const owedBefore = owed
    let paid = 0
    for (let day = entries[at]; day && day.date <= closesOn; day = entries[++at]) {
      bill.purchases += day.purchases
      bill.refunds += day.refunds
      paid += day.paid
      owed = day.stated === null ? owed + day.purchases - day.refunds - day.paid : -day.stated
    }
    bills.push({ ...bill, owed, charge: owed - owedBefore + paid })
    before = closesOn
    closesOn = closingFor(addDays(closesOn, 1), cardDays)
  }
  return bills
}

/** The days with something recorded or stated, in order. */
function mergeByDay(days: readonly CardDay[], stated: readonly StatedOnDay[]): (CardDay & { stated: number | null })[] {
  const statedOn = new Map(stated.map(({ date, amount }) => [date, amount]))
  const merged = days.map((day) => ({ ...day, stated: statedOn.get(day.date) ?? null }))
  const known = new Set(days.map(({ date }) => date))
  for (const { date, amount } of stated) if (!known.has(date)) merged.push({ date, purchases: 0, refunds: 0, paid: 0, stated: amount })
  return merged.sort((one, other) => (one.date < other.date ? -1 : 1))
}

function later(one: CalendarDate, other: CalendarDate): CalendarDate {
  return one > other ? one : other
}

/** The closing before one: also of the first bill, so that it has a first day. */
function closingBefore(closesOn: CalendarDate, { closingDay }: CardDays): CalendarDate {
  return dayOf(monthAfter(monthOf(closesOn), -1), closingDay)
}

/** The state of a bill with so much remaining. */
export function stateOfBill({ closesOn, dueOn }: Pick<CardBill, 'closesOn' | 'dueOn'>, remaining: number, today: CalendarDate): BillState {
  if (today <= closesOn) return 'open'
  if (remaining === 0) return 'paid'
  return today > dueOn ? 'late' : 'closed'
}
