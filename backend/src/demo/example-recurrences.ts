import { addDays, addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { dasOfMonth } from '@prumo/shared/mei-das'
import type { NewRecurrence } from '@prumo/shared/recurrences'
import { recurrenceDecider } from '../recurrences/recurrence.decider.js'
import { demoCommand, type DemoCommand } from './demo-command.js'

type ExampleRecurrence = Pick<NewRecurrence, 'description' | 'category' | 'amount' | 'start'> & Partial<NewRecurrence>

/** When it was set up, in days before today. */
const SET_DAYS_AGO = 3

/** The first such day of a month after a date. */
function nextDay(day: number, after: CalendarDate): CalendarDate {
  const inMonth = addDays(`${monthOf(after)}-01`, day - 1)
  return inMonth > after ? inMonth : addDays(addMonths(`${monthOf(after)}-01`, 1), day - 1)
}

/** What the owner takes for herself each month, in centavos. */
export const PRO_LABORE = 360_000
/** An order of each week: centavos, and the first in days from today. */
const WEEKLY = { amount: 42_000, firstDay: 4 }

/** What the confectionery, which also teaches, pays for the month before a day, in centavos. */
export function dasOn(day: CalendarDate): number {
  return dasOfMonth(monthOf(addMonths(day, -1)), { activities: ['commerce', 'services'], isCargoDriver: false }).amount
}

function monthlyBills(today: CalendarDate): ExampleRecurrence[] {
  return [
    { description: 'Aluguel do ponto', category: 'Aluguel', amount: 210_000, start: nextDay(5, today) },
    { description: 'Salário da Júlia', category: 'Funcionários', amount: 185_000, start: nextDay(5, today) },
    { description: 'Pró-labore', category: 'Retirada', amount: PRO_LABORE, start: nextDay(6, today) },
    { description: 'Internet e telefone', category: 'Outros', amount: 12_990, start: nextDay(10, today) },
    { description: 'DAS', category: 'Impostos', amount: dasOn(nextDay(20, today)), start: nextDay(20, today) },
  ]
}

/** What repeats in the next days outside the card, signed, in centavos; days without banks are not moved. */
export function recurringFlows(today: CalendarDate, days: number): { on: CalendarDate; amount: number }[] {
  const last = addDays(today, days)
  const weekly = Array.from({ length: Math.ceil(days / 7) }, (_, week) => addDays(today, WEEKLY.firstDay + 7 * week))
  return [
    ...monthlyBills(today).map(({ amount, start }) => ({ on: start, amount: 0 - amount })),
    ...weekly.map((on) => ({ on, amount: WEEKLY.amount })),
  ].filter(({ on }) => on <= last)
}

/** Recurring payments of a small business, all from tomorrow on. One of them was ended, one is in instalments on the card. */
export function exampleRecurrences(today: CalendarDate, cardId: string): DemoCommand[] {
  const on = addDays(today, -SET_DAYS_AGO)
  const monthly = monthlyBills(today)
  const others: ExampleRecurrence[] = [
    {
      description: 'Café da Praça, caixa semanal',
      category: 'Vendas',
      amount: WEEKLY.amount,
      start: addDays(today, WEEKLY.firstDay),
      type: 'income',
      every: 'week',
      weekend: 'keep',
    },
    { description: 'Alvará sanitário', category: 'Impostos', amount: 26_400, start: addDays(today, 51), every: 'year', weekend: 'keep' },
    {
      description: 'Vitrine refrigerada',
      category: 'Equipamentos',
      amount: 148_000,
      start: nextDay(10, today),
      kind: 'instalments',
      count: 10,
      walletId: cardId,
    },
  ]
  const paused: ExampleRecurrence = {
    description: 'Anúncios no Instagram',
    category: 'Marketing',
    amount: 22_000,
    start: nextDay(15, today),
  }
  const ended = { type: 'EndRecurrence', from: on, at: `${addDays(on, 1)}T15:00:00.000Z` } as const
  return [
    ...[...monthly, ...others, paused].map((each) => setRecurrence(each, on)),
    demoCommand(addDays(on, 1), `repeats ${paused.description}`, recurrenceDecider, ended),
  ]
}

function setRecurrence({ description, ...rest }: ExampleRecurrence, today: CalendarDate): DemoCommand {
  const usual = {
    kind: 'recurring',
    type: 'expense',
    every: 'month',
    interval: 1,
    weekend: 'after',
    count: null,
    firstNumber: 1,
    until: null,
  } as const
  const details = { ...usual, description, ...rest }
  return demoCommand(today, `repeats ${description}`, recurrenceDecider, { type: 'SetRecurrence', details, today })
}
