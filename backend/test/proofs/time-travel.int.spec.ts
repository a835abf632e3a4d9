import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { openAccount } from '@prumo/backend/access/registration'
import { resetAccount } from '@prumo/backend/account-data/account-ending'
import { dayCheckpoints, FindAccountAtDay } from '@prumo/backend/activity/account-at-day'
import { balanceDecider } from '@prumo/backend/balance/balance.decider'
import { emergencyFundDecider } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import type { LogReading } from '@prumo/backend/event-store/log-reading'
import { makeCheckpoints } from '@prumo/backend/event-store/replay/checkpoints'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { goalDecider } from '@prumo/backend/goals/goal.decider'
import { taskDecider } from '@prumo/backend/tasks/task.decider'
import { transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import { initialWalletId } from '@prumo/backend/wallets/initial-wallet'
import { walletDecider } from '@prumo/backend/wallets/wallet.decider'
import { openTestLog, type TestLog } from './test-log.js'
import { answerAt, dayOf, PastModel, type PastEntry, type PastEvent } from './test-past.js'

let log: TestLog
let writer: WritePath
let now = 0
/** With checkpoints every few events, because these histories are short, and without any. */
let often: LogReading
let never: LogReading
beforeAll(async () => {
  log = await openTestLog()
  often = { ...log.reading, checkpointed: { ...dayCheckpoints, every: 3 } }
  never = { ...log.reading, checkpointed: { ...dayCheckpoints, version: 1_000 } }
  writer = log.writer(() => now)
})
afterAll(() => log.close())

const HOUR_MS = 3_600_000
/** 22:30 of 30 June 2026 in São Paulo: the first hours cross midnight and the end of a month. */
const BEGIN = Date.UTC(2026, 6, 1, 1, 30)

const centavos = fc.integer({ min: 1, max: 200_000 })
const date = fc.constantFrom('2026-04-30', '2026-06-30', '2026-07-01', '2026-07-20')
/** A wallet by its place among those of the account; the first is the main one. */
const wallet = fc.nat(3)
const made: fc.Arbitrary<{ kind: PastEntry['kind']; fields: PastEntry['fields'] }> = fc.oneof(
  fc
    .record({
      amount: centavos,
      type: fc.constantFrom('income', 'expense', 'transfer'),
      date,
      toDate: date,
      isScheduled: fc.boolean(),
      from: wallet,
      to: wallet,
    })
    .map((of) => ({
      kind: 'transaction' as const,
      fields: { description: 'Bolo', category: null, isConfirmed: !of.isScheduled, isReceived: !of.isScheduled, ...of },
    })),
  fc
    .record({ targetAmount: centavos, currentAmount: centavos, deadline: date })
    .map((of) => ({ kind: 'goal' as const, fields: { title: 'Forno', category: 'Outros', priority: 'low', ...of } })),
  fc
    .record({ estimatedCost: centavos, estimatedDate: date, priority: fc.constantFrom('low', 'medium', 'high') })
    .map((of) => ({ kind: 'task' as const, fields: { title: 'Ligar', type: 'problem', completed: false, ...of } })),
)
const step = fc.record({
  /** Hours since the step before; often the same day, at times weeks later. */
  hours: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 9 }) },
    { weight: 3, arbitrary: fc.integer({ min: 10, max: 60 }) },
    { weight: 1, arbitrary: fc.integer({ min: 200, max: 900 }) },
  ),
  does: fc.oneof(
    { weight: 15, arbitrary: made.map((of) => ({ do: 'make' as const, of })) },
    {
      weight: 18,
      arbitrary: fc.record({
        do: fc.constantFrom('change' as const, 'delete' as const, 'restore' as const),
        pick: fc.nat(),
        amount: centavos,
        yes: fc.boolean(),
      }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        do: fc.constant('fund' as const),
        targetMonths: fc.constantFrom(1, 3, 12),
        monthlyExpenseAverage: centavos,
        currentAmount: centavos,
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('open' as const), yes: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('archive' as const), pick: fc.nat() }) },
    {
      weight: 7,
      arbitrary: fc.record({ do: fc.constant('state' as const), wallet, date, amount: fc.integer({ min: -90_000, max: 90_000 }) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'reset' as const }) },
  ),
})

const deciders = { transaction: transactionDecider, goal: goalDecider, task: taskDecider }
const names = { transaction: 'Transaction', goal: 'Goal', task: 'Task' }
const begins = { transaction: 'RecordTransaction', goal: 'SetGoal', task: 'AddTask' }

type TravelStep = typeof step extends fc.Arbitrary<infer Step extends { does: unknown }> ? Step['does'] : never

/** The wallets that there are: the main one, null, and those that were opened. */
function walletsOf(past: PastModel): (string | null)[] {
  return [null, ...past.now.wallets.keys()]
}

/** The fields of a transaction with the ids of its wallets; null for a transfer within one. */
function inWallets(past: PastModel, { from, to, toDate, ...fields }: PastEntry['fields']): PastEntry['fields'] | null {
  const all = walletsOf(past)
  const [left, arrived] = [from, to].map((place) => all[Number(place) % all.length] as string | null)
  if (fields.type !== 'transfer') return { ...fields, from: left as string | null }
  return left === arrived ? null : { ...fields, from: left as string | null, to: arrived as string | null, toDate: toDate as string }
}

/** Opens or archives a wallet, or states its balance. */
async function happenToWallet(
  accountId: string,
  past: PastModel,
  does: Extract<TravelStep, { do: 'open' | 'archive' | 'state' }>,
  execute: (decider: unknown, entityId: string, command: object) => Promise<unknown>,
): Promise<PastEvent | null> {
  const { wallets, stated } = past.now
  const around = {
    otherNames: [],
    lastOrder: wallets.size,
    count: wallets.size,
    isInitial: false,
    isMain: false,
    wasUsed: true,
    hasPending: false,
  }
  if (does.do === 'open') {
    const [id, kind] = [newId(), does.yes ? ('bank' as const) : ('card' as const)]
    const days = does.yes ? { closingDay: null, dueDay: null } : { closingDay: 3, dueDay: 10 }
    const name = `Conta ${wallets.size + 2}`
    await execute(walletDecider, id, { type: 'OpenWallet', details: { name, kind, ...days }, around })
    return { what: 'opened', wallet: { id, name, kind, archived: false } }
  }
  if (does.do === 'archive') {
    const found = [...wallets.values()][does.pick % wallets.size]
    if (!found) return null
    await execute(walletDecider, found.id, { type: found.archived ? 'UnarchiveWallet' : 'ArchiveWallet', around })
    return { what: 'toggled', id: found.id }
  }
  const all = walletsOf(past)
  const [walletId, { date: day, amount }] = [all[does.wallet % all.length] as string | null, does]
  if (stated.get(`${walletId} ${day}`)?.amount === amount) return null
  const details = { date: day, amount }
  await execute(balanceDecider, walletId ?? initialWalletId(accountId), { type: 'StateBalance', details, today: '2026-07-20' })
  return { what: 'stated', walletId, date: day, amount }
}

/** Performs a step in the product. @returns what happened; null where the step does not apply */
async function happen(accountId: string, past: PastModel, does: TravelStep): Promise<PastEvent | null> {
  const context = { accountId, actor: accountId, source: 'app' as const }
  const execute = (decider: unknown, entityId: string, command: object) =>
    writer.execute(new ExecuteCommand(context, { decider, entityId, command, reply: () => null }))
  const pick = <T>(of: Map<string, T>, at: number) => [...of.values()][at % of.size]
  if (does.do === 'reset') {
    await writer.execute(resetAccount(context, true))
    return { what: 'reset' }
  }
  if (does.do === 'fund') {
    const { do: _, ...settings } = does
    const { fund } = past.now
    if (fund && (Object.keys(settings) as (keyof typeof settings)[]).every((name) => settings[name] === fund[name])) return null
    await execute(emergencyFundDecider, accountId, { type: 'ConfigureFund', settings })
    return { what: 'fund', fields: settings }
  }
  if (does.do === 'open' || does.do === 'archive' || does.do === 'state') return happenToWallet(accountId, past, does, execute)
  if (does.do === 'make') {
    const { kind } = does.of
    const fields = kind === 'transaction' ? inWallets(past, does.of.fields) : does.of.fields
    if (!fields) return null
    const id = newId()
    const { isConfirmed: _, isReceived: __, completed: ___, from, to, toDate, ...own } = fields as Record<string, unknown>
    const places = { walletId: from, to: to === undefined ? null : { walletId: to, date: toDate, importId: null, importKey: null } }
    const details = kind === 'transaction' ? { ...own, ...places } : own
    await execute(deciders[kind], id, { type: begins[kind], details, today: '2026-07-01' })
    return { what: 'made', kind, id, fields }
  }
  const found = pick(does.do === 'restore' ? past.now.gone : past.now.entries, does.pick)
  if (!found) return null
  const { kind, id } = found
  if (does.do === 'delete') {
    await execute(deciders[kind], id, { type: `Delete${names[kind]}` })
    return { what: 'deleted', id }
  }
  if (does.do === 'restore') {
    await execute(deciders[kind], id, { type: `Restore${names[kind]}` })
    return { what: 'restored', id }
  }
  const fields = changeOf(found, does)
  if (Object.entries(fields).every(([name, value]) => found.fields[name] === value)) return null
  await execute(deciders[kind], id, { type: `Correct${names[kind]}`, changes: fields, today: '2026-07-01' })
  return { what: 'changed', id, fields }
}

function changeOf({ kind, fields }: PastEntry, { amount, yes }: { amount: number; yes: boolean }): PastEntry['fields'] {
  if (kind === 'transaction') return fields.isScheduled && yes ? { isConfirmed: true, isReceived: amount % 2 === 0 } : { amount }
  if (kind === 'goal') return yes ? { currentAmount: amount } : { targetAmount: amount }
  return yes ? { completed: !fields.completed } : { estimatedCost: amount }
}

const DAY_MS = 24 * HOUR_MS
/** The worker runs after so many steps. */
const WORKER_EVERY = 7

it('the state on each day of any history equals the one recorded then, with checkpoints and without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      now = BEGIN
      const accountId = newId()
      const details = {
        name: 'Ana Souza',
        email: `${accountId}@exemplo.com`,
        businessName: 'Ateliê',
        businessType: 'Serviços' as const,
        monthlyIncome: 1,
        mainDifficulties: [],
      }
      await writer.execute(openAccount({ accountId, source: 'app', details, passwordHash: 'hash' }))
      const past = new PastModel()
      for (const [index, { hours, does }] of steps.entries()) {
        // A minute more, so that no two entries have the same moment and the order is unambiguous.
        now += hours * HOUR_MS + 60_000
        const happening = await happen(accountId, past, does)
        if (happening) past.happened(now, happening)
        if (index % WORKER_EVERY === 0) await makeCheckpoints(log.database.pool, often, accountId, new AbortController().signal)
      }
      expect((await verifyAccount(log.database, often, accountId)).problem).toBeNull()
      for (let moment = BEGIN - 2 * DAY_MS; moment < now + 2 * DAY_MS; moment += DAY_MS) {
        const day = dayOf(moment)
        const expected = answerAt(past, accountId, day, initialWalletId(accountId))
        for (const reading of [often, never])
          expect(await new FindAccountAtDay(reading, accountId, day).answer(log.database)).toEqual(expected)
      }
    }),
    { numRuns: 8 },
  )
}, 300_000)

it('a moment before midnight in São Paulo belongs to that day, midnight to the next', async () => {
  const accountId = newId()
  const record = async (amount: number) => {
    const details = { description: 'Bolo', amount, type: 'income' as const, category: null, date: '2026-07-01', isScheduled: false }
    const intent = {
      decider: transactionDecider,
      entityId: newId(),
      command: { type: 'RecordTransaction', details },
      reply: () => null,
      opensAccount: true,
    }
    await writer.execute(new ExecuteCommand({ accountId, actor: accountId, source: 'app' }, intent))
  }
  now = Date.UTC(2026, 6, 2, 2, 59, 59, 999)
  await record(100)
  now += 1
  await record(20)
  const incomeAt = async (day: string) => (await new FindAccountAtDay(log.reading, accountId, day).answer(log.database)).summary.income
  expect([await incomeAt('2026-06-30'), await incomeAt('2026-07-01'), await incomeAt('2026-07-02'), await incomeAt('2200-12-31')]).toEqual([
    0, 1, 1.2, 1.2,
  ])
})
