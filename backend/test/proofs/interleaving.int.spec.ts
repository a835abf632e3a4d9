import { Rejected } from '@prumo/shared/rejections'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { FindFund } from '@prumo/backend/emergency-fund/emergency-fund.projection'
import { emergencyFundDecider, type EmergencyFundCommand } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { ListTransactions } from '@prumo/backend/transactions/transaction-list.projection'
import { SummariseTransactions } from '@prumo/backend/transactions/transaction-totals.projection'
import { issue, openTestLog, recordSale, type TestLog } from './test-log.js'

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const PROCESSES = 3
const SALES = 3

/** A busy machine does fewer runs; a failing one limits the search for the shortest example. */
const bounded = { numRuns: 12, interruptAfterTimeLimit: 12_000 }

/** Which version the caller expects: none, the current one, or the one before it. */
const seen = fc.constantFrom('unsaid' as const, 'right' as const, 'stale' as const)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('record' as const), sale: fc.nat(SALES - 1), amount: fc.integer({ min: 1, max: 900 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('amount' as const), sale: fc.nat(SALES - 1), amount: fc.integer({ min: 1, max: 900 }), seen }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('text' as const),
      sale: fc.nat(SALES - 1),
      text: fc.constantFrom('Bolo', 'Torta', 'Pão'),
      seen,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('delete' as const), sale: fc.nat(SALES - 1), seen }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restore' as const), sale: fc.nat(SALES - 1) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('deposit' as const), amount: fc.integer({ min: 1, max: 900 }), seen }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), amount: fc.integer({ min: 1, max: 900 }), seen }) },
)
type InterleavedStep = typeof step extends fc.Arbitrary<infer S> ? S : never
const steps = fc.array(fc.record({ process: fc.nat(PROCESSES - 1), step }), { minLength: 20, maxLength: 60, size: 'max' })

interface ModelSale {
  id: string
  amount: number
  text: string
  /** 0 before it was recorded. */
  version: number
  alive: boolean
}

/** The expected contents of the account, derived from the contract alone; amounts in centavos. */
class InterleavingModel {
  readonly sales: ModelSale[] = Array.from({ length: SALES }, () => ({ id: newId(), amount: 0, text: 'Bolo', version: 0, alive: false }))
  fund = { amount: 0, version: 0 }

  /** Applies a step. @returns the expected outcome: `done` or the code of the refusal */
  apply(of: InterleavedStep): string {
    if (of.do === 'deposit' || of.do === 'withdraw') return this.#move(of)
    const sale = this.sales[of.sale] as ModelSale
    if (of.do === 'record') return sale.version > 0 ? 'CONFLICT' : grow(sale, { amount: of.amount, alive: true })
    if (of.do === 'restore') return sale.version === 0 ? 'NOT_FOUND' : sale.alive ? 'CONFLICT' : grow(sale, { alive: true })
    if (!sale.alive) return 'NOT_FOUND'
    if (of.seen === 'stale') return 'VERSION_MISMATCH'
    if (of.do === 'delete') return grow(sale, { alive: false })
    const changes = of.do === 'amount' ? { amount: of.amount } : { text: of.text }
    const same = Object.entries(changes).every(([name, value]) => sale[name as keyof ModelSale] === value)
    return same ? 'done' : grow(sale, changes)
  }

  #move({ do: kind, amount, seen: version }: Extract<InterleavedStep, { do: 'deposit' | 'withdraw' }>): string {
    if (this.fund.version > 0 && version === 'stale') return 'VERSION_MISMATCH'
    if (kind === 'withdraw' && amount > this.fund.amount) return 'VALIDATION'
    grow(this.fund, { amount: this.fund.amount + (kind === 'deposit' ? amount : -amount) })
    return 'done'
  }
}

function grow<Of extends { version: number }>(of: Of, changes: Partial<Of>): 'done' {
  Object.assign(of, changes, { version: of.version + 1 })
  return 'done'
}

/** The version that a caller expects, derived from the current one. */
function expectation(of: InterleavedStep, version: number): { expectedVersion?: number } {
  if (!('seen' in of) || of.seen === 'unsaid') return {}
  return { expectedVersion: of.seen === 'right' ? version : version - 1 }
}

/** Issues a step at one process. @returns the outcome: `done` or the code of the refusal */
async function perform(writer: WritePath, account: string, of: InterleavedStep, model: InterleavingModel): Promise<string> {
  if (of.do === 'deposit' || of.do === 'withdraw') {
    const command: EmergencyFundCommand = {
      type: of.do === 'deposit' ? 'DepositToFund' : 'WithdrawFromFund',
      amount: of.amount,
      description: null,
    }
    const context = { accountId: account, actor: account, source: 'app' as const, ...expectation(of, model.fund.version) }
    return outcomeOf(
      writer.execute(ExecuteCommand.of(context, { decider: emergencyFundDecider, entityId: account, command, reply: () => null })),
    )
  }
  const { id, version } = model.sales[of.sale] as ModelSale
  return outcomeOf(issue(writer, account, id, commandOf(of), expectation(of, version)))
}

function commandOf(of: Exclude<InterleavedStep, { do: 'deposit' | 'withdraw' }>): Parameters<typeof issue>[3] {
  switch (of.do) {
    case 'record':
      return recordSale({ amount: of.amount, description: 'Bolo' })
    case 'amount':
      return { type: 'CorrectTransaction', changes: { amount: of.amount } }
    case 'text':
      return { type: 'CorrectTransaction', changes: { description: of.text } }
    case 'delete':
      return { type: 'DeleteTransaction' }
    case 'restore':
      return { type: 'RestoreTransaction' }
  }
}

async function outcomeOf(outcome: Promise<unknown>): Promise<string> {
  try {
    await outcome
    return 'done'
  } catch (error) {
    if (error instanceof Rejected) return error.code
    throw error
  }
}

const byId = (a: unknown[], b: unknown[]) => (String(a[0]) < String(b[0]) ? -1 : 1)

/** The contents of the read models in the shape of the model. */
async function held(account: string): Promise<unknown> {
  const { transactions } = await new ListTransactions(account, { limit: 500 }).answer(log.database)
  const { fund } = await new FindFund(account, '2026-11-20').answer(log.database)
  const { income } = await new SummariseTransactions(account, {}).answer(log.database)
  return {
    sales: transactions.map(({ id, amount, description, version }) => [id, Math.round(amount * 100), description, version]).toSorted(byId),
    fund: { amount: fund?.details.currentAmount ?? 0, version: fund?.version ?? 0 },
    income: Math.round(income * 100),
  }
}

function expected({ sales, fund }: InterleavingModel): unknown {
  const alive = sales.filter((sale) => sale.alive)
  return {
    sales: alive.map(({ id, amount, text, version }) => [id, amount, text, version]).toSorted(byId),
    fund,
    income: alive.reduce((sum, { amount }) => sum + amount, 0),
  }
}

/** Opens an account by its first sale. Processes may or may not have it cached. */
async function opened(writer: WritePath): Promise<{ account: string; model: InterleavingModel }> {
  const [account, model] = [newId(), new InterleavingModel()]
  const first: InterleavedStep = { do: 'record', sale: 0, amount: 100 }
  expect([model.apply(first), await perform(writer, account, first, model)]).toEqual(['done', 'done'])
  return { account, model }
}

it('long-lived entities of one account change as if one process changed them, whichever of several does', async () => {
  const writers = Array.from({ length: PROCESSES }, () => log.writer())
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { account, model } = await opened(writers[0] as WritePath)
      for (const { process, step: of } of sequence) {
        const answer = await perform(writers[process] as WritePath, account, of, model)
        expect([of, answer]).toEqual([of, model.apply(of)])
      }
      expect(await held(account)).toEqual(expected(model))
      expect(await log.verify(account)).toMatchObject({ problem: null })
    }),
    bounded,
  )
})

/** Each process changes its own entities, so its steps are in order, whatever the others do meanwhile. */
it('processes that change different entities of one account at the same time lose no change of each other', async () => {
  const writers = Array.from({ length: PROCESSES }, () => log.writer())
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const { account, model } = await opened(writers[0] as WritePath)
      const entityOf = (of: InterleavedStep) => ('sale' in of ? of.sale : SALES)
      await Promise.all(
        Array.from({ length: SALES + 1 }, async (_, entity) => {
          for (const { process, step: of } of sequence.filter((each) => entityOf(each.step) === entity)) {
            const answer = await perform(writers[process] as WritePath, account, of, model)
            expect([of, answer]).toEqual([of, model.apply(of)])
          }
        }),
      )
      expect(await held(account)).toEqual(expected(model))
      expect(await log.verify(account)).toMatchObject({ problem: null })
    }),
    bounded,
  )
})

it('a correction made elsewhere survives when the process that cached the sale corrects its text', async () => {
  const [here, elsewhere] = [log.writer(), log.writer()]
  const { account, model } = await opened(here)
  const does = async (writer: WritePath, of: InterleavedStep) =>
    expect([of, await perform(writer, account, of, model)]).toEqual([of, model.apply(of)])
  await does(here, { do: 'record', sale: 1, amount: 200 })
  await does(elsewhere, { do: 'amount', sale: 0, amount: 5, seen: 'unsaid' })
  await does(elsewhere, { do: 'delete', sale: 1, seen: 'right' })
  // The second sale is cached as alive, so this is decided on the stored state; the first is still cached as it was.
  await does(here, { do: 'restore', sale: 1 })
  await does(here, { do: 'text', sale: 0, text: 'Torta', seen: 'stale' })
  await does(here, { do: 'text', sale: 0, text: 'Torta', seen: 'right' })
  await does(elsewhere, { do: 'delete', sale: 0, seen: 'right' })
  await does(elsewhere, { do: 'delete', sale: 1, seen: 'right' })
  await does(here, { do: 'restore', sale: 1 })
  await does(here, { do: 'amount', sale: 0, amount: 7, seen: 'unsaid' })
  expect(await held(account)).toEqual(expected(model))
  expect(await log.verify(account)).toMatchObject({ problem: null })
})
