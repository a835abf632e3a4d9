import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import type { FundMovement } from '@prumo/shared/emergency-fund'
import { averagedMonthChoices, targetMonthChoices } from '@prumo/shared/emergency-fund-rules'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { FindFund } from '@prumo/backend/emergency-fund/emergency-fund.projection'
import { emergencyFundDecider, type EmergencyFundCommand } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { computeAnswers } from '@prumo/backend/emergency-fund/fund-answers'
import { ListFundMovements } from '@prumo/backend/emergency-fund/fund-movements.projection'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { issue, recordSale, type TestLog } from './test-log.js'

export const TODAY = '2026-11-20'

const amount = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(99_999_999_999))
const command: fc.Arbitrary<EmergencyFundCommand> = fc.oneof(
  { weight: 4, arbitrary: amount.map((of) => ({ type: 'DepositToFund' as const, amount: of, description: 'Sobra do mês' })) },
  { weight: 5, arbitrary: amount.map((of) => ({ type: 'WithdrawFromFund' as const, amount: of, description: null })) },
  {
    weight: 2,
    arbitrary: fc
      .record(
        {
          targetMonths: fc.constantFrom(...targetMonthChoices),
          monthlyExpenseAverage: fc.oneof(fc.constant(0), amount),
          currentAmount: fc.oneof(fc.constant(0), amount),
        },
        { requiredKeys: [] },
      )
      .map((settings) => ({ type: 'ConfigureFund' as const, settings })),
  },
)
/** Commands, each at one of two processes: both run at the same time. */
const steps = fc.array(fc.record({ process: fc.constantFrom(0 as const, 1 as const), command }), {
  minLength: 1,
  maxLength: 30,
  size: 'max',
})

export async function execute(writer: WritePath, account: string, of: EmergencyFundCommand): Promise<void> {
  const intent = { decider: emergencyFundDecider, entityId: account, command: of, reply: () => null, opensAccount: true }
  await writer.execute(ExecuteCommand.of({ accountId: account, actor: account, source: 'app' }, intent)).catch(ignoreRefusal)
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Rejected)) throw error
}

/** Every movement, oldest first, read page by page. */
async function movementsOf(log: TestLog, account: string): Promise<OnWire<FundMovement>[]> {
  const movements: OnWire<FundMovement>[] = []
  let cursor: string | null = null
  do {
    const page: { movements: OnWire<FundMovement>[]; nextCursor: string | null } = await new ListFundMovements(account, {
      limit: 7,
      ...(cursor !== null && { cursor }),
    }).answer(log.database)
    movements.push(...page.movements)
    cursor = page.nextCursor
  } while (cursor !== null)
  return movements.toReversed()
}

const centavos = (reais: number) => Math.round(reais * 100)
const signed = ({ kind, amount: moved }: OnWire<FundMovement>) => (kind === 'withdrawal' ? -centavos(moved) : centavos(moved))

/** The number of examples that fast-check tries, and a fixed seed where they have to be the same each time. */
export type Examples = Pick<fc.Parameters, 'numRuns' | 'seed'>

/** Expects the balance to be the sum of the movements and never negative, however two processes interleave. */
export async function expectBalances(log: TestLog, examples: Examples): Promise<void> {
  const writers = [log.writer(), log.writer()] as const
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const account = newId()
      await execute(writers[0], account, { type: 'ConfigureFund', settings: { currentAmount: 200 } })
      await Promise.all(
        writers.map(async (writer, process) => {
          for (const step of sequence.filter((each) => each.process === process)) {
            // The account's other entities move its log too.
            await Promise.all([execute(writer, account, step.command), issue(writer, account, newId(), recordSale())])
          }
        }),
      )
      const { fund } = await new FindFund(account, TODAY).answer(log.database)
      const movements = await movementsOf(log, account)
      let balance = 0
      for (const movement of movements) {
        balance += signed(movement)
        expect(centavos(movement.balance)).toBe(balance)
        expect(balance).toBeGreaterThanOrEqual(0)
        expect(movement.kind === 'adjustment' || movement.amount > 0).toBe(true)
      }
      expect(fund?.details.currentAmount).toBe(balance)
      expect(new Set(movements.map(({ id }) => id)).size).toBe(movements.length)
      const counted = { text: `select count(*) as n from events where account_id = $1 and entity = 'emergency-fund'` }
      expect(await log.database.rows(counted, [account])).toEqual([{ n: fund?.version }])
      expect(await log.verify(account)).toMatchObject({ problem: null })
    }),
    examples,
  )
}

/** An instant within seconds of midnight in São Paulo: 03:00 UTC, because Brazil has had no summer time since 2019. */
const aroundMidnight = fc
  .record({
    day: fc.oneof(
      fc.constantFrom('2024-02-29', '2024-03-01', '2024-05-31', '2025-05-31', '2026-03-31', '2026-12-31', '2027-01-01', '2028-02-29'),
      fc.integer({ min: 18_300, max: 25_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
    ),
    milliseconds: fc.constantFrom(-1_000, -1, 0, 1, 1_000),
  })
  .map(({ day, milliseconds }) => new Date(Date.parse(`${day}T03:00:00.000Z`) + milliseconds))
/** Expenses on days counted from the start of the window or from today. */
const someExpenses = fc.array(
  fc.record({
    from: fc.constantFrom('start' as const, 'today' as const),
    days: fc.integer({ min: -3, max: 3 }),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  { minLength: 1, maxLength: 8 },
)

/** Computes the day in São Paulo by shifting the clock, and the first day of the window by counting back month by month. */
function independently(instant: Date, months: number): { today: CalendarDate; start: CalendarDate } {
  const today = new Date(instant.getTime() - 3 * 3_600_000)
  let [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + 1]
  for (let step = 0; step < months; step++) [year, month] = month === 1 ? [year - 1, 12] : [year, month - 1]
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const last = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31
  const two = (number: number) => String(number).padStart(2, '0')
  return { today: today.toISOString().slice(0, 10), start: `${year}-${two(month)}-${two(Math.min(today.getUTCDate(), last))}` }
}

const shifted = (date: CalendarDate, days: number) =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Expects averages to equal an independent computation around midnight, at month ends and in leap years. */
export async function expectAverages(log: TestLog, examples: Examples): Promise<void> {
  const writer = log.writer()
  await fc.assert(
    fc.asyncProperty(aroundMidnight, fc.constantFrom(...averagedMonthChoices), someExpenses, async (instant, months, expenses) => {
      const { today, start } = independently(instant, months)
      const dated = expenses.map(({ from, days, amount: of }) => ({ date: shifted(from === 'today' ? today : start, days), amount: of }))
      const account = newId()
      for (const { date, amount: of } of dated) {
        const details = { description: 'Aluguel', amount: of, type: 'expense' as const, category: 'Aluguel', date, isScheduled: false }
        await issue(writer, account, newId(), { type: 'RecordTransaction', details })
      }
      const total = dated.filter(({ date }) => date >= start && date <= today).reduce((sum, { amount: of }) => sum + of, 0)
      const average = Number((2n * BigInt(total) + BigInt(months)) / (2n * BigInt(months)))

      const facts = await new FindFund(account, dateInSaoPaulo(instant)).answer(log.database)
      expect(computeAnswers(facts).averages[months]).toEqual({
        months,
        totalExpenses: total / 100,
        monthlyExpenseAverage: average === 0 ? 3000 : average / 100,
        source: average === 0 ? 'entered' : 'transactions',
      })
    }),
    examples,
  )
}
