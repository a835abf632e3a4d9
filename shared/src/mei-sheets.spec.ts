import { revenueByMonth, type FiscalTotal } from './fiscal-rules.js'
import { meiDefaults, type MeiProfile } from './mei-rules.js'
import { annualSheetOf, changedFigures, estimateIncomeTax, monthlySheetOf } from './mei-sheets.js'

const confectioner: MeiProfile = { ...meiDefaults, openedOn: '2024-03-12', activities: ['industry', 'services'] }
const total = (amount: number, difference: Partial<FiscalTotal> = {}): FiscalTotal => ({
  type: 'income',
  month: '2026-11',
  category: 'Vendas',
  countsAsRevenue: null,
  activity: null,
  hasInvoice: false,
  amount,
  count: 1,
  ...difference,
})
const november = [total(468_630), total(100_000, { hasInvoice: true }), total(80_000, { category: 'Serviços' })]
const today = '2026-11-27'

describe('monthlySheetOf', () => {
  it('has the nine fields and their total', () => {
    expect(monthlySheetOf('2026-11', revenueByMonth(november, confectioner), today)).toEqual({
      month: '2026-11',
      commerce: { withoutInvoice: 0, withInvoice: 0, total: 0 },
      industry: { withoutInvoice: 468_630, withInvoice: 100_000, total: 568_630 },
      services: { withoutInvoice: 80_000, withInvoice: 0, total: 80_000 },
      total: 648_630,
      asOf: today,
    })
  })
})

it('adds a year up to this month for the declaration', () => {
  const totals = [...november, total(5, { month: '2026-01' }), total(7, { month: '2026-12' }), total(9, { month: '2025-12' })]
  expect(annualSheetOf(2026, revenueByMonth(totals, confectioner), { ...confectioner, hasEmployee: true }, today)).toEqual({
    year: 2026,
    commerce: 0,
    industry: 568_635,
    services: 80_000,
    total: 648_635,
    hasEmployee: true,
    due: '2027-05-31',
    asOf: today,
  })
})

describe('changedFigures', () => {
  const sheet = (totals: FiscalTotal[]) => monthlySheetOf('2026-11', revenueByMonth(totals, confectioner), today)

  it('names each figure of a month that differs', () => {
    expect(changedFigures(sheet(november), sheet(november))).toBeNull()
    expect(changedFigures(sheet(november), sheet([...november, total(6000, { category: 'Serviços' })]))).toEqual([
      { field: 'services.withoutInvoice', before: 80_000, after: 86_000 },
      { field: 'services.total', before: 80_000, after: 86_000 },
      { field: 'total', before: 648_630, after: 654_630 },
    ])
  })

  it('names each figure of a year that differs, not those that moved within one', () => {
    const before = { commerce: 1, industry: 2, services: 3, total: 6 }
    expect(changedFigures(before, { commerce: 1, industry: 3, services: 2, total: 6 })).toEqual([
      { field: 'industry', before: 2, after: 3 },
      { field: 'services', before: 3, after: 2 },
    ])
  })
})

describe('estimateIncomeTax', () => {
  const revenue = (commerce: number, industry: number, services: number) => ({
    commerce,
    industry,
    services,
    total: commerce + industry + services,
  })

  it.each([
    ['services', revenue(0, 0, 8_000_000), 1_000_000, false, { exempt: 2_560_000, costs: 1_000_000, taxable: 4_440_000 }],
    ['all three', revenue(100_000, 200_000, 300_000), 0, false, { exempt: 120_000, costs: 0, taxable: 480_000 }],
    ['a cargo driver', revenue(0, 0, 10_000_000), 0, true, { exempt: 800_000, costs: 0, taxable: 9_200_000 }],
    ['a loss', revenue(100, 0, 0), 95, false, { exempt: 8, costs: 95, taxable: 0 }],
    ['halves, rounded once', revenue(5, 5, 30), 0, false, { exempt: 10, costs: 0, taxable: 30 }],
    ['half a centavo', revenue(0, 25, 1400), 0, false, { exempt: 450, costs: 0, taxable: 975 }],
  ])('of %s', (_, figures, costs, isCargoDriver, expected) => {
    expect(estimateIncomeTax(figures, costs, isCargoDriver)).toEqual(expected)
  })
})
