import fc from 'fast-check'
import { addDays, type CalendarDate } from './calendar.js'
import { noFiscal } from './fiscal-marks.js'
import { fiscalKeyOf, type FiscalTotal } from './fiscal-rules.js'
import { meiYearView } from './mei.js'
import { meiActivities, meiDefaults, type MeiProfile } from './mei-rules.js'
import { hasMeiYear, meiYearOf } from './mei-year.js'
import { toReais } from './money-fields.js'
import { flagsAtFirst } from './transaction-rules.js'

const confectioner: MeiProfile = { ...meiDefaults, openedOn: '2024-03-12', activities: ['industry', 'services'] }
const income = (month: string, amount: number, count = 1): FiscalTotal => ({
  type: 'income',
  month,
  category: 'Vendas',
  countsAsRevenue: null,
  activity: null,
  hasInvoice: false,
  amount,
  count,
})
const input = { profile: confectioner, year: 2026, today: '2026-11-27', firstMonth: '2026-01', dasPayments: [], deliveries: [] }

it('shows a year as the contract has it', () => {
  const amounts = [498_020, 531_200, 610_450, 642_230, 689_000, 571_840, 586_860, 621_490, 648_010, 704_740, 648_630, 999]
  const totals = amounts.map((amount, index) => income(`2026-${String(index + 1).padStart(2, '0')}`, amount))
  const year = meiYearOf({ ...input, totals })
  expect(meiYearView.parse(toReais(year))).toMatchObject({
    limit: 81_000,
    revenue: 67_524.7,
    share: 6_752_470 / 8_100_000,
    remaining: 13_475.3,
    level: '70',
    projection: { amount: 74_763.58, basis: 'pace' },
    incomeTax: { exempt: 5401.98, costs: 0, taxable: 62_122.72 },
  })
  expect([year.months.length, year.das.length, year.obligations.length]).toEqual([11, 12, 25])
})

it('counts a competence to come when its month begins', () => {
  const totals = [income('2026-12', 500)]
  expect(['2026-11-30', '2026-12-01'].map((today) => meiYearOf({ ...input, totals, today }).revenue)).toEqual([0, 500])
})

it('leaves less than nothing above the limit', () => {
  const year = meiYearOf({ ...input, totals: [income('2026-07', 8_432_470)] })
  expect([year.remaining, year.level]).toEqual([-332_470, 'over'])
})

it('has a view from 2025 or the opening to this year', () => {
  const years = [2024, 2025, 2026, 2027]
  expect(years.filter((year) => hasMeiYear(confectioner, year, '2026-11-27'))).toEqual([2025, 2026])
  expect(years.filter((year) => hasMeiYear({ openedOn: '2026-12-31' }, year, '2026-12-31'))).toEqual([2026])
})

it('agrees with sums over the transactions themselves, whatever opening, baixa, activities and competence', () => {
  const day = fc.integer({ min: 0, max: 1200 }).map((ahead): CalendarDate => addDays('2025-01-01', ahead))
  const transaction = fc.record({
    type: fc.constantFrom('income', 'expense'),
    amount: fc.integer({ min: 1, max: 3_000_000 }),
    date: day,
    category: fc.constantFrom('Vendas', 'Serviços', 'Aporte', 'Retirada', null),
    competence: fc.option(day.map((date) => date.slice(0, 7))),
    isPending: fc.boolean(),
  })
  const profiles = fc.record({
    openedOn: day,
    open: fc.option(fc.integer({ min: 0, max: 600 })),
    activities: fc.shuffledSubarray([...meiActivities], { minLength: 1 }),
    isCargoDriver: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(transaction, { maxLength: 25 }), profiles, day, (transactions, { open, ...settings }, today) => {
      const closedOn = open === null ? null : addDays(settings.openedOn, open)
      const profile: MeiProfile = { ...meiDefaults, ...settings, closedOn }
      const totals = transactions.flatMap(({ type, amount, date, category, competence, isPending }): FiscalTotal[] => {
        const fiscal = type === 'income' && competence !== null ? { ...noFiscal, competence } : null
        const key = fiscalKeyOf({ type, date, category, fiscal, ...flagsAtFirst(isPending) })
        return key ? [{ ...key, amount, count: 1 }] : []
      })
      for (const year of [2025, 2026, 2027, 2028]) {
        const view = meiYearOf({ ...input, profile, year, today, totals })
        let [revenue, services, count, costs] = [0, 0, 0, 0]
        for (const { type, amount, date, category, competence, isPending } of transactions) {
          if (type === 'expense') {
            if (!isPending && date.startsWith(`${year}`) && !['Aporte', 'Retirada'].includes(category ?? '')) costs += amount
            continue
          }
          const month = competence ?? (isPending ? 'none' : date.slice(0, 7))
          const isOpen = month >= profile.openedOn.slice(0, 7) && (closedOn === null || month <= closedOn.slice(0, 7))
          if (category === 'Aporte' || !month.startsWith(`${year}`) || !isOpen || month > today.slice(0, 7)) continue
          revenue += amount
          count += 1
          const isService =
            profile.activities.join('') === 'services' || (category === 'Serviços' && profile.activities.includes('services'))
          if (isService) services += amount
        }
        const percents = profile.isCargoDriver ? revenue * 8 : (revenue - services) * 8 + services * 32
        const exempt = Math.floor((percents + 50) / 100)
        expect(view).toMatchObject({
          revenue,
          remaining: view.limit - revenue,
          share: revenue / view.limit,
          incomeTax: { exempt, costs, taxable: Math.max(0, revenue - costs - exempt) },
        })
        expect(view.months.reduce((sum, month) => sum + month.count, 0)).toBe(count)
        for (const { commerce, industry, services: of, withInvoice, withoutInvoice, revenue: total } of view.months)
          expect([commerce + industry + of, withInvoice + withoutInvoice]).toEqual([total, total])
      }
    }),
  )
})
