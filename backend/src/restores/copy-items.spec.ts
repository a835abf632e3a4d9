import { isWhole, recordsOf } from '@prumo/shared/copy-sums'
import { accountCopy } from '@prumo/shared/restore'
import fc from 'fast-check'
import { newFund } from '@prumo/shared/emergency-fund-rules'
import { emergencyFundDecider } from '../emergency-fund/emergency-fund.decider.js'
import type { EmergencyFundEvent } from '../emergency-fund/emergency-fund.events.js'
import { given } from '../../test/test-given.js'
import { itemsOf, partsOf } from './copy-items.js'

const account = '01900000-0000-7000-8000-00000000000a'
const idOf = (number: number) => `01900000-0000-7000-8000-${number.toString().padStart(12, '0')}`
const at = '2026-11-20T12:00:00.000Z'
const own = { createdAt: at, updatedAt: at, userId: account, version: 1 }

/** A file with these transactions and movements, in the shape of the API. */
function fileOf(dates: readonly [date: string, createdAt: string][], changes: readonly number[]): unknown {
  const transactions = dates.map(([date, createdAt], index) => ({
    ...own,
    id: idOf(index),
    description: 'Bolo',
    amount: 0.1,
    type: 'income',
    category: null,
    date,
    createdAt,
    isScheduled: false,
    isConfirmed: true,
    isReceived: true,
    importId: null,
    importKey: null,
    recurrenceId: null,
    nominal: null,
    instalment: null,
  }))
  let balance = 0
  const movements = changes.map((change, index) => {
    balance += change
    const kind = change < 0 ? 'withdrawal' : 'deposit'
    return { id: idOf(index), kind, amount: Math.abs(change) / 100, description: null, balance: balance / 100, at }
  })
  const { targetMonths } = newFund
  const fund = {
    id: account,
    userId: account,
    targetMonths,
    monthlyExpenseAverage: 0,
    currentAmount: balance / 100,
    targetAmount: 0,
    version: 1,
  }
  const [income, held] = [dates.length / 10, changes.length > 0]
  return {
    exportedAt: at,
    user: { id: account },
    subscription: {},
    transactions,
    goals: [],
    tasks: [],
    imports: [],
    recurrences: [],
    balance: null,
    emergencyFund: held ? fund : null,
    movements: movements.toReversed(),
    totals: {
      income,
      expense: 0,
      transactions: dates.length,
      goals: 0,
      tasks: 0,
      fund: balance / 100,
    },
  }
}
const copyOf = (...about: Parameters<typeof fileOf>) => accountCopy.parse(fileOf(...about))
const making = {
  accountId: account,
  restoreId: idOf(7),
  today: '2026-11-20',
  fingerprints: new Map<string, string>(),
  usedKeys: new Set<string>(),
  counts: { recurrence: 0, goal: 0, task: 0 },
  ruleScopes: [],
  monthFigures: new Map(),
  emailVerified: true,
}

const day = fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03')
const moment = fc.integer({ min: 0, max: 3 }).map((ms) => `2026-11-20T12:00:00.00${ms}Z`)

it('sorts transactions as in the file, whatever their new ids', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(day, moment), { maxLength: 30 }), async (dates) => {
      const listed = dates.toSorted(([one, made], [other, otherMade]) => other.localeCompare(one) || otherMade.localeCompare(made))
      const brought = (await itemsOf(copyOf(listed, []))).flatMap((item) => (item.kind === 'transaction' ? [item.row] : []))
      const places = brought.map(({ date, createdAt }) => `${date} ${createdAt}`)
      const ofADay = (date: string) => places.filter((place) => place.startsWith(date))
      for (const date of new Set(dates.map(([each]) => each))) {
        expect(ofADay(date)).toEqual(ofADay(date).toSorted())
        expect(new Set(ofADay(date)).size).toBe(ofADay(date).length)
      }
      expect(brought.map(({ id }) => id)).toEqual(listed.map((_, index) => idOf(index)).toReversed())
    }),
  )
})

it('restores the fund movement by movement, however it is cut into portions, and notices every change of the file', async () => {
  const moves = fc.array(fc.integer({ min: -50, max: 80 }), { maxLength: 20 }).map((wanted) => {
    let balance = 0
    return wanted.filter((change) => change !== 0 && balance + change >= 0 && (balance += change) >= 0)
  })
  await fc.assert(
    fc.asyncProperty(moves, fc.integer({ min: 1, max: 5 }), fc.nat(), async (changes, size, which) => {
      const copy = copyOf([], changes)
      expect(isWhole(copy)).toBe(true)
      const items = await itemsOf(copy)
      expect(items).toHaveLength(recordsOf(copy))
      let history: EmergencyFundEvent[] = []
      for (let from = 0; from < items.length; from += size) {
        for (const { command } of partsOf(items.slice(from, from + size), making))
          history = [...history, ...emergencyFundDecider.decide(command as never, given(emergencyFundDecider, ...history).state)]
      }
      const moved = history.filter(({ type }) => type === 'FundMovementBrought')
      expect(moved).toHaveLength(changes.length)
      expect(history).toHaveLength(changes.length)
      if (changes.length === 0) return
      expect(history.at(-1)).toMatchObject({ data: { after: { currentAmount: copy.emergencyFund?.currentAmount } } })
      const place = which % changes.length
      const forged = copy.movements.map((each, index) => (index === place ? { ...each, amount: each.amount + 1 } : each))
      expect(isWhole({ ...copy, movements: forged })).toBe(false)
      expect(isWhole({ ...copy, movements: copy.movements.filter((_, index) => index !== place) })).toBe(false)
    }),
  )
})

it('ends a fund that was ended, and creates one that never moved', async () => {
  const ended = { ...copyOf([], [10, -10]), emergencyFund: null }
  const [part] = partsOf(await itemsOf(ended), making)
  expect(emergencyFundDecider.decide(part?.command as never, { status: 'none' }).map(({ type }) => type)).toEqual([
    'FundMovementBrought',
    'FundMovementBrought',
    'FundRemoved',
  ])
  const { emergencyFund } = copyOf([], [10, -10])
  const still = { ...copyOf([], []), emergencyFund }
  const [begins] = partsOf(await itemsOf(still), making)
  expect(emergencyFundDecider.decide(begins?.command as never, { status: 'none' })).toEqual([
    { type: 'FundConfigured', data: { before: null, after: { ...newFund, monthlyExpenseAverage: 0, currentAmount: 0 } } },
  ])
})
