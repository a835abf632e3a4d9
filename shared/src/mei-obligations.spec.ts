import fc from 'fast-check'
import { addDays } from './calendar.js'
import { dasLinesOf, type DasPayment } from './mei-das.js'
import { annualReportDueDate, deliveryProblem, obligationsOf, obligationYears, type DeliveredPeriod } from './mei-obligations.js'
import { meiDefaults, meiTexts, type MeiProfile } from './mei-rules.js'

const confectioner: MeiProfile = { ...meiDefaults, openedOn: '2024-03-12', activities: ['industry'] }
const list = (
  year: number,
  difference: { profile?: Partial<MeiProfile>; today?: string; payments?: DasPayment[]; deliveries?: DeliveredPeriod[] } = {},
) => {
  const { payments = [], deliveries = [], today = '2026-11-27' } = difference
  const profile = { ...confectioner, ...difference.profile }
  const input = { profile, today, firstMonth: '2025-06' }
  return obligationsOf(year, { ...input, das: dasLinesOf(year, { ...input, payments }), deliveries })
}
const spell = (obligations: ReturnType<typeof list>) => obligations.map(({ kind, of, due, state }) => `${kind} ${of} ${due} ${state}`)

describe('annualReportDueDate', () => {
  it.each([
    ['without a baixa', null, '2027-05-31'],
    ['after a baixa in January', '2026-01-01', '2026-06-30'],
    ['after a baixa in April', '2026-04-30', '2026-06-30'],
    ['after a baixa in May', '2026-05-01', '2026-06-30'],
    ['after a baixa in June', '2026-06-15', '2026-07-31'],
    ['after a baixa in December', '2026-12-31', '2027-01-31'],
    ['after a baixa in a later year', '2027-01-15', '2027-05-31'],
  ])('%s', (_, closedOn, due) => {
    expect(annualReportDueDate(2026, { openedOn: '2024-03-12', closedOn })).toBe(due)
  })

  it('is in February of a leap year after a baixa in January of none', () => {
    expect(annualReportDueDate(2027, { openedOn: '2024-03-12', closedOn: '2027-12-01' })).toBe('2028-01-31')
    expect(annualReportDueDate(2028, { openedOn: '2024-03-12', closedOn: '2028-01-31' })).toBe('2028-06-30')
  })
})

describe('obligationsOf', () => {
  it('lists DAS and report of each month and the declaration that is due, by due date', () => {
    const payments = [{ transactionId: '1', date: '2026-10-20', amount: 8205, dasOf: '2026-09' }]
    const deliveries: DeliveredPeriod[] = [
      { kind: 'monthly_report', of: '2026-10' },
      { kind: 'dasn', of: '2025' },
    ]
    const all = spell(list(2026, { payments, deliveries }))
    expect(all).toHaveLength(25)
    expect(all).toContain('dasn 2025 2026-05-31 delivered')
    expect(all.slice(-8)).toEqual([
      'das 2026-09 2026-10-20 paid',
      'monthly_report 2026-09 2026-10-20 due',
      'monthly_report 2026-10 2026-11-20 delivered',
      'das 2026-10 2026-11-23 late',
      'monthly_report 2026-11 2026-12-20 due',
      'das 2026-11 2026-12-21 due',
      'das 2026-12 2027-01-20 due',
      'monthly_report 2026-12 2027-01-20 due',
    ])
  })

  it('knows nothing of what lies before the first transaction, unless it was delivered', () => {
    const deliveries: DeliveredPeriod[] = [{ kind: 'monthly_report', of: '2025-02' }]
    const all = spell(list(2025, { deliveries }))
    expect(all.filter((line) => line.endsWith('unknown')).map((line) => line.slice(0, -19))).toEqual([
      'das 2025-01',
      'monthly_report 2025-01',
      'das 2025-02',
      'monthly_report 2025-03',
      // The 20th is Easter Sunday and the 21st a holiday.
      'das 2025-03',
      'das 2025-04',
      'monthly_report 2025-04',
      'dasn 2024',
      'das 2025-05',
      'monthly_report 2025-05',
    ])
    expect(all).toContain('monthly_report 2025-02 2025-03-20 delivered')
  })

  it('asks for a proposed payment still', () => {
    const payments = [{ transactionId: '1', date: '2026-11-23', amount: 8205, dasOf: null }]
    expect(spell(list(2026, { payments }))).toContain('das 2026-10 2026-11-23 late')
  })

  it('has both declarations in the year of a baixa, and that of a baixa in December in January', () => {
    const declarations = (year: number, closedOn: string) =>
      spell(list(year, { profile: { closedOn }, today: '2025-01-01' })).filter((line) => line.startsWith('dasn'))
    expect(declarations(2026, '2026-04-30')).toEqual(['dasn 2025 2026-05-31 due', 'dasn 2026 2026-06-30 due'])
    expect(declarations(2026, '2026-12-31')).toEqual(['dasn 2025 2026-05-31 due'])
    expect(declarations(2027, '2026-12-31')).toEqual(['dasn 2026 2027-01-31 due'])
    expect(declarations(2027, '2026-04-30')).toEqual([])
  })

  it('has one declaration for each year with an open month, whatever opening and baixa', () => {
    const day = fc.integer({ min: 0, max: 1500 })
    fc.assert(
      fc.property(day, fc.option(day), (opening, open) => {
        const openedOn = addDays('2024-01-01', opening)
        const closedOn = open === null ? null : addDays(openedOn, open)
        const years = [2024, 2025, 2026, 2027, 2028, 2029]
        const all = years.flatMap((year) => list(year, { profile: { openedOn, closedOn } }))
        const lastDue = `${years.at(-1)}-12-31`
        const expected = years.map(String).filter((year) => {
          const isOpen = openedOn.slice(0, 4) <= year && (closedOn === null || closedOn.slice(0, 4) >= year)
          const closesIn = closedOn?.slice(0, 4) === year ? closedOn.slice(5, 7) : null
          const dueYear = closesIn === null || closesIn === '12' ? Number(year) + 1 : Number(year)
          return isOpen && `${dueYear}-01-01` <= lastDue
        })
        expect(all.filter(({ kind }) => kind === 'dasn').map(({ of }) => of)).toEqual(expected)
        const periods = all.filter(({ kind }) => kind === 'das').map(({ of }) => of)
        expect(all.filter(({ kind }) => kind === 'monthly_report').map(({ of }) => of)).toEqual(periods)
        expect(all.every(({ kind, state }) => kind !== 'monthly_report' || state !== 'late')).toBe(true)
      }),
    )
  })
})

describe('deliveryProblem', () => {
  it.each<[DeliveredPeriod['kind'], string, string | null]>([
    ['monthly_report', '2026-10', null],
    ['monthly_report', '2026-11', meiTexts.notEnded],
    ['monthly_report', '2024-03', null],
    ['monthly_report', '2024-02', meiTexts.notActive],
    ['dasn', '2025', null],
    ['dasn', '2026', meiTexts.notEnded],
    ['dasn', '2023', meiTexts.notActive],
  ])('of %s %s is %s', (kind, of, problem) => {
    expect(deliveryProblem({ kind, of }, confectioner, '2026-11-30')).toBe(problem)
  })

  it('ends a period with the baixa', () => {
    const closed = { ...confectioner, closedOn: '2026-04-10' }
    const problem = (kind: DeliveredPeriod['kind'], of: string, today: string) => deliveryProblem({ kind, of }, closed, today)
    expect(problem('dasn', '2026', '2026-04-11')).toBeNull()
    expect(problem('monthly_report', '2026-04', '2026-04-11')).toBeNull()
    expect(problem('dasn', '2026', '2026-04-10')).toBe(meiTexts.notEnded)
    expect(problem('monthly_report', '2026-05', '2026-06-11')).toBe(meiTexts.notActive)
    expect(problem('dasn', '2027', '2028-06-11')).toBe(meiTexts.notActive)
  })
})

it('obligationYears leaves out no year of which something is due within the days', () => {
  const days = fc.integer({ min: 0, max: 1_500 }).map((ahead) => addDays('2025-01-01', ahead))
  const closings = fc.option(fc.integer({ min: 0, max: 1_500 }).map((ahead) => addDays('2025-02-01', ahead)))
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 400 }), closings, (from, length, closedOn) => {
      const to = addDays(from, length)
      const within = (year: number) => list(year, { profile: { closedOn } }).filter(({ due }) => due >= from && due <= to)
      const all = Array.from({ length: 10 }, (_, index) => 2025 + index).flatMap(within)
      expect(obligationYears(confectioner, from, to).flatMap(within)).toEqual(all)
    }),
  )
})
