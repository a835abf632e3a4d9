import fc from 'fast-check'
import { billsOf, type CardDay } from '@prumo/shared/bill-rules'
import { addDays } from '@prumo/shared/calendar'
import { certainWithCards } from '@prumo/shared/forecast-cards'
import { forecastOf, type Forecast, type ForecastLength, type OpeningSource } from '@prumo/shared/forecast-rules'
import { flagsAtFirst, stateOf } from '@prumo/shared/transaction-rules'
import { netOf, noSums, sumsOf } from '@prumo/shared/transaction-sums'
import type { Transaction } from '@prumo/shared/transactions'
import type { Bill, Wallet } from '@prumo/shared/wallets'
import { billFlows } from './optimistic-bill-flows'
import { firstDays, applyToForecast } from './optimistic-forecast'
import { aTransaction } from './test-fixtures'
import { countedOf } from './transactions'
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

const isPendingTransfer = (row: Transaction) => row.type === 'transfer' && stateOf(row) === 'pending'

/** What is recorded on a card, by day. */
function cardDaysIn(rows: readonly Transaction[], cardId: string): CardDay[] {
  const days = new Map<string, CardDay>()
  for (const { walletId, date, sums } of rows.flatMap((row) => sumsOf(countedOf(row)))) {
    if (walletId !== cardId) continue
    const day = days.get(date) ?? { date, purchases: 0, refunds: 0, paid: 0 }
    const all = { ...noSums(), ...sums }
    days.set(date, {
      date,
      purchases: day.purchases + all.expense + all.pendingExpense,
      refunds: day.refunds + all.income + all.pendingIncome,
      paid: day.paid + all.transferIn,
    })
  }
  return [...days.values()]
}

function billsFor(rows: readonly Transaction[], { id, closingDay, dueDay }: Wallet): Bill[] {
  return billsOf(cardDaysIn(rows, id), [], { closingDay: closingDay ?? 1, dueDay: dueDay ?? 1 }, TODAY)
}

/** The forecast of an account with a card, by the server's rules. */
function cardForecast(rows: readonly Transaction[], { id, closingDay, dueDay }: Wallet): Forecast {
  const onHand = rows.flatMap((row) => sumsOf(countedOf(row))).filter(({ walletId }) => walletId !== id)
  const counted = onHand.map(({ walletId, date, sums }) => ({ walletId, date, all: { ...noSums(), ...sums } }))
  const since = counted.filter(({ walletId, date }) => date <= TODAY && (walletId !== bank.id || date > STATED.date))
  const opening = { amount: since.reduce((sum, { all }) => sum + netOf(all), STATED.amount), source: 'stated' } as const
  const pending = counted.map(({ date, all }) => ({
    date,
    income: all.pendingIncome + all.pendingTransferIn,
    expense: all.pendingExpense + all.pendingTransferOut,
    count: all.pendingCount,
  }))
  const coming = rows.filter((row) => isPendingTransfer(row) && row.toWalletId === id).reduce((sum, { amount }) => sum + amount, 0)
  const card = { id, cardDays: { closingDay: closingDay ?? 1, dueDay: dueDay ?? 1 }, days: cardDaysIn(rows, id), stated: [], coming }
  return forecastOf({ opening, ...certainWithCards({ pending, occurrences: [], cards: [card] }, TODAY), spreads: null }, TODAY, 90)
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
          const shown = applyToForecast(forecastFor([...same, ...before], source), changes, { wallets, restated: null, bills: [] })
          expect(shown).toEqual(forecastFor([...same, ...after], source))
        },
      ),
    )
  })

  it('starts with a balance stated today, whatever was there', () => {
    fc.assert(
      fc.property(transactions, fc.constantFrom<OpeningSource>('stated', 'sums'), fc.integer(), (rows, source, centavos) => {
        const wallets = [{ ...bank, statedOn: TODAY }]
        const shown = applyToForecast(forecastFor(rows, source), [], { wallets, restated: centavos, bills: [] })
        expect(shown).toEqual(forecastFor(rows, 'stated', { amount: centavos, date: TODAY }))
      }),
    )
  })

  it('takes a bill on its due day, and a transfer to a card before, as the server does', () => {
    const card = { id: 'c1', closingDay: 3, dueDay: 10 } as Wallet
    const cash = { id: 'w2', kind: 'cash', isMain: false, archived: false, statedOn: null } as const
    const wallets = [bank, cash, { ...bank, id: 'c1', kind: 'card', isMain: false, statedOn: null } as const]
    const fc$ = {
      date: fc.integer({ min: -40, max: 40 }).map((ahead) => addDays(TODAY, ahead)),
      amount: fc.integer({ min: 1, max: 90_000 }),
    }
    const purchase = fc.record(fc$).map((about) => aTransaction({ ...about, walletId: 'c1', type: 'expense' }))
    const move = fc
      .record({ ...fc$, isScheduled: fc.boolean(), way: fc.constantFrom(['w1', 'c1'], ['w1', 'w2'], ['w2', 'c1']) })
      .map(({ way: [walletId = '', toWalletId = ''], isScheduled, date: any, amount }) => {
        const date = isScheduled || any < TODAY ? any : TODAY
        const between = { type: 'transfer', walletId, toWalletId, category: null } as const
        return aTransaction({ ...between, amount, date, toDate: date, ...flagsAtFirst(isScheduled) })
      })
    const rows = fc.array(fc.oneof(purchase, move), { maxLength: 5 })
    const owed = (ahead: number) => aTransaction({ date: addDays(TODAY, ahead), amount: 1_500_000, walletId: 'c1', type: 'expense' })
    fc.assert(
      fc.property(rows, rows, rows, (others, before, after) => {
        // More than all payments: what is paid too much is known to the server alone.
        const same = [...others, ...[-80, -20, 15].map((ahead) => owed(ahead))]
        const [was, now] = [
          [...same, ...before],
          [...same, ...after],
        ]
        const changes: EntityChange<Transaction>[] = [
          ...before.map((row) => ({ id: row.id, before: row, after: null })),
          ...after.map((row) => ({ id: row.id, before: null, after: row })),
        ]
        const bills = billFlows([{ card, bills: billsFor(now, card) }], now.filter(isPendingTransfer), changes, TODAY)
        const shown = applyToForecast(cardForecast(was, card), changes, { wallets, restated: null, bills })
        const expected = cardForecast(now, card)
        expect(shown.days.map(({ balance }) => balance)).toEqual(expected.days.map(({ balance }) => balance))
        expect(shown.overdue.expense - shown.overdue.income).toBe(expected.overdue.expense - expected.overdue.income)
      }),
    )
  })

  it('stays the same object without changes', () => {
    const forecast = forecastFor([], 'stated')
    expect(applyToForecast(forecast, [], { wallets: [bank], restated: null, bills: [] })).toBe(forecast)
  })

  it('for fewer days is the beginning of the longer one', () => {
    fc.assert(
      fc.property(transactions, fc.constantFrom<ForecastLength>(30, 60, 90), (rows, length) => {
        expect(firstDays(forecastFor(rows, 'stated'), length)).toEqual(forecastFor(rows, 'stated', STATED, length))
      }),
    )
  })
})
