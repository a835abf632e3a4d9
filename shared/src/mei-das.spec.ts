import fc from 'fast-check'
import { addDays } from './calendar.js'
import { isWorkingDay } from './holidays.js'
import {
  dasDueDate,
  dasLinesOf,
  dasOfMonth,
  dasPaymentDates,
  dasPaymentOf,
  isDasDescription,
  proposedMonth,
  type DasInput,
} from './mei-das.js'
import { meiDefaults, monthAfter, type MeiActivity, type MeiProfile } from './mei-rules.js'
import { flagsAtFirst } from './transaction-rules.js'

const confectioner: MeiProfile = { ...meiDefaults, openedOn: '2024-03-12', activities: ['industry', 'services'] }
const payment = (date: string, amount = 8705, dasOf: string | null = null) => ({ transactionId: `of ${date}`, date, amount, dasOf })

describe('dasOfMonth', () => {
  const amounts = (month: string, isCargoDriver = false) =>
    ([['commerce'], ['industry'], ['services'], ['commerce', 'services'], ['commerce', 'industry']] as MeiActivity[][]).map(
      (activities) => dasOfMonth(month, { activities, isCargoDriver }).amount,
    )

  it.each([
    ['2025-12', false, [7690, 7690, 8090, 8190, 7690]],
    ['2026-01', false, [8205, 8205, 8605, 8705, 8205]],
    ['2026-12', false, [8205, 8205, 8605, 8705, 8205]],
    ['2026-06', true, [19552, 19552, 19952, 20052, 19552]],
    // With the wage of 2026, since that of these years is not decreed.
    ['2027-01', false, [8305, 8305, 8705, 8805, 8305]],
    ['2028-12', false, [8305, 8305, 8705, 8805, 8305]],
    ['2029-01', false, [8315, 8315, 8675, 8765, 8315]],
    ['2030-01', false, [8325, 8325, 8645, 8725, 8325]],
    ['2031-01', false, [8335, 8335, 8615, 8685, 8335]],
    ['2032-01', false, [8345, 8345, 8585, 8645, 8345]],
    ['2033-01', false, [8405, 8405, 8405, 8405, 8405]],
    ['2034-01', true, [19752, 19752, 19752, 19752, 19752]],
  ])('in %s, cargo driver %s, is %j', (month, isCargoDriver, expected) => {
    expect(amounts(month, isCargoDriver)).toEqual(expected)
  })

  it('is a projection in a year whose wage is not decreed', () => {
    expect(['2025-01', '2026-12', '2027-01'].map((month) => dasOfMonth(month, confectioner).isProjected)).toEqual([false, false, true])
  })
})

describe('dasDueDate', () => {
  it.each([
    ['2026-10', '2026-11-23'],
    ['2026-11', '2026-12-21'],
    ['2026-12', '2027-01-20'],
    ['2027-01', '2027-02-22'],
    ['2028-01', '2028-02-21'],
    // The 20th of April 2025 is Easter Sunday, the 21st Tiradentes.
    ['2025-03', '2025-04-22'],
  ])('of %s is %s', (month, due) => {
    expect(dasDueDate(month)).toBe(due)
  })

  it('is the first bank day from the 20th on, in every month', () => {
    for (let month = '2024-12'; month <= '2034-01'; month = monthAfter(month, 1)) {
      const due = dasDueDate(month)
      const twentieth = `${monthAfter(month, 1)}-20`
      const between = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(twentieth, days)).filter((day) => day < due)
      expect([due >= twentieth, isWorkingDay(due), between.some(isWorkingDay)]).toEqual([true, true, false])
    }
  })
})

describe('a payment', () => {
  it.each([
    ['DAS', true],
    ['das 10/2026', true],
    ['Pagamento DAS-MEI', true],
    ['PIX Guia  DAS outubro', true],
    ['Receita Federal - SIMPLES NACIONAL', true],
    ['Boleto DAS MEI', true],
    ['DASN multa', false],
    ['Pagamento Dasa exames', false],
    ['Vendas meias', false],
    ['Compra das flores', false],
    ['', false],
  ])('%s is one by its description: %s', (description, isOne) => {
    expect(isDasDescription(description)).toBe(isOne)
  })

  it('is a settled expense that has the words or a month', () => {
    const paid = { id: '1', type: 'expense' as const, description: 'DAS', date: '2026-11-23', amount: 8705, fiscal: null }
    const settled = { ...paid, ...flagsAtFirst(false) }
    expect(dasPaymentOf(settled)).toEqual({ transactionId: '1', date: '2026-11-23', amount: 8705, dasOf: null })
    expect(dasPaymentOf({ ...settled, description: 'Boleto', fiscal: { dasOf: '2026-10' } })?.dasOf).toBe('2026-10')
    expect(dasPaymentOf({ ...settled, description: 'Boleto' })).toBeNull()
    expect(dasPaymentOf({ ...settled, type: 'income' })).toBeNull()
    expect(dasPaymentOf({ ...paid, ...flagsAtFirst(true) })).toBeNull()
  })

  it.each([
    ['on the due day', payment('2026-11-23'), '2026-10'],
    ['nearer to the next due day', payment('2026-12-08'), '2026-11'],
    ['as near to both due days, for the earlier', payment('2026-12-07'), '2026-10'],
    ['30 % above the table', payment('2026-11-23', 11316), '2026-10'],
    ['more than 30 % above it', payment('2026-11-23', 11317), null],
    ['exactly 30 % above the table of its year', payment('2026-01-20', 10647), '2025-12'],
    ['a centavo more, which fits the next year', payment('2026-01-20', 10648), '2026-01'],
    ['a centavo below it', payment('2026-11-23', 8704), null],
    ['by the table of the year before', payment('2026-01-25', 8190), '2025-12'],
    ['that names its month', payment('2026-11-23', 8705, '2026-09'), null],
    ['45 days before the first due day', payment('2024-03-08', 7660), '2024-03'],
    ['46 days before the first due day', payment('2024-03-07', 7660), null],
  ])('%s is proposed', (_, made, month) => {
    expect(proposedMonth(made, confectioner)).toBe(month)
  })

  it('is proposed for the last month up to 45 days after its due day, and for none after the baixa', () => {
    const closed = { ...confectioner, closedOn: '2026-10-02' }
    expect(proposedMonth(payment('2027-01-07'), closed)).toBe('2026-10')
    expect(proposedMonth(payment('2027-01-08'), closed)).toBeNull()
  })

  it('that is proposed for a month of a year lies within the dates that are read', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3000 }), (ahead) => {
        const date = addDays('2025-01-01', ahead)
        const month = proposedMonth(payment(date, 8900), confectioner)
        if (month === null) return
        const { from, to } = dasPaymentDates(Number(month.slice(0, 4)))
        expect(from <= date && date <= to).toBe(true)
      }),
    )
  })
})

describe('dasLinesOf', () => {
  const input: DasInput = { profile: confectioner, today: '2026-11-24', firstMonth: '2026-07', payments: [] }
  const states = (difference: Partial<DasInput>, year = 2026) =>
    dasLinesOf(year, { ...input, ...difference }).map(({ month, state }) => `${month.slice(5)} ${state}`)

  it('has a state for each month: before the first transaction, late, open, paid, proposed', () => {
    const payments = [payment('2026-11-23'), payment('2026-05-20', 8705, '2026-04'), payment('2026-06-22')]
    expect(states({ payments })).toEqual([
      '01 unknown',
      '02 unknown',
      '03 unknown',
      '04 paid',
      '05 unknown',
      '06 unknown',
      '07 late',
      '08 late',
      '09 late',
      '10 proposed',
      '11 open',
      '12 open',
    ])
  })

  it('is open through its due day and late after it', () => {
    const october = (today: string) => dasLinesOf(2026, { ...input, today }).find(({ month }) => month === '2026-10')?.state
    expect([october('2026-11-23'), october('2026-11-24')]).toEqual(['open', 'late'])
  })

  it('names the payment, and the amount of the table', () => {
    const lines = dasLinesOf(2026, { ...input, payments: [payment('2026-11-23', 9000, '2026-10'), payment('2026-11-01', 9100, '2026-10')] })
    expect(lines[9]).toEqual({
      month: '2026-10',
      amount: 8705,
      due: '2026-11-23',
      state: 'paid',
      transactionId: 'of 2026-11-01',
      paidOn: '2026-11-01',
    })
  })

  it('proposes each payment once, and one a month', () => {
    const payments = ['2026-11-23', '2026-11-24', '2026-11-25'].map((date) => payment(date))
    expect(dasLinesOf(2026, { ...input, payments }).flatMap(({ transactionId }) => transactionId ?? [])).toEqual(['of 2026-11-23'])
  })

  it('lists the months from the opening to the baixa', () => {
    const profile = { ...confectioner, openedOn: '2026-09-30', closedOn: '2026-11-01' }
    expect(states({ profile })).toEqual(['09 late', '10 late', '11 open'])
    expect(states({ profile }, 2027)).toEqual([])
  })

  it('is a projection while the wage of the year is not decreed, unless paid', () => {
    const payments = [payment('2027-02-22', 8805, '2027-01')]
    expect(states({ payments, today: '2027-06-01' }, 2027).slice(0, 3)).toEqual(['01 paid', '02 projected', '03 projected'])
  })
})
