import { newGoal, goalChanges } from '@prumo/shared/goals'
import { Rejected } from '@prumo/shared/rejections'
import { newTask } from '@prumo/shared/tasks'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { openAccount } from '@prumo/backend/access/registration'
import { FindEvent, ListActivity } from '@prumo/backend/activity/activity-log'
import { undoCommand } from '@prumo/backend/activity/undo-command'
import { emergencyFundDecider } from '@prumo/backend/emergency-fund/emergency-fund.decider'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { Decider } from '@prumo/backend/event-store/decider/decider'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import type { ProjectionRow } from '@prumo/backend/event-store/projection/table'
import type { DomainEvent } from '@prumo/backend/event-store/stream/event'
import { replayAccount } from '@prumo/backend/event-store/replay/replay'
import { goalDecider } from '@prumo/backend/goals/goal.decider'
import { balanceDecider } from '@prumo/backend/balance/balance.decider'
import { accountDecider } from '@prumo/backend/identity/account.decider'
import { subscriptionEvents } from '@prumo/backend/subscriptions/subscription.events'
import { taskDecider } from '@prumo/backend/tasks/task.decider'
import { transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import { initialWalletId } from '@prumo/backend/wallets/initial-wallet'
import { meiDeliveryDecider } from '@prumo/backend/mei/mei-delivery.decider'
import { meiDecider } from '@prumo/backend/mei/mei.decider'
import { mainWalletDecider } from '@prumo/backend/wallets/main-wallet.decider'
import { reminderDecider } from '@prumo/backend/reminders/reminder.decider'
import { ruleDecider } from '@prumo/backend/rules/rule.decider'
import { walletDecider } from '@prumo/backend/wallets/wallet.decider'
import { openTestLog, type TestLog } from './test-log.js'

let log: TestLog
let writer: WritePath
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer()
})
afterAll(() => log.close())

const ENTITIES = 2

/** A command on one of an account's few entities of a kind. */
interface UndoStep {
  decider: Decider<never, unknown, DomainEvent>
  entity: number
  command: { type: string }
}

const centavos = fc.integer({ min: 1, max: 200_000 })
const date = fc.constantFrom('2024-02-29', '2026-10-31', '2026-11-01')
const sale = {
  description: fc.constantFrom('Bolo', 'Aluguel'),
  amount: centavos,
  type: fc.constantFrom('income', 'expense'),
  category: fc.constantFrom('Vendas', 'Feira de sábado', null),
  note: fc.constantFrom('Pagar no balcão', null),
}
/** Wallets of the transactions, and how a command names them. */
const [BANK, CARD] = ['0190d3a0-0000-7000-8000-00000000000b', '0190d3a0-0000-7000-8000-00000000000c'] as const
const wallets = {
  initial: 'initial',
  main: BANK,
  isUsable: new Map([BANK, CARD].map((id) => [id, true])),
}
const flags = { isScheduled: fc.boolean(), isConfirmed: fc.boolean(), isReceived: fc.boolean() }
const goal = {
  title: fc.constantFrom('Forno', 'Curso'),
  targetAmount: fc.integer({ min: 1, max: 900 }),
  deadline: date,
  category: fc.constantFrom('Equipamentos', 'Outros'),
}
const task = {
  title: fc.constantFrom('Ligar', 'Orçar'),
  estimatedCost: fc.integer({ min: 0, max: 90 }),
  estimatedDate: date,
  priority: fc.constantFrom('low', 'high'),
}
const some = (of: Record<string, fc.Arbitrary<unknown>>) => fc.record(of, { requiredKeys: [] })
const plain = (type: string) => fc.constant({ type })

function on(decider: unknown, ...commands: fc.Arbitrary<{ type: string }>[]): fc.Arbitrary<UndoStep> {
  return fc.record({ decider: fc.constant(decider as UndoStep['decider']), entity: fc.nat(ENTITIES - 1), command: fc.oneof(...commands) })
}

const today = '2026-11-20'
const step: fc.Arbitrary<UndoStep> = fc.oneof(
  on(
    transactionDecider,
    fc.record({ ...sale, date, isScheduled: fc.boolean() }).map((details) => ({ type: 'RecordTransaction', details })),
    fc.record({ ...sale, category: fc.constant(null), date, isScheduled: fc.boolean(), toDate: date }).map(({ toDate, ...details }) => ({
      type: 'RecordTransaction',
      details: { ...details, type: 'transfer' },
      places: { toWalletId: CARD, toDate },
      wallets,
    })),
    some({ transactionDate: date, toDate: date }).map((changes) => ({
      type: 'CorrectTransaction',
      changes: { ...changes, type: 'transfer', walletId: CARD, toWalletId: BANK },
      wallets,
    })),
    fc.constantFrom(BANK, CARD).map((walletId) => ({ type: 'CorrectTransaction', changes: { type: 'income', walletId }, wallets })),
    some({ ...sale, ...flags, transactionDate: date }).map((changes) => ({ type: 'CorrectTransaction', changes })),
    fc.constant({ type: 'CorrectTransaction', changes: { isReceived: true } }),
    plain('DeleteTransaction'),
    plain('RestoreTransaction'),
  ),
  on(
    goalDecider,
    fc
      .record({ ...goal, currentAmount: fc.constant(0) })
      .map((body) => ({ type: 'SetGoal', details: { ...newGoal.parse({ ...body, targetAmount: 1, currentAmount: 0 }), ...body } })),
    some({ ...goal, currentAmount: fc.integer({ min: 0, max: 900 }) }).map((changes) => ({
      type: 'CorrectGoal',
      changes: { ...goalChanges.parse({}), ...changes },
    })),
    fc.integer({ min: 1, max: 400 }).map((amount) => ({ type: 'ProgressGoal', amount })),
    plain('DeleteGoal'),
    plain('RestoreGoal'),
  ),
  on(
    taskDecider,
    fc.record(task).map((body) => ({ type: 'AddTask', details: { ...newTask.parse({ ...body, estimatedCost: 0 }), ...body }, today })),
    some({ ...task, completed: fc.boolean() }).map((changes) => ({ type: 'CorrectTask', changes, today })),
    plain('ToggleTask'),
    plain('DeleteTask'),
    plain('RestoreTask'),
  ),
  on(
    emergencyFundDecider,
    some({ targetMonths: fc.constantFrom(1, 6), monthlyExpenseAverage: centavos, currentAmount: centavos }).map((settings) => ({
      type: 'ConfigureFund',
      settings,
    })),
    centavos.map((amount) => ({ type: 'DepositToFund', amount, description: 'Sobra' })),
    centavos.map((amount) => ({ type: 'WithdrawFromFund', amount, description: null })),
  ),
  on(
    balanceDecider,
    fc.record({ amount: centavos, date }).map((details) => ({ type: 'StateBalance', details, today })),
  ),
  on(
    accountDecider,
    some({
      name: fc.constantFrom('Ana Lima', 'Ana Souza'),
      monthlyIncome: centavos,
      mainDifficulties: fc.constantFrom([], ['Marketing e vendas']),
    }).map((changes) => ({ type: 'ChangeProfile', changes })),
  ),
)

async function open(): Promise<string> {
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
  return accountId
}

/** Issues a command; a refusal counts as no change. */
async function issue(accountId: string, ids: readonly string[], { decider, entity, command }: UndoStep): Promise<void> {
  const ofTheAccount = ['account', 'emergency-fund', 'main-wallet', 'mei'].includes(decider.entity)
  const own = ofTheAccount ? accountId : (ids[entity] as string)
  const entityId = decider.entity === 'balance' ? initialWalletId(accountId) : own
  await writer
    .execute(new ExecuteCommand({ accountId, actor: accountId, source: 'app' }, { decider, entityId, command, reply: () => null }))
    .catch(ignoreRefusal)
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Rejected)) throw error
}

/** Left out: every command adds rows to the list of the fund's movements; letters are stored by their position in the log. */
const LEFT_OUT = new Set(['fund_movements', 'transaction_search'])
const VOLATILE = new Set(['version', 'updated_at'])

/** Every read model of the log, except what an undo does not restore. Days and months without transactions are left out. */
async function readModels(accountId: string): Promise<Record<string, string[]>> {
  const tables = await replayAccount(log.database.pool, log.reading, accountId)
  const compared = tables.filter(({ table }) => !LEFT_OUT.has(table.name))
  return Object.fromEntries(compared.map((rows) => [rows.table.name, rows.rows().filter(saysSomething).map(text).sort()]))
}

function saysSomething(row: ProjectionRow): boolean {
  // A balance that was withdrawn keeps its row, and so does a choice of the wallet that was the main one at first.
  if (row.amount === null || row.wallet_id === null) return false
  // Rows of sums stay after their values became 0.
  const { year, ...rest } = row
  const isSum = 'day' in row || 'transactions' in row || year !== undefined
  return !isSum || Object.values(rest).some((value) => typeof value === 'number' && value !== 0)
}

function text(row: ProjectionRow): string {
  return JSON.stringify(
    Object.entries(row)
      .filter(([name]) => !VOLATILE.has(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

async function undo(accountId: string, position: number): Promise<void> {
  const event = await new FindEvent(log.reading, accountId, position).answer(log.database)
  await writer.execute(undoCommand({ accountId, actor: accountId, source: 'app' }, event, log.reading))
}

/** Issues a command and, if it changed something, undoes it and undoes the undo. @returns the event's type, if there was one */
async function issueAndUndo(accountId: string, ids: readonly string[], each: UndoStep): Promise<string | null> {
  const [before, seq] = [await readModels(accountId), await lastPosition(accountId)]
  await issue(accountId, ids, each)
  const [last] = (await new ListActivity(log.reading, accountId, { limit: 1 }).answer(log.database)).activity
  if (!last || last.position === seq) return null
  const after = await readModels(accountId)
  expect(last).toMatchObject({ undoable: true, undoReason: null })
  await undo(accountId, last.position)
  expect(await readModels(accountId)).toEqual(before)
  await expect(undo(accountId, last.position)).rejects.toMatchObject({ code: 'CONFLICT' })
  await undo(accountId, last.position + 1)
  expect(await readModels(accountId)).toEqual(after)
  return last.type
}

async function lastPosition(accountId: string): Promise<number> {
  const [head] = await log.database.rows<{ seq: number }>({ text: 'select seq from account_heads where account_id = $1' }, [accountId])
  return head?.seq ?? 0
}

const details = { description: 'Bolo', amount: 500, type: 'income', category: 'Feira de sábado', date: '2026-11-01', isScheduled: true }
const around = { otherNames: [], lastOrder: 0, count: 1, isInitial: false, isMain: false, wasUsed: false, hasPending: false }
const rule = { text: 'moinho', type: null, category: 'Fornecedores', description: null }
const noRevenue = { withoutInvoice: 0, withInvoice: 0, total: 0 }
const figures = { commerce: noRevenue, industry: noRevenue, services: noRevenue, total: 0 }
const delivery = { kind: 'monthly_report', of: '2026-10', at: '2026-11-05T12:00:00.000Z', figures }
const every: [unknown, ...{ type: string; [argument: string]: unknown }[]][] = [
  [
    transactionDecider,
    { type: 'RecordTransaction', details },
    { type: 'CorrectTransaction', changes: { amount: 700, category: null } },
    { type: 'CorrectTransaction', changes: { isConfirmed: true } },
    { type: 'CorrectTransaction', changes: { isReceived: true } },
    { type: 'CorrectTransaction', changes: { type: 'transfer', walletId: BANK, toWalletId: CARD, toDate: '2026-11-03' }, wallets },
    { type: 'CorrectTransaction', changes: { walletId: CARD, toWalletId: BANK }, wallets },
    { type: 'CorrectTransaction', changes: { type: 'expense', walletId: BANK }, wallets },
    { type: 'DeleteTransaction' },
    { type: 'RestoreTransaction' },
  ],
  [
    goalDecider,
    {
      type: 'SetGoal',
      details: { title: 'Forno', targetAmount: 900, currentAmount: 0, deadline: '2026-11-01', category: 'Outros', priority: 'high' },
    },
    { type: 'ProgressGoal', amount: 950 },
    { type: 'CorrectGoal', changes: { currentAmount: 100 } },
    { type: 'DeleteGoal' },
    { type: 'RestoreGoal' },
  ],
  [
    taskDecider,
    { type: 'AddTask', details: { title: 'Ligar', type: 'problem', estimatedCost: 5, estimatedDate: null, priority: 'low' }, today },
    { type: 'ToggleTask' },
    { type: 'ToggleTask' },
    { type: 'CorrectTask', changes: { title: 'Ligar já', completed: true }, today },
    { type: 'DeleteTask' },
    { type: 'RestoreTask' },
  ],
  [
    emergencyFundDecider,
    { type: 'DepositToFund', amount: 500, description: 'Sobra' },
    { type: 'ConfigureFund', settings: { targetMonths: 6, currentAmount: 800 } },
    { type: 'ConfigureFund', settings: { currentAmount: 900 } },
    { type: 'DepositToFund', amount: 50, description: null },
    { type: 'WithdrawFromFund', amount: 300, description: 'Conserto' },
  ],
  [
    balanceDecider,
    { type: 'StateBalance', details: { amount: -500, date: '2026-11-01' }, today },
    { type: 'StateBalance', details: { amount: 700, date: '2026-11-02' }, today },
  ],
  [
    walletDecider,
    { type: 'OpenWallet', details: { name: 'Nubank', kind: 'card', closingDay: 3, dueDay: 10 }, around },
    { type: 'ChangeWallet', changes: { name: 'Roxinho', dueDay: 12 }, around },
    { type: 'ArchiveWallet', around },
    { type: 'UnarchiveWallet', around },
    { type: 'DeleteWallet', around },
  ],
  [mainWalletDecider, { type: 'ChooseMainWallet', walletId: BANK, wallet: { kind: 'bank', isArchived: false } }],
  [
    ruleDecider,
    { type: 'AddRule', details: rule },
    { type: 'CorrectRule', changes: { type: 'income' } },
    { type: 'DeleteRule' },
    { type: 'RestoreRule' },
  ],
  [
    meiDecider,
    { type: 'ConfigureMei', settings: { openedOn: '2024-03-12', activities: ['industry'] }, today },
    { type: 'ConfigureMei', settings: { openedOn: '2024-03-12', activities: ['services'], excludedCategories: ['Aporte'] }, today },
  ],
  [
    meiDeliveryDecider,
    { type: 'BringDelivery', details: delivery },
    { type: 'BringDelivery', details: { ...delivery, at: '2026-11-06T12:00:00.000Z' } },
  ],
  [
    reminderDecider,
    { type: 'ChangeReminders', changes: { push: true, hour: 20 }, emailVerified: false },
    { type: 'ChangeReminders', changes: { push: false, withAmounts: true }, emailVerified: false },
  ],
  [accountDecider, { type: 'ChangeProfile', changes: { name: 'Ana Lima', mainDifficulties: ['Marketing e vendas'], monthlyIncome: 7 } }],
]

it('an undo of each kind of change restores every read model, and an undo of the undo restores the change', async () => {
  const accountId = await open()
  const undone = new Set<string | null>()
  for (const [decider, ...commands] of every) {
    const ids = [newId()]
    for (const command of commands)
      undone.add(await issueAndUndo(accountId, ids, { decider: decider as UndoStep['decider'], entity: 0, command }))
  }
  // Every kind of undoable event was undone, including those that only an undo records. A person cannot undo what Stripe
  // says of a subscription. Receipts, imports and recurrences are undone in the specs of their routes. Closing and reopening a
  // month cannot be undone.
  const kinds = log.reading.readModels.projections.flatMap(({ on: handlers }) => Object.keys(handlers))
  const ofStripe = new Set<string>(subscriptionEvents.definitions.map(({ type }) => type))
  expect([...new Set(kinds)].filter((type) => !undone.has(type) && !ofStripe.has(type))).toEqual([
    'AttachmentAdded',
    'AttachmentRemoved',
    'AttachmentRestored',
    'AttachmentExpired',
    'AccountOpened',
    'EmailChanged',
    'TermsAccepted',
    'EmailVerified',
    'FundMovementBrought',
    'FundRemoved',
    'StatementImported',
    'ImportUndone',
    'ImportRestored',
    'ImportBrought',
    'RecurrenceSet',
    'RecurrenceCorrected',
    'RecurrenceEnded',
    'RecurrenceResumed',
    'OccurrencesRecorded',
    'RecurrenceRestored',
    'RecurrenceWithdrawn',
    'BalanceWithdrawn',
    'WalletRestored',
    'MeiRemoved',
    'DeliveryWithdrawn',
    'MonthClosed',
    'MonthReopened',
    // An access that has ended is given again by another invitation.
    'GuestInvited',
    'GuestAccessEnded',
    'GuestAccessExpired',
    'GuestEntered',
  ])
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
}, 180_000)

it('undo restores every read model in the middle of any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const accountId = await open()
      const ids = Array.from({ length: ENTITIES }, () => newId())
      for (const each of steps) await issueAndUndo(accountId, ids, each)
      expect(await log.verify(accountId)).toMatchObject({ problem: null })
    }),
    { numRuns: 12 },
  )
}, 300_000)

// The history reads the last event of a balance alone: of several stated for one day, it may call one changed that can be undone.
const withoutBalance = step.filter(({ decider }) => decider.entity !== balanceDecider.entity)

it('every entry that the history calls undoable can be undone, and no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(withoutBalance, { minLength: 4, maxLength: 20 }), fc.nat(), async (steps, pick) => {
      const accountId = await open()
      const ids = Array.from({ length: ENTITIES }, () => newId())
      for (const each of steps) await issue(accountId, ids, each)
      for (let round = 0; round < 4; round++) {
        const { activity } = await new ListActivity(log.reading, accountId, { limit: 200 }).answer(log.database)
        const entry = activity[(pick + round * 7) % activity.length]
        if (!entry) continue
        const outcome = await undo(accountId, entry.position).then(
          () => 'done',
          (error: Rejected) => error.code,
        )
        expect({ entry, outcome }).toEqual({ entry, outcome: entry.undoable ? 'done' : 'CONFLICT' })
        expect(entry.undoReason === null).toBe(entry.undoable)
      }
      expect(await log.verify(accountId)).toMatchObject({ problem: null })
    }),
    { numRuns: 12 },
  )
}, 300_000)
