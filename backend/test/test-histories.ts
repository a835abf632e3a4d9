import { addDays, addMonths, monthOf } from '@prumo/shared/calendar'
import fc from 'fast-check'
import type { ListedTransaction } from './test-independent-report.js'

/** Moments around the midnight of São Paulo that ends a month, a year or a leap February. */
export const moments = ['2026-11-01', '2026-12-01', '2027-01-01', '2027-03-01', '2028-03-01', '2026-11-20'].flatMap(aboutMidnight)

/** The same moments in the future: for the database, a session that began in the past has expired. */
export function comingMoments(today: string): Date[] {
  const year = Number(today.slice(0, 4))
  const leap = year + 4 - (year % 4)
  const nextMonth = `${monthOf(addMonths(`${monthOf(today)}-01`, 1))}-01`
  return [addDays(today, 1), nextMonth, `${year + 1}-01-01`, `${leap}-03-01`].flatMap(aboutMidnight)
}

/** Right before, at and right after the midnight that starts a day. */
function aboutMidnight(day: string): Date[] {
  return [-1, 0, 1].map((milliseconds) => new Date(Date.parse(`${day}T03:00:00.000Z`) + milliseconds))
}

const states = [
  { isScheduled: false, isConfirmed: true, isReceived: true },
  { isScheduled: true, isConfirmed: false, isReceived: false },
  { isScheduled: true, isConfirmed: true, isReceived: true },
  { isScheduled: true, isConfirmed: true, isReceived: false },
]

/** Transactions around a day: many at the ends of months, with amounts that differ by ten percent. */
export function listsAbout(today: string): fc.Arbitrary<ListedTransaction[]> {
  const firstOfMonth = fc.integer({ min: -13, max: 1 }).map((months) => `${monthOf(addMonths(today, months))}-01`)
  const date = fc.oneof(
    fc.tuple(firstOfMonth, fc.integer({ min: -1, max: 1 })).map(([first, days]) => addDays(first, days)),
    fc.integer({ min: -2, max: 2 }).map((days) => addDays(today, days)),
    fc.integer({ min: -420, max: 40 }).map((days) => addDays(today, days)),
  )
  const amount = fc.oneof(
    fc.constantFrom(10, 9, 11, 8.99, 11.01, 9.01, 10.99, 0.01, 999_999_999.99),
    fc.integer({ min: 1, max: 500_000 }).map((centavos) => centavos / 100),
  )
  const category = fc.constantFrom('Vendas', 'Outros', 'Fornecedores', 'Água e luz', 'água', 'Zelador', 'a', 'b', 'c', 'd', null)
  const one = fc.tuple(fc.constantFrom('income' as const, 'expense' as const), amount, category, date, fc.constantFrom(...states))
  return fc.array(
    one.map(([type, reais, name, day, flags]): ListedTransaction => ({ type, amount: reais, category: name, date: day, ...flags })),
    { maxLength: 40 },
  )
}
