import { addDays, addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { nextWorkingDay } from '@prumo/shared/holidays'
import { dasOfMonth } from '@prumo/shared/mei-das'
import type { NewRecurrence } from '@prumo/shared/recurrences'
import { recurrenceDecider } from '../recurrences/recurrence.decider.js'
import { transactionDecider } from '../transactions/transaction.decider.js'
import { demoCommand, type DemoCommand } from './demo-command.js'
import { MEI_ACTIVITIES } from './example-mei.js'

type ExampleRecurrence = Pick<NewRecurrence, 'description' | 'category' | 'amount' | 'start'> & Partial<NewRecurrence>

/** When it was set up, in days before today. */
const SET_DAYS_AGO = 3

/** The first such day of a month after a date. */
function nextDay(day: number, after: CalendarDate): CalendarDate {
  const inMonth = addDays(`${monthOf(after)}-01`, day - 1)
  return inMonth > after ? inMonth : addDays(addMonths(`${monthOf(after)}-01`, 1), day - 1)
}

/** What is paid each month since the beginning, in centavos. Júlia helps on Saturdays. */
const monthlyBills = [
  { description: 'Aluguel do ponto', category: 'Aluguel', amount: 90_000, day: 5 },
  { description: 'Diárias da Júlia', category: 'Funcionários', amount: 48_000, day: 5 },
  { description: 'Pró-labore', category: 'Retirada', amount: 190_000, day: 6 },
  { description: 'Internet e telefone', category: 'Outros', amount: 9_990, day: 10 },
] as const
/** An order of each week: centavos, and the first in days from today. */
const WEEKLY = { amount: 15_000, firstDay: 4 }

/** What the confectionery, which also teaches, pays for the month before a day, in centavos. */
export function dasOn(day: CalendarDate): number {
  return dasOfMonth(monthOf(addMonths(day, -1)), { activities: MEI_ACTIVITIES, isCargoDriver: false }).amount
}

/** The due dates of a monthly bill from a month's first day to a date: the nominal one, and the next day on which banks are open. */
function dueDays(day: number, first: CalendarDate, to: CalendarDate): { nominal: CalendarDate; on: CalendarDate }[] {
  const due: { nominal: CalendarDate; on: CalendarDate }[] = []
  for (let nominal = addDays(first, day - 1); nominal <= to; nominal = addMonths(nominal, 1))
    due.push({ nominal, on: nextWorkingDay(nominal) })
  return due
}

/** The monthly bills that were paid, without the DAS; centavos. */
export function paidBills(since: CalendarDate, today: CalendarDate): { on: CalendarDate; amount: number }[] {
  return monthlyBills
    .flatMap(({ day, amount }) => dueDays(day, since, today).map(({ on }) => ({ on, amount })))
    .filter(({ on }) => on <= today)
}

/** The monthly bills, recurring since the first day; each is confirmed on the day on which it is due. */
export function exampleBillPayments(since: CalendarDate, today: CalendarDate): DemoCommand[] {
  const confirmed = { type: 'CorrectTransaction', changes: { isConfirmed: true, isReceived: true } } as const
  return monthlyBills.flatMap(({ day, ...bill }) => {
    const recurrence = nameOf(bill.description)
    const months = dueDays(1, addMonths(since, 1), today)
    return [
      setRecurrence({ ...bill, start: addDays(since, day - 1) }, since),
      ...[...months.map(({ nominal }) => nominal), today].map((on) =>
        demoCommand(on, recurrence, recurrenceDecider, { type: 'RecordOccurrences', today: on }),
      ),
      ...dueDays(day, since, today)
        .filter(({ on }) => on <= today)
        .map(({ nominal, on }) => demoCommand(on, { recurrence, nominal }, transactionDecider, confirmed)),
    ]
  })
}

/** What repeats in the next days outside the card, signed, in centavos. */
export function recurringFlows(today: CalendarDate, days: number): { on: CalendarDate; amount: number }[] {
  const last = addDays(today, days)
  const weekly = Array.from({ length: Math.ceil(days / 7) }, (_, week) => addDays(today, WEEKLY.firstDay + 7 * week))
  return [
    ...monthlyBills.flatMap(({ day, amount }) => dueDays(day, `${monthOf(today)}-01`, last).map(({ on }) => ({ on, amount: 0 - amount }))),
    { on: nextWorkingDay(nextDay(20, today)), amount: 0 - dasOn(nextDay(20, today)) },
    ...weekly.map((on) => ({ on, amount: WEEKLY.amount })),
  ].filter(({ on }) => on > today && on <= last)
}

/** What repeats from tomorrow on. One of them was ended, one is in instalments on the card. */
export function exampleRecurrences(today: CalendarDate, cardId: string): DemoCommand[] {
  const on = addDays(today, -SET_DAYS_AGO)
  const added: ExampleRecurrence[] = [
    { description: 'DAS', category: 'Impostos', amount: dasOn(nextDay(20, today)), start: nextDay(20, today) },
    {
      description: 'Café da Praça, caixa semanal',
      category: 'Vendas',
      amount: WEEKLY.amount,
      start: addDays(today, WEEKLY.firstDay),
      type: 'income',
      every: 'week',
      weekend: 'keep',
    },
    { description: 'Seguro do ponto', category: 'Outros', amount: 26_400, start: addDays(today, 51), every: 'year', weekend: 'keep' },
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
    amount: 7_000,
    start: nextDay(15, today),
  }
  const ended = { type: 'EndRecurrence', from: on, at: `${addDays(on, 1)}T15:00:00.000Z` } as const
  return [
    ...[...added, paused].map((each) => setRecurrence(each, on)),
    demoCommand(addDays(on, 1), nameOf(paused.description), recurrenceDecider, ended),
  ]
}

function nameOf(description: string): string {
  return `repeats ${description}`
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
  return demoCommand(today, nameOf(description), recurrenceDecider, { type: 'SetRecurrence', details, today })
}
