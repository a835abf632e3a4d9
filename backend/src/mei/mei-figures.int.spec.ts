import { Rejected } from '@prumo/shared/rejections'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { compareBusinesses } from '../../test/test-mei-figures.js'
import { FindMeiYear, readMeiObligations } from './mei-sheets.js'

let test: TestApp
beforeAll(async () => void (test = await startTestApp()))
afterAll(() => test.close())

it('every figure of two businesses equals an independent computation from their exports', () => compareBusinesses(() => test, 2))

describe('on a day', () => {
  let token: string
  let accountId: string
  beforeEach(async () => void ({ token, accountId } = await test.register()))

  const configure = async (profile: object) => {
    const body = { openedOn: '2024-03-12', activities: ['commerce'], closedOn: null, ...profile }
    expect((await test.send('PUT', '/mei', { token, body })).status).toBe(200)
  }
  const sell = async (amount: number, transactionDate: string) => {
    const body = { description: 'Bolo', amount, type: 'income', category: 'Vendas', transactionDate }
    const { status, body: answer } = await test.send('POST', '/transactions', { token, body })
    expect(status).toBe(201)
    return answer.transaction
  }
  const yearOn = (today: string, year = Number(today.slice(0, 4))) => new FindMeiYear(accountId, year, today).answer(test.database)

  it.each([
    [['commerce'], 82.05],
    [['services'], 86.05],
    [['industry', 'services'], 87.05],
  ])('the DAS of 2026 of %j is %d, due on bank days', async (activities, amount) => {
    await configure({ activities })
    const { das } = await yearOn('2026-11-27')
    expect(new Set(das.map((line) => line.amount))).toEqual(new Set([amount]))
    const { das: next } = await yearOn('2027-01-05')
    expect([...das.slice(9), next[0]].map((line) => line?.due)).toEqual(['2026-11-23', '2026-12-21', '2027-01-20', '2027-02-22'])
  })

  it('a year begins with its first day, and a month with its own', async () => {
    await configure({})
    await sell(1, '2026-11-30')
    await sell(2, '2026-12-01')
    await sell(4, '2026-12-31')
    await sell(8, '2027-01-01')
    const revenueOn = async (today: string, year?: number) => (await yearOn(today, year)).revenue
    // A sale counts in its month, also on a later day of it.
    expect([await revenueOn('2026-11-30'), await revenueOn('2026-12-01')]).toEqual([1, 7])
    await expect(yearOn('2026-12-31', 2027)).rejects.toThrow(Rejected)
    expect([await revenueOn('2026-12-31'), await revenueOn('2027-01-01', 2026), await revenueOn('2027-01-01')]).toEqual([7, 7, 8])
    expect((await yearOn('2026-12-31')).projection.basis).toBe('pace')
    expect((await yearOn('2027-01-01', 2026)).projection).toEqual({ amount: null, basis: 'none' })
  })

  it('the obligations within days are those of the years, and of a year ahead', async () => {
    const within = (from: string, to: string) => readMeiObligations(test.database, accountId, { today: '2027-01-05', from, to })
    expect(await within('2026-12-06', '2027-12-31')).toEqual([])
    await configure({})
    await sell(1, '2026-06-10')
    const years = [await yearOn('2027-01-05', 2026), await yearOn('2027-01-05')]
    const ofYears = years.flatMap(({ obligations }) => obligations).filter(({ due }) => due >= '2026-12-06' && due <= '2027-12-31')
    expect(ofYears.map(({ kind, of, state }) => `${kind} ${of} ${state}`)).toContain('das 2026-11 late')
    expect(await within('2026-12-06', '2027-12-31')).toEqual(ofYears)
    expect((await within('2028-02-01', '2028-02-29')).map(({ kind, of }) => `${kind} ${of}`)).toEqual([
      'monthly_report 2028-01',
      'das 2028-01',
    ])
  })

  it('an opening in December has the limit of one month, and no month before it', async () => {
    await configure({ openedOn: '2025-12-31' })
    const { limit, months, das, obligations } = await yearOn('2026-01-10', 2025)
    expect([limit, months.length, das.length, obligations.length]).toEqual([6_750, 1, 1, 2])
    expect((await yearOn('2026-01-10')).limit).toBe(81_000)
  })

  it.each([
    ['2026-04-30', '2026-06-30'],
    ['2026-05-01', '2026-06-30'],
    ['2026-06-01', '2026-07-31'],
    ['2025-11-30', null],
  ])('after a baixa on %s the declaration of 2026 is due on %s', async (closedOn, due) => {
    await configure({ closedOn })
    const { obligations, das, limit } = await yearOn('2026-11-27')
    expect(obligations.find(({ kind, of }) => kind === 'dasn' && of === '2026')?.due ?? null).toBe(due)
    expect(das.length).toBe(due === null ? 0 : Number(closedOn.slice(5, 7)))
    expect(limit).toBe(81_000)
  })

  it('the limit is exceeded by a centavo, and by more than a fifth a centavo later', async () => {
    await configure({})
    const { id } = await sell(81_000, '2026-03-02')
    const sellFor = async (amount: number) => {
      expect((await test.send('PUT', `/transactions/${id}`, { token, body: { amount } })).status).toBe(200)
      const { level, remaining } = await yearOn('2026-11-27')
      return [level, remaining]
    }
    expect(await sellFor(81_000)).toEqual(['90', 0])
    expect(await sellFor(81_000.01)).toEqual(['over', -0.01])
    expect(await sellFor(97_200)).toEqual(['over', -16_200])
    expect(await sellFor(97_200.01)).toEqual(['over20', -16_200.01])
  })
})
