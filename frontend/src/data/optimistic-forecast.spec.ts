import fc from 'fast-check'
import { addDays } from '@prumo/shared/calendar'
import { forecastOf, type Forecast, type ForecastLength, type OpeningSource } from '@prumo/shared/forecast-rules'
import { flagsAtFirst, stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { firstDays, applyToForecast } from './optimistic-forecast'
import { aTransaction } from './test-fixtures'
import type { EntityChange } from './sync/optimistic'

const TODAY = '2026-11-20'
const STATED = { amount: 100_000, date: '2026-11-10' }
const bank = { id: 'w1', kind: 'bank', isMain: true, archived: false, statedOn: STATED.date } as const
const spreads = Array.from({ length: 91 }, (_, ahead) => ({ low: -ahead * 100, high: ahead * 150 }))

/** The forecast of an account with these transactions, by the server's rules. */
function forecastFor(rows: readonly Transaction[], source: OpeningSource, stated = STATED, length: ForecastLength = 90): Forecast {
  const net = (among: readonly Transaction[]) => among.reduce((sum, { type, amount }) => sum + (type === 'income' ? 1 : -1) * amount, 0)
  const settled = rows.filter((row) => stateOf(row) === 'settled')
  const since = settled.filter(({ date }) => date > stated.date && date <= TODAY)
  const pending = rows
    .filter((row) => stateOf(row) === 'pending')
    .map(({ date, type, amount }) => ({ date, income: 0, expense: 0, count: 1, [type]: amount }))
  const amount = source === 'stated' ? stated.amount + net(since) : net(settled.filter(({ date }) => date <= TODAY))
  return forecastOf({ opening: { amount, source }, pending, occurrences: [], spreads }, TODAY, length)
}

const transaction = fc
  .record({
    centavos: fc.integer({ min: 1, max: 500_000 }),
    type: fc.constantFrom('income' as const, 'expense' as const),
    ahead: fc.integer({ min: -30, max: 100 }),
    isScheduled: fc.boolean(),
    answered: fc.constantFrom(null, true, false),
  })
  .map(({ centavos, type, ahead, isScheduled, answered }) =>
    aTransaction({
      walletId: 'w1',
      amount: centavos,
      type,
      date: addDays(TODAY, ahead),
      ...flagsAtFirst(isScheduled),
      ...(isScheduled && answered !== null && { isConfirmed: true, isReceived: answered }),
    }),
  )
const transactions = fc.array(transaction, { maxLength: 8 })

describe("a forecast with this device's commands applied", () => {
  it('equals the one that the server computes afterwards', () => {
    fc.assert(
      fc.property(
        transactions,
        transactions,
        transactions,
        fc.constantFrom<OpeningSource>('stated', 'sums'),
        (same, before, after, source) => {
          const changes: EntityChange<Transaction>[] = [
            ...before.map((row) => ({ id: row.id, before: row, after: null })),
            ...after.map((row) => ({ id: row.id, before: null, after: row })),
          ]
          const wallets = [{ ...bank, statedOn: source === 'stated' ? STATED.date : null }]
          const shown = applyToForecast(forecastFor([...same, ...before], source), changes, { wallets, restated: null })
          expect(shown).toEqual(forecastFor([...same, ...after], source))
        },
      ),
    )
  })

  it('starts with a balance stated today, whatever was there', () => {
    fc.assert(
      fc.property(transactions, fc.constantFrom<OpeningSource>('stated', 'sums'), fc.integer(), (rows, source, centavos) => {
        const wallets = [{ ...bank, statedOn: TODAY }]
        const shown = applyToForecast(forecastFor(rows, source), [], { wallets, restated: centavos })
        expect(shown).toEqual(forecastFor(rows, 'stated', { amount: centavos, date: TODAY }))
      }),
    )
  })

  it('stays the same object without changes', () => {
    const forecast = forecastFor([], 'stated')
    expect(applyToForecast(forecast, [], { wallets: [bank], restated: null })).toBe(forecast)
  })

  it('for fewer days is the beginning of the longer one', () => {
    fc.assert(
      fc.property(transactions, fc.constantFrom<ForecastLength>(30, 60, 90), (rows, length) => {
        expect(firstDays(forecastFor(rows, 'stated'), length)).toEqual(forecastFor(rows, 'stated', STATED, length))
      }),
    )
  })
})
