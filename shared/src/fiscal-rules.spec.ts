import fc from 'fast-check'
import type { CalendarMonth } from './calendar.js'
import { fitFiscal, misplacedFiscal, noFiscal, type Fiscal } from './fiscal-marks.js'
import { costsOfYear, fiscalKeyOf, revenueByMonth, type FiscalTotal, type FiscalTransaction } from './fiscal-rules.js'
import { meiActivities, meiDefaults, type MeiActivity } from './mei-rules.js'
import { flagsAtFirst, flowTypes, transactionTypes } from './transaction-rules.js'

const settled = flagsAtFirst(false)
const pending = flagsAtFirst(true)
const notReceived = { isScheduled: true, isConfirmed: true, isReceived: false }

const sale: FiscalTransaction = { type: 'income', date: '2026-11-20', category: 'Vendas', fiscal: null, ...settled }
const keyOfSale = { type: 'income', month: '2026-11', category: 'Vendas', countsAsRevenue: null, activity: null, hasInvoice: false }
const withCompetence = { ...noFiscal, competence: '2025-12' }

describe('fiscalKeyOf', () => {
  it.each<[string, Partial<FiscalTransaction>, object | null]>([
    ['a settled income in the month of its date', {}, keyOfSale],
    ['no pending income', pending, null],
    ['no income that was not received', notReceived, null],
    ['an income in its competence, in another year', { fiscal: withCompetence }, { ...keyOfSale, month: '2025-12' }],
    ['a pending income in its competence', { ...pending, fiscal: withCompetence }, { ...keyOfSale, month: '2025-12' }],
    ['an income that was not received in its competence', { ...notReceived, fiscal: withCompetence }, { ...keyOfSale, month: '2025-12' }],
    [
      'an income with what the person says of it',
      { fiscal: { ...noFiscal, countsAsRevenue: true, activity: 'industry', hasInvoice: true } },
      { ...keyOfSale, countsAsRevenue: true, activity: 'industry', hasInvoice: true },
    ],
    ['a settled expense', { type: 'expense', fiscal: { ...noFiscal, dasOf: '2026-10' } }, { ...keyOfSale, type: 'expense' }],
    ['no pending expense', { ...pending, type: 'expense' }, null],
    ['no transfer', { type: 'transfer', category: null }, null],
  ])('counts %s', (_, difference, key) => {
    expect(fiscalKeyOf({ ...sale, ...difference })).toEqual(key)
  })
})

describe('fiscal fields and the type', () => {
  const full: Fiscal = { countsAsRevenue: false, activity: 'services', competence: '2026-10', hasInvoice: true, dasOf: '2026-10' }

  it.each([
    ['income', ['dasOf'], { ...full, dasOf: null }],
    ['expense', ['countsAsRevenue', 'activity', 'competence', 'hasInvoice'], { ...noFiscal, dasOf: '2026-10' }],
    ['transfer', ['countsAsRevenue', 'activity', 'competence', 'hasInvoice', 'dasOf'], null],
  ] as const)('an %s refuses %j and keeps the others', (type, misplaced, fitting) => {
    expect(misplacedFiscal(type, full)).toEqual(misplaced)
    expect(fitFiscal(type, full)).toEqual(fitting)
  })

  it('accepts defaults on every type, which are the same as none', () => {
    expect(transactionTypes.map((type) => [misplacedFiscal(type, noFiscal), fitFiscal(type, noFiscal)])).toEqual(
      transactionTypes.map(() => [[], null]),
    )
  })
})

describe('revenueByMonth', () => {
  const total = (difference: Partial<FiscalTotal>): FiscalTotal => ({ ...keyOfSale, type: 'income', amount: 100, count: 1, ...difference })
  const activityOf = (activities: MeiActivity[], difference: Partial<FiscalTotal>) => {
    const revenue = revenueByMonth([total(difference)], { activities, excludedCategories: ['Aporte'] }).get('2026-11')
    return revenue && meiActivities.find((activity) => revenue[activity].total === 100)
  }

  it.each<[MeiActivity[], Partial<FiscalTotal>, MeiActivity | undefined]>([
    [['services', 'industry', 'commerce'], {}, 'industry'],
    [['services', 'industry'], { category: 'Serviços' }, 'services'],
    [['services', 'industry'], { category: 'servicos' }, 'services'],
    [['services', 'industry'], { category: 'Serviços', activity: 'industry' }, 'industry'],
    [['commerce'], { category: 'Serviços' }, 'commerce'],
    [['services'], { category: null }, 'services'],
    [['commerce'], { activity: 'services' }, 'services'],
    [['commerce'], { category: 'Aporte' }, undefined],
    [['commerce'], { category: 'APORTE' }, undefined],
    [['commerce'], { category: 'Aporte', countsAsRevenue: true }, 'commerce'],
    [['commerce'], { countsAsRevenue: false }, undefined],
    [['commerce'], { type: 'expense' }, undefined],
  ])('with %j, %j counts as %s', (activities, difference, activity) => {
    expect(activityOf(activities, difference)).toBe(activity)
  })
})

it('counts as costs the expenses of the year but those of excluded categories and Retirada', () => {
  const expense = (category: string | null, month: CalendarMonth, amount: number): FiscalTotal => {
    return { ...keyOfSale, type: 'expense', category, month, amount, count: 1 }
  }
  const totals = [
    expense('Fornecedores', '2026-01', 1),
    expense(null, '2026-12', 20),
    expense('Retirada', '2026-05', 300),
    expense('retirada', '2026-05', 300),
    expense('Empréstimo', '2026-05', 300),
    expense('Fornecedores', '2025-12', 300),
    { ...expense('Fornecedores', '2026-01', 300), type: 'income' as const },
  ]
  expect(costsOfYear(totals, meiDefaults, 2026)).toBe(21)
})

describe('running totals', () => {
  const month = fc.constantFrom('2025-01', '2025-12', '2026-01', '2026-02', '2026-12', '2028-02')
  const fiscal = fc.record({
    countsAsRevenue: fc.constantFrom(true, false, null),
    activity: fc.constantFrom(...meiActivities, null),
    competence: fc.option(month),
    hasInvoice: fc.boolean(),
    dasOf: fc.constant(null),
  })
  const transaction = fc
    .record({
      id: fc.integer({ min: 1, max: 6 }),
      type: fc.constantFrom(...transactionTypes),
      amount: fc.integer({ min: 1, max: 1000 }),
      date: month.map((of) => `${of}-${of.endsWith('-02') ? '28' : '31'}`),
      category: fc.constantFrom(null, 'Vendas', 'Serviços', 'Aporte'),
      fiscal: fc.option(fiscal),
      flags: fc.constantFrom(settled, pending, notReceived),
      isDeleted: fc.boolean(),
    })
    .map(({ flags, ...rest }) => ({ ...rest, ...flags }))
  const activities = fc.shuffledSubarray([...meiActivities], { minLength: 1 })

  it('fold to the revenue of the transactions themselves, whatever moved between months, years and categories', () => {
    fc.assert(
      fc.property(fc.array(transaction, { maxLength: 30 }), activities, (changes, chosen) => {
        const present = new Map<number, (typeof changes)[number]>()
        const totals = new Map<string, FiscalTotal>()
        const add = (of: (typeof changes)[number], sign: number) => {
          const key = fiscalKeyOf(of)
          if (key === null || of.isDeleted) return
          const before = totals.get(JSON.stringify(key)) ?? { ...key, amount: 0, count: 0 }
          totals.set(JSON.stringify(key), { ...key, amount: before.amount + sign * of.amount, count: before.count + sign })
        }
        for (const change of changes) {
          const before = present.get(change.id)
          if (before) add(before, -1)
          add(change, 1)
          present.set(change.id, change)
        }
        const folded = revenueByMonth([...totals.values()], { activities: chosen, excludedCategories: ['Aporte'] })

        const expected = new Map<string, number>()
        for (const { type, amount, date, category, fiscal: said, isDeleted, ...flags } of present.values()) {
          const isSettled = !flags.isScheduled || flags.isReceived
          const isRevenue = said?.countsAsRevenue === true || (said?.countsAsRevenue !== false && category !== 'Aporte')
          if (isDeleted || type !== 'income' || !isRevenue || !(said?.competence || isSettled)) continue
          const isService = category === 'Serviços' && chosen.includes('services')
          const counted = said?.activity || (isService && 'services') || chosen.filter((one) => one !== 'services')[0] || 'services'
          const name = `${said?.competence || date.slice(0, 7)} ${counted} ${said?.hasInvoice ? 'withInvoice' : 'withoutInvoice'}`
          expected.set(name, (expected.get(name) ?? 0) + amount)
        }
        const found = [...folded.values()].flatMap((of) =>
          meiActivities.flatMap((activity) =>
            (['withInvoice', 'withoutInvoice'] as const).map((part) => [`${of.month} ${activity} ${part}`, of[activity][part]] as const),
          ),
        )
        expect(new Map(found.filter(([, amount]) => amount > 0))).toEqual(expected)
        for (const each of folded.values()) expect(each.total).toBe(meiActivities.reduce((sum, activity) => sum + each[activity].total, 0))
        for (const { amount, count, type } of totals.values()) expect([flowTypes.includes(type), amount > 0]).toEqual([true, count > 0])
      }),
    )
  })
})
