import { addDays } from '@prumo/shared/calendar'
import { noFiscal, type Fiscal } from '@prumo/shared/fiscal-marks'
import { meiActivities, type MeiProfile } from '@prumo/shared/mei-rules'
import { flagsAtFirst } from '@prumo/shared/transaction-rules'
import fc from 'fast-check'

/** Businesses over three years, up to a day. */

/** Days back to the first transaction of a business. */
const YEARS_BACK = 1_150

const flags = fc.constantFrom(
  flagsAtFirst(false),
  flagsAtFirst(false),
  { isScheduled: true, isConfirmed: true, isReceived: true },
  { isScheduled: true, isConfirmed: true, isReceived: false },
  flagsAtFirst(true),
)
const categories = fc.constantFrom(
  'Vendas',
  'Serviços',
  'servicos',
  'Aporte',
  'aporte',
  'Empréstimo',
  'Retirada',
  'Investimentos',
  'Encomendas',
  null,
)
const monthsBack = fc.option(fc.integer({ min: -40, max: 3 }))

/** A transaction before its day is known. */
export interface BusinessEntry {
  type: 'income' | 'expense' | 'transfer'
  description: string
  amount: number
  category: string | null
  day: number
  flags: { isScheduled: boolean; isConfirmed: boolean; isReceived: boolean }
  countsAsRevenue: boolean | null
  activity: Fiscal['activity']
  competence: number | null
  hasInvoice: boolean
  dasOf: number | null
  isMarked: boolean
}

const said = {
  category: categories,
  day: fc.integer({ min: -YEARS_BACK, max: 60 }),
  flags,
  countsAsRevenue: fc.constantFrom(null, true, false),
  activity: fc.constantFrom(null, ...meiActivities),
  competence: monthsBack,
  hasInvoice: fc.boolean(),
  dasOf: monthsBack,
  isMarked: fc.boolean(),
}
const sale = fc.record({
  ...said,
  type: fc.constantFrom('income' as const, 'income' as const, 'expense' as const, 'transfer' as const),
  description: fc.constantFrom('Bolo', 'DAS', 'Dasa exames', 'Venda'),
  amount: fc.integer({ min: 1, max: 900_000 }),
})
const payment = fc.record({
  ...said,
  type: fc.constant('expense' as const),
  description: fc.constantFrom('DAS', 'das 10/2026', 'Pagamento DAS MEI', 'PIX Guia DAS', 'Simples Nacional', 'DASN', 'Boleto'),
  amount: fc.integer({ min: 7_000, max: 12_000 }),
})

export const businesses = fc.record({
  entries: fc.array(fc.oneof({ weight: 3, arbitrary: sale }, { weight: 1, arbitrary: payment }), { minLength: 1, maxLength: 80 }),
  opened: fc.integer({ min: -YEARS_BACK - 60, max: 0 }),
  open: fc.option(fc.integer({ min: 0, max: 900 }), { freq: 3 }),
  activities: fc.shuffledSubarray([...meiActivities], { minLength: 1 }),
  isCargoDriver: fc.boolean(),
  excludedCategories: fc.subarray(['Investimentos', 'Aporte', 'Empréstimo', 'Encomendas', 'Serviços']),
  hasEmployee: fc.boolean(),
})
export type GeneratedBusiness = typeof businesses extends fc.Arbitrary<infer Business> ? Business : never

export function profileOf({ opened, open, activities, isCargoDriver, excludedCategories, hasEmployee }: GeneratedBusiness, today: string) {
  const openedOn = addDays(today, opened)
  const closedOn = open === null ? null : addDays(openedOn, open)
  return { openedOn, activities, isCargoDriver, closedOn, excludedCategories, hasEmployee } satisfies MeiProfile
}

/** The details of an entry; what it says for the MEI fits its type. */
export function detailsOf(entry: BusinessEntry, today: string) {
  const { type, description, amount, category, day, isMarked } = entry
  const monthOf = (back: number | null) => (back === null ? null : addDays(`${today.slice(0, 7)}-15`, Math.round(back * 30.44)).slice(0, 7))
  const { countsAsRevenue, activity, hasInvoice } = entry
  const ofType: Record<typeof type, Fiscal | null> = {
    income: { ...noFiscal, countsAsRevenue, activity, hasInvoice, competence: monthOf(entry.competence) },
    expense: entry.dasOf === null ? null : { ...noFiscal, dasOf: monthOf(entry.dasOf) },
    transfer: null,
  }
  return {
    type,
    description,
    amount,
    category: type === 'transfer' ? null : category,
    date: addDays(today, day),
    ...entry.flags,
    fiscal: isMarked ? ofType[type] : null,
  }
}
