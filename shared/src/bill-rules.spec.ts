import fc from 'fast-check'
import { addDays, type CalendarDate } from './calendar.js'
import { billsOf, closingFor, dueDateOf, type CardDay } from './bill-rules.js'
import { isWorkingDay } from './holidays.js'
import { balanceOn } from './wallet-rules.js'

const nubank = { closingDay: 3, dueDay: 10 }
const day = (date: CalendarDate, of: Partial<CardDay>): CardDay => ({ date, purchases: 0, refunds: 0, paid: 0, ...of })

describe('closing and due days', () => {
  it.each([
    ['2026-11-03', 3, '2026-11-03'],
    ['2026-11-04', 3, '2026-12-03'],
    ['2026-12-04', 3, '2027-01-03'],
    ['2027-02-28', 31, '2027-02-28'],
    ['2028-02-29', 30, '2028-02-29'],
    ['2027-03-01', 31, '2027-03-31'],
    ['2027-01-31', 30, '2027-02-28'],
  ])('a purchase of %s is on the bill that closes on day %i: %s', (date, closingDay, closesOn) => {
    expect(closingFor(date, { closingDay, dueDay: 10 })).toBe(closesOn)
  })

  it.each([
    ['in the month of the closing', '2026-12-03', nubank, { month: '2026-12', dueOn: '2026-12-10' }],
    ['in the next month if its day is not later', '2026-11-25', { closingDay: 25, dueDay: 5 }, { month: '2026-12', dueOn: '2026-12-07' }],
    ['after a weekend', '2026-10-03', nubank, { month: '2026-10', dueOn: '2026-10-13' }],
    ['on the last day of a short month', '2027-02-10', { closingDay: 10, dueDay: 31 }, { month: '2027-02', dueOn: '2027-03-01' }],
    [
      'in its month, though banks open in the next one only',
      '2027-02-28',
      { closingDay: 31, dueDay: 31 },
      { month: '2027-03', dueOn: '2027-03-31' },
    ],
  ])('a bill is due %s', (_, closesOn, days, due) => {
    expect(dueDateOf(closesOn, days)).toEqual(due)
  })
})

describe('billsOf', () => {
  it('is one open bill for a new card', () => {
    expect(billsOf([], [], nubank, '2026-11-20')).toEqual([
      {
        month: '2026-12',
        from: '2026-11-04',
        closesOn: '2026-12-03',
        dueOn: '2026-12-10',
        purchases: 0,
        refunds: 0,
        paid: 0,
        remaining: 0,
        state: 'open',
      },
    ])
  })

  const purchases = [day('2026-10-20', { purchases: 60000 }), day('2026-11-04', { purchases: 25000, refunds: 5000 })]
  const remaining = (days: CardDay[], today: CalendarDate) =>
    billsOf(days, [], nubank, today).map(({ state, paid, remaining: left }) => [state, paid, left])

  it('pays the oldest bill first: partly, wholly, too much, and before it closes', () => {
    const paying = (paid: number, date = '2026-12-05') => remaining([...purchases, day(date, { paid })], '2026-12-06')
    expect(remaining(purchases, '2026-11-06')).toEqual([
      ['closed', 0, 60000],
      ['open', 0, 20000],
    ])
    expect(remaining(purchases, '2026-12-06')).toEqual([
      ['late', 0, 60000],
      ['closed', 0, 20000],
      ['open', 0, 0],
    ])
    expect(paying(50000)).toEqual([
      ['late', 50000, 10000],
      ['closed', 0, 20000],
      ['open', 0, 0],
    ])
    expect(paying(65000)).toEqual([
      ['paid', 60000, 0],
      ['closed', 5000, 15000],
      ['open', 0, 0],
    ])
    expect(paying(90000)).toEqual([
      ['paid', 60000, 0],
      ['paid', 20000, 0],
      ['open', 0, 0],
    ])
    expect(paying(60000, '2026-10-25')).toEqual([
      ['paid', 60000, 0],
      ['closed', 0, 20000],
      ['open', 0, 0],
    ])
  })

  it('counts what was paid too much for the next purchases', () => {
    const days = [...purchases, day('2026-12-04', { paid: 90000 }), day('2026-12-05', { purchases: 12000 })]
    expect(remaining(days, '2026-12-06').at(-1)).toEqual(['open', 10000, 2000])
  })

  it('lists the bills of instalments to come', () => {
    const days = [day('2026-11-20', { purchases: 100 }), day('2026-12-20', { purchases: 100 }), day('2027-01-20', { purchases: 100 })]
    expect(billsOf(days, [], nubank, '2026-11-21').map(({ month, remaining: left, state }) => [month, left, state])).toEqual([
      ['2026-12', 100, 'open'],
      ['2027-01', 100, 'open'],
      ['2027-02', 100, 'open'],
    ])
  })

  it('begins with what a stated balance says is owed', () => {
    const bills = billsOf([day('2026-11-20', { purchases: 3000 })], [{ date: '2026-11-10', amount: -50000 }], nubank, '2026-12-04')
    expect(bills.map(({ purchases: bought, remaining: left }) => [bought, left])).toEqual([
      [3000, 53000],
      [0, 0],
    ])
  })

  it('leaves open in closed bills what was owed at the last closing, less what was paid since', () => {
    const begins = '2024-01-01'
    const date = fc.integer({ min: 0, max: 800 }).map((ahead) => addDays(begins, ahead))
    const amount = fc.integer({ min: 0, max: 90_000 })
    const cardDays = fc.record({ closingDay: fc.integer({ min: 1, max: 31 }), dueDay: fc.integer({ min: 1, max: 31 }) })
    const entry = fc.record({ date, purchases: amount, refunds: amount, paid: amount })
    const statement = fc.record({ date, amount: fc.integer({ min: -90_000, max: 20_000 }) })
    const oneADay = { selector: (each: { date: CalendarDate }) => each.date, maxLength: 60 }
    fc.assert(
      fc.property(
        fc.uniqueArray(entry, oneADay),
        fc.uniqueArray(statement, { ...oneADay, maxLength: 3 }),
        cardDays,
        date,
        (days, stated, card, today) => {
          const bills = billsOf(days, stated, card, today)
          const closed = bills.filter(({ state }) => state !== 'open')
          const nets = days.map((each) => ({ date: each.date, net: each.refunds + each.paid - each.purchases }))
          const lastClosing = closed.at(-1)?.closesOn
          const owed = lastClosing ? -balanceOn(lastClosing, stated, nets).amount : 0
          const paidSince = days.reduce(
            (sum, each) => (lastClosing && each.date > lastClosing && each.date <= today ? sum + each.paid : sum),
            0,
          )
          expect(closed.reduce((sum, { remaining: left }) => sum + left, 0)).toBe(Math.max(0, owed - paidSince))

          // The bills follow each other without a gap, and each purchase is on one of them.
          for (const [at, bill] of bills.entries()) {
            expect(bill.from <= bill.closesOn && isWorkingDay(bill.dueOn) && bill.remaining >= 0).toBe(true)
            if (at > 0) expect(bill.from).toBe(addDays(bills[at - 1]!.closesOn, 1))
          }
          const total = (name: 'purchases' | 'refunds', of: readonly { purchases: number; refunds: number }[]) =>
            of.reduce((sum, each) => sum + each[name], 0)
          expect([total('purchases', bills), total('refunds', bills)]).toEqual([total('purchases', days), total('refunds', days)])
        },
      ),
    )
  })
})
