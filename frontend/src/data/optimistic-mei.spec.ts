import { addDays, monthOf } from '@prumo/shared/calendar'
import { fiscalKeyOf, revenueByMonth, type FiscalTotal } from '@prumo/shared/fiscal-rules'
import { noFiscal } from '@prumo/shared/fiscal-marks'
import { dasOfMonth, dasPaymentOf } from '@prumo/shared/mei-das'
import { meiActivities, meiDefaults, type MeiProfile } from '@prumo/shared/mei-rules'
import { annualSheetOf, monthlySheetOf } from '@prumo/shared/mei-sheets'
import { meiYearOf } from '@prumo/shared/mei-year'
import type { Mei } from '@prumo/shared/mei'
import { flagsAtFirst } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import fc from 'fast-check'
import { deliver, meiDeliveryId, setMei, type DeliverArgs } from './mei-commands'
import { applyToAnnualReport, applyToDeliveries, applyToMeiYear, applyToMonthlyReport, type ListedDelivery } from './optimistic-mei'
import type { EntityChange } from './sync/optimistic'
import { applyCommand, invertCommand } from './sync/entity-registry'
import { answerAt, aTransaction, queueOf, storedCommand, TEST_ACCOUNT } from './test-fixtures'

const now = '2026-11-27'
const profile: MeiProfile = { ...meiDefaults, openedOn: '2024-03-12', activities: ['industry', 'services'] }
const none: readonly string[] = []

/** The server's view of these transactions. */
function yearOf(transactions: readonly Transaction[], deliveries: readonly DeliverArgs[] = []) {
  const firstMonth = transactions.map(({ date }) => monthOf(date)).toSorted()[0] ?? monthOf(now)
  const dasPayments = transactions.flatMap((each) => dasPaymentOf(each) ?? [])
  return meiYearOf({ profile, year: 2026, today: now, firstMonth, totals: totalsOf(transactions), dasPayments, deliveries })
}

function totalsOf(transactions: readonly Transaction[]): FiscalTotal[] {
  return transactions.flatMap((each) => {
    const key = fiscalKeyOf(each)
    return key ? [{ ...key, amount: each.amount, count: 1 }] : []
  })
}

const sale = fc.record({
  type: fc.constantFrom('income' as const, 'income' as const, 'expense' as const),
  amount: fc.integer({ min: 1, max: 3_000_000 }),
  date: fc.integer({ min: 0, max: 500 }).map((days) => addDays('2025-09-01', days)),
  category: fc.constantFrom('Vendas', 'Serviços', 'Aporte', 'Retirada', null),
  isPending: fc.boolean(),
  activity: fc.constantFrom(null, ...meiActivities),
  hasInvoice: fc.boolean(),
  competence: fc.constantFrom(null, '2026-03', '2026-10', '2026-12'),
  isMarked: fc.boolean(),
})
const sales = fc.array(sale, { minLength: 1, maxLength: 12 }).map((all) =>
  all.map(({ isPending, isMarked, activity, hasInvoice, competence, ...rest }, index) =>
    aTransaction({
      id: `x${index}`,
      description: 'Venda',
      ...rest,
      ...flagsAtFirst(isPending),
      fiscal: isMarked && rest.type === 'income' ? { ...noFiscal, activity, hasInvoice, competence } : null,
    }),
  ),
)

it('shows of any change what the server would answer: months, limit, projection, sheets and the tax', () => {
  fc.assert(
    fc.property(sales, sales, (before, others) => {
      // The month of the first transaction stays: what it decides only the server knows.
      const first = aTransaction({ id: 'first', date: '2025-08-01', amount: 1 })
      const after = before
        .map((each, index) => (index % 3 === 0 ? others[index % others.length]! : each))
        .filter((_, index) => index % 5 !== 4)
      const changes = before.map((each, index): EntityChange<Transaction> => {
        const left = index % 5 === 4 ? null : index % 3 === 0 ? others[index % others.length]! : each
        return { id: each.id, before: each, after: left }
      })
      const [stood, stands] = [
        [first, ...before],
        [first, ...after],
      ]
      expect(applyToMeiYear(yearOf(stood), { profile, now, changes, delivered: none })).toEqual(yearOf(stands))
      const [old, present] = [revenueByMonth(totalsOf(stood), profile), revenueByMonth(totalsOf(stands), profile)]
      expect(applyToMonthlyReport(monthlySheetOf('2026-10', old, now), profile, changes)).toEqual(monthlySheetOf('2026-10', present, now))
      expect(applyToAnnualReport(annualSheetOf(2026, old, profile, now), profile, changes, now)).toEqual(
        annualSheetOf(2026, present, profile, now),
      )
    }),
    { numRuns: 60 },
  )
})

it('shows a payment that is proposed, marked, unmarked and deleted', () => {
  const { amount } = dasOfMonth('2026-10', profile)
  const first = aTransaction({ id: 'first', date: '2026-08-01' })
  const paid = aTransaction({ id: 'das', type: 'expense', description: 'Guia DAS', category: null, amount, date: '2026-11-23' })
  const marked = { ...paid, fiscal: { ...noFiscal, dasOf: '2026-09' } }
  const states: (Transaction | null)[] = [null, paid, marked, paid, null]
  for (const [index, before] of states.entries()) {
    const after = states[(index + 1) % states.length] ?? null
    const [stood, stands] = [
      [first, ...(before ? [before] : [])],
      [first, ...(after ? [after] : [])],
    ]
    const changes = [{ id: 'das', before, after }]
    expect(applyToMeiYear(yearOf(stood), { profile, now, changes, delivered: none })).toEqual(yearOf(stands))
  }
})

it('shows a delivery in its list and among the obligations at once', () => {
  const transactions = [aTransaction({ date: '2026-08-01' })]
  const { commerce, industry, services, total } = monthlySheetOf('2026-10', new Map(), now)
  const args: DeliverArgs = { kind: 'monthly_report', of: '2026-10', figures: { commerce, industry, services, total } }
  const command = deliver(args)
  const shown = applyToMeiYear(yearOf(transactions), { profile, now, changes: [], delivered: [command.entityId] })
  expect(shown).toEqual(yearOf(transactions, [args]))
  const older: ListedDelivery = {
    id: meiDeliveryId(args),
    version: 1,
    kind: 'monthly_report',
    of: '2026-10',
    at: '2026-11-01T12:00:00.000Z',
    figures: { commerce, industry, services, total: 7 },
    changedSince: [{ field: 'total', before: 7, after: 0 }],
  }
  const listed = applyToDeliveries(answerAt(1, [older]), queueOf(command))
  expect(listed).toMatchObject([{ of: '2026-10', figures: { total: 0 }, changedSince: null }])
  expect(applyToDeliveries(answerAt(1, [older]), [])).toEqual([older])
})

it('sets the profile with its defaults, sends what differs, and takes it back', () => {
  const draft = { openedOn: '2024-03-12', activities: ['industry' as const] }
  const first = storedCommand(setMei(TEST_ACCOUNT, null, draft)!)
  const set = applyCommand(null, first) as Mei & { id: string }
  expect(set).toEqual({ ...meiDefaults, ...draft, id: TEST_ACCOUNT, version: 0 })
  const seen = { ...set, version: 1 }
  expect(setMei(TEST_ACCOUNT, seen, { ...draft, hasEmployee: false })).toBeNull()
  const second = storedCommand(
    setMei(TEST_ACCOUNT, seen, { ...draft, hasEmployee: true, excludedCategories: [...seen.excludedCategories] })!,
  )
  expect(second.args).toEqual({ ...draft, hasEmployee: true })
  const changed = applyCommand(seen, second) as typeof seen
  expect(changed).toEqual({ ...seen, hasEmployee: true })
  const back = storedCommand(invertCommand(second, { ...changed, version: 2 })!)
  expect(applyCommand({ ...changed, version: 2 }, back)).toEqual({ ...seen, version: 2 })
})
