import fc from 'fast-check'
import { noFiscal } from '@prumo/shared/fiscal-marks'
import type { Goal } from '@prumo/shared/goals'
import type { OnWire } from '@prumo/shared/money-fields'
import type { Rule } from '@prumo/shared/rules'
import type { Task } from '@prumo/shared/tasks'
import { netOf, noSums, sumsOf } from '@prumo/shared/transaction-sums'
import type { Transaction } from '@prumo/shared/transactions'
import { balanceOn } from '@prumo/shared/wallet-rules'
import type { Wallet } from '@prumo/shared/wallets'
import { toGoal } from '../../../../backend/src/goals/goal.decider.js'
import { toTask } from '../../../../backend/src/tasks/task.decider.js'
import { toTransaction } from '../../../../backend/src/transactions/transaction.decider.js'
import { changeTransactions, deleteTransactions, type SharedChange } from '../batch-commands'
import { optimisticCategories, type UsedCategoryFigures } from '../categories'
import type { Entity, QueuedCommand, NewCommand } from './command'
import { applyChanges, enqueue, nextToSend, markSending, applyOutcome, withdraw } from './queue'
import { moveFund, configureFund } from '../emergency-fund-commands'
import { correctGoal, deleteGoal, progressGoal, setGoal } from '../goal-commands'
import { compareGoals } from '../goals'
import { unappliedChanges, applyToList, applyToEntity, commandsAbout, type AnswerPosition } from './optimistic'
import { aWallet, storedCommand, TEST_ACCOUNT, positionAt } from '../test-fixtures'
import type { TransactionListFilter } from '../api-requests'
import { invertCommand } from './entity-registry'
import { optimisticWallets } from '../optimistic-wallets'
import { addRule, changeRule, deleteRule } from '../rule-commands'
import { compareRules } from '../rules'
import { addTask, correctTask, deleteTask, setTaskCompleted } from '../task-commands'
import { compareTasks } from '../tasks'
import { NOW, TestServer, toFund, toUnusedRule } from '../test-server'
import { confirmTransaction, correctTransaction, deleteTransaction, postponeTransaction, recordTransaction } from '../transaction-commands'
import { compareTransactions, countedOf, isListed, emptySummary, optimisticRows, applyToSummary } from '../transactions'

/**
 * Checks the browser's derivations against the server's own deciders. In whatever order commands are made, undone and answered, and
 * whenever the answers were read, what is shown equals the server's state after all commands.
 */

/** A device whose commands reach the server one by one. */
class Device {
  readonly server = new TestServer()
  readonly reached = new Map<string, { seq: number; entity: Entity | null }>()
  queue: QueuedCommand[] = []
  seq = 0

  issue(newCommand: NewCommand | null): void {
    if (newCommand) this.queue = applyChanges(this.queue, enqueue(this.queue, { ...storedCommand(newCommand), at: NOW }))
  }

  undo(): void {
    const last = this.queue.at(-1)
    if (!last) return
    const { command, status } = last
    const inverse = invertCommand(command)
    const on = status.is === 'done' ? status.after : null
    const back = withdraw(this.queue, command.id)
    if (back) this.queue = applyChanges(this.queue, back)
    else if (inverse) this.issue({ ...inverse, base: on ?? inverse.base })
  }

  /** Delivers the next command, once however often it is sent, and its answer unless that is lost. */
  send(isLost = false): void {
    const next = nextToSend(this.queue)
    if (!next) return
    const { id, key } = next.command
    if (!this.reached.has(key)) {
      const executed = this.server.execute(next.command)
      const seq = (this.seq += 1)
      const isBatch = next.command.entity === 'batch'
      const batch = { id: next.command.entityId, version: 1, seq } as Entity
      this.reached.set(key, { seq, entity: isBatch ? batch : executed })
    }
    const { seq, entity } = this.reached.get(key)!
    this.queue = applyChanges(this.queue, markSending(this.queue, id))
    if (!isLost)
      this.queue = applyChanges(this.queue, applyOutcome(this.queue, id, { kind: 'done', entity, position: { log: 'l', seq } }, 0))
  }

  /** Renames a category once all commands are answered. Its toast takes the place of their undo. */
  rename(renaming: Parameters<TestServer['rename']>[0]): void {
    while (nextToSend(this.queue)) this.send()
    this.queue = []
    this.server.rename(renaming)
    this.seq += 1
  }

  /** What an answer requested now reflects, with the named commands. */
  known(): AnswerPosition {
    const asked = this.queue
      .filter(({ status }) => status.is === 'waiting')
      .map(({ command: { key } }) => [key, this.reached.get(key)?.seq ?? null])
    return positionAt(this.seq, Object.fromEntries(asked))
  }

  /** The server after all commands are sent. */
  settledServer(): TestServer {
    const server = this.server.copy()
    for (const { status, command } of this.queue) if (status.is === 'waiting' && !this.reached.has(command.key)) server.execute(command)
    return server
  }
}

/** Leaves out versions and times, which the server sets. */
function content<E extends Entity>(entity: E | null) {
  if (!entity) return null
  const { version: _version, createdAt: _made, updatedAt: _changed, ...rest } = entity as E & { createdAt?: string; updatedAt?: string }
  return rest
}

const centavos = fc.integer({ min: 1, max: 500_000 })
const stepOf = (...what: readonly StepName[]) =>
  fc.record({
    what: fc.constantFrom(...what),
    which: fc.nat(20),
    centavos,
    date: fc.constantFrom('2026-09-30', '2026-10-01', '2026-10-31', '2026-11-20', '2026-12-01'),
    category: fc.constantFrom('Vendas', 'Aluguel', null),
    text: fc.constantFrom('Pão', 'Gás', 'Óleo'),
    flag: fc.boolean(),
    flag2: fc.boolean(),
  })
type StepName = 'new' | 'change' | 'other' | 'delete' | 'undo' | 'send' | 'lose' | 'read' | 'batch' | 'rename'
type DeviceStep = ReturnType<typeof stepOf> extends fc.Arbitrary<infer S> ? S : never
const steps = fc.array(stepOf('new', 'new', 'change', 'change', 'other', 'delete', 'undo', 'send', 'send', 'lose', 'read'), {
  maxLength: 40,
})
const batchSteps = fc.array(stepOf('new', 'change', 'batch', 'batch', 'undo', 'undo', 'send', 'send', 'send', 'lose', 'read', 'rename'), {
  maxLength: 30,
  // A batch that is sent, undone and sent again takes many steps.
  size: 'max',
})

const pick = <T>(of: readonly T[], index: number): T | undefined => of[index % Math.max(of.length, 1)]

let ids = 0
const uuid = () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`

const [BANK, CASH, CARD] = ['1', '2', '3'].map((last) => `0190d3a0-0000-7000-8000-00000000000${last}`) as [string, string, string]
const WALLETS = [BANK, CASH, CARD]
const TODAY = '2026-11-20'

/** The wallets with the balances that these transactions give; cash goes back to a stated one. */
function walletsWith(rows: readonly Transaction[]): Wallet[] {
  const bank = aWallet({ id: BANK })
  const cash = aWallet({ id: CASH, kind: 'cash', isMain: false, order: 1, statedOn: '2026-10-01' })
  const card = aWallet({ id: CARD, kind: 'card', isMain: false, order: 2, closingDay: 3, dueDay: 10 })
  return [bank, cash, card].map((wallet) => {
    const days = rows.flatMap((row) => sumsOf(countedOf(row))).filter(({ walletId }) => walletId === wallet.id)
    const nets = days.map(({ date, sums }) => ({ date, net: netOf({ ...noSums(), ...sums }) }))
    const stated = wallet.statedOn === null ? [] : [{ date: wallet.statedOn, amount: 50_000 }]
    const { amount } = balanceOn(TODAY, stated, nets)
    return { ...wallet, balance: { ...wallet.balance, amount } }
  })
}

function onHandIn([bank, cash]: readonly Wallet[]): number {
  return bank!.balance.amount + cash!.balance.amount
}

/** What one command gives several transactions. */
function sharedChange({ which, category, date, flag }: DeviceStep): SharedChange {
  const changes: readonly SharedChange[] = [
    { category },
    { date },
    { isConfirmed: true, isReceived: flag },
    { walletId: WALLETS[which % 3]! },
  ]
  return changes[which % changes.length]!
}

/** The categories of these transactions, as the server answers them. */
function categoriesOf(rows: readonly Transaction[]) {
  return optimisticCategories(
    [],
    rows.map((row) => ({ id: row.id, before: null, after: row })),
    TODAY,
  ).flatMap(({ type, category, count, total, lastDate }) =>
    category === null || lastDate === null ? [] : [{ type, category, count, total, lastDate }],
  )
}

/** Without the last use, which the device keeps until the server answers. */
function figuresOf(categories: readonly Pick<UsedCategoryFigures, 'type' | 'category' | 'count' | 'total'>[]) {
  return Object.fromEntries(categories.map(({ type, category, count, total }) => [`${type} ${category}`, { count, total }]))
}

describe('the optimistic state equals the later answer of the server', () => {
  it.each([
    ['changed one by one', steps, 300],
    ['changed, deleted and renamed several at once', batchSteps, 120],
  ])('for transactions %s: lists, sums, wallets and categories, with every filter', (_changes, taking, numRuns) => {
    const filters: TransactionListFilter[] = [
      {},
      { month: '2026-10' },
      { type: 'expense' },
      { category: [''] },
      { category: ['Vendas', ''], walletId: [BANK] },
      { search: 'pao' },
      { search: 'R$ 10' },
      { search: 'balcao' },
      { status: 'pending' },
      { from: '2026-10-01', to: '2026-11-20', type: 'income' },
      { type: 'transfer' },
      { walletId: [CASH] },
      { walletId: [BANK, CARD], month: '2026-10' },
      { walletId: [BANK], status: 'settled' },
    ]
    fc.assert(
      fc.property(taking, (taken) => {
        const device = new Device()
        const truth = (server: TestServer) => server.alive<Transaction>(toTransaction).sort(compareTransactions)
        const summaryOf = (rows: readonly Transaction[], filter: TransactionListFilter) =>
          applyToSummary(
            emptySummary,
            filter,
            rows.map((row) => ({ id: row.id, before: null, after: row })),
          )
        const readAll = () =>
          filters.map((filter) => {
            const rows = truth(device.server)
            const money = { wallets: walletsWith(rows), onHand: { amount: onHandIn(walletsWith(rows)), date: TODAY } }
            const listed = rows.filter((row) => isListed(row, filter))
            return { known: device.known(), rows: listed, sums: summaryOf(rows, filter), money, categories: categoriesOf(rows) }
          })
        let reads = readAll()
        const draftOf = (s: DeviceStep) => ({
          type: s.which % 5 === 0 ? ('transfer' as const) : s.flag2 ? ('income' as const) : ('expense' as const),
          walletId: WALLETS[s.which % 3]!,
          toWalletId: s.which % 5 === 0 ? WALLETS[(s.which + 1) % 3]! : null,
          toDate: s.which % 2 ? '2026-12-01' : null,
          centavos: s.centavos,
          description: s.text,
          category: s.category,
          note: s.flag ? 'Pagar no balcão' : null,
          date: s.date,
          isScheduled: s.flag,
          // What does not fit its type is left out.
          fiscal: s.which % 3 ? undefined : { ...noFiscal, hasInvoice: s.flag2, dasOf: s.flag ? '2026-10' : null },
        })
        for (const s of taken) {
          const own = commandsAbout(device.queue, 'transaction')
          const shown = applyToList(truth(device.server), own, device.known(), compareTransactions)
          const one = pick(shown, s.which)
          if (s.what === 'new') device.issue(recordTransaction(draftOf(s), uuid()))
          if (s.what === 'change' && one)
            device.issue(correctTransaction(one, s.which % 2 ? draftOf(s) : { ...draftOf(s), ...one, centavos: s.centavos }))
          if (s.what === 'other' && one?.isScheduled)
            device.issue(s.which % 3 ? confirmTransaction(one, s.flag, s.which % 2 ? s.date : one.date) : postponeTransaction(one, s.date))
          if (s.what === 'delete' && one) device.issue(deleteTransaction(one))
          if (s.what === 'batch') {
            const rows = shown.filter((_row, index) => (index + s.which) % 4 > 0)
            for (const batch of s.which % 3 ? changeTransactions(rows, sharedChange(s), own) : deleteTransactions(rows, own))
              device.issue(batch)
          }
          if (s.what === 'undo') device.undo()
          if (s.what === 'rename') {
            device.rename({ type: s.flag ? 'income' : 'expense', from: s.category, to: 'Feira' })
            reads = readAll()
          }
          if (s.what === 'send' || s.what === 'lose') device.send(s.what === 'lose')
          // Each answer is refreshed at another time.
          if (s.what === 'read') reads = reads.map((read, index) => (index % 3 === s.which % 3 ? readAll()[index]! : read))
        }
        const then = truth(device.settledServer())
        const own = commandsAbout(device.queue, 'transaction')
        const used = reads[0]!
        expect(figuresOf(optimisticCategories(used.categories, unappliedChanges<Transaction>(own, used.known), TODAY))).toEqual(
          figuresOf(categoriesOf(then)),
        )
        for (const [index, filter] of filters.entries()) {
          const { known, rows, sums, money } = reads[index]!
          const queues = { wallets: [], balances: [], imports: [], transactions: own }
          // Three answers are enough: the others were read at the same times.
          if (index < 3) expect(optimisticWallets({ ...known, at: 0, data: money }, queues, TODAY).wallets).toEqual(walletsWith(then))
          const listed = then.filter((row) => isListed(row, filter))
          expect(applyToSummary(sums, filter, unappliedChanges<Transaction>(own, known))).toEqual(summaryOf(then, filter))
          const pages = [{ ...known, at: 0, data: { transactions: rows, nextCursor: null } }]
          const byId = (all: readonly Transaction[]) => new Map(all.map((row) => [row.id, content(row)]))
          expect(byId(optimisticRows(pages, filter, own))).toEqual(byId(listed))
        }
      }),
      { numRuns },
    )
  })

  it('for rules', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const device = new Device()
        const rules = () => device.server.alive<Rule>(toUnusedRule)
        let read = { known: device.known(), rows: rules() }
        for (const s of taken) {
          const one = pick(applyToList(rules(), device.queue, device.known(), compareRules), s.which)
          const draft = {
            text: `${s.text} ${s.which}`,
            type: s.flag ? ('expense' as const) : null,
            category: s.category ?? 'Outros',
            description: s.flag2 ? s.text : null,
          }
          if (s.what === 'new') device.issue(addRule(draft, uuid()))
          if (s.what === 'change' && one) device.issue(changeRule(one, draft))
          if (s.what === 'delete' && one) device.issue(deleteRule(one))
          if (s.what === 'undo') device.undo()
          if (s.what === 'send' || s.what === 'lose') device.send(s.what === 'lose')
          if (s.what === 'read') read = { known: device.known(), rows: rules() }
        }
        const byId = (all: readonly Rule[]) => new Map(all.map((row) => [row.id, content(row)]))
        expect(byId(applyToList(read.rows, device.queue, read.known, compareRules))).toEqual(
          byId(device.settledServer().alive<Rule>(toUnusedRule)),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('for goals and tasks', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (taken, isGoal) => {
        const device = new Device()
        const show = (isGoal ? toGoal : toTask) as (life: never) => OnWire<Goal | Task>
        const compare = (isGoal ? compareGoals : compareTasks) as (one: Entity, other: Entity) => number
        let read = { known: device.known(), rows: device.server.alive<Goal | Task>(show) }
        for (const s of taken) {
          const one = pick(applyToList(device.server.alive<Goal | Task>(show), device.queue, device.known(), compare), s.which)
          const goalDraft = {
            title: s.text,
            targetCentavos: s.centavos,
            currentCentavos: s.which * 1000,
            deadline: s.date,
            category: 'Outros',
            priority: 'low',
          } as const
          const taskDraft = {
            title: s.text,
            type: 'task',
            priority: s.flag ? 'low' : 'high',
            costCentavos: s.centavos,
            date: s.date,
          } as const
          if (s.what === 'new') device.issue(isGoal ? setGoal(goalDraft, uuid()) : addTask(taskDraft, uuid()))
          if (s.what === 'change' && one) device.issue(isGoal ? correctGoal(one as Goal, goalDraft) : correctTask(one as Task, taskDraft))
          if (s.what === 'other' && one)
            device.issue(isGoal ? progressGoal(one as Goal, s.centavos) : setTaskCompleted(one as Task, s.flag))
          if (s.what === 'delete' && one) device.issue(isGoal ? deleteGoal(one as Goal) : deleteTask(one as Task))
          if (s.what === 'undo') device.undo()
          if (s.what === 'send' || s.what === 'lose') device.send(s.what === 'lose')
          if (s.what === 'read') read = { known: device.known(), rows: device.server.alive<Goal | Task>(show) }
        }
        const byId = (all: readonly Entity[]) => new Map(all.map((row) => [row.id, content(row)]))
        expect(byId(applyToList(read.rows, device.queue, read.known, compare))).toEqual(
          byId(device.settledServer().alive<Goal | Task>(show)),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('for the fund, while the balance covers the withdrawals', () => {
    fc.assert(
      fc.property(steps, (taken) => {
        const device = new Device()
        const account = TEST_ACCOUNT
        const present = (server: TestServer) => server.alive(toFund)[0] ?? null
        let read = { known: device.known(), fund: present(device.server) }
        const owner = { userId: account, spentCentavos: 0 }
        for (const s of taken) {
          const fund = applyToEntity(present(device.server) as never, device.queue, device.known()) as never
          const balance = (fund as { currentAmount?: number } | null)?.currentAmount ?? 0
          const movement = (kind: 'deposit' | 'withdrawal', amount: number) =>
            device.issue(moveFund(fund, { kind, centavos: amount, description: s.category }, owner))
          if (s.what === 'new') movement('deposit', s.centavos)
          if (s.what === 'delete' && balance > 0) movement('withdrawal', Math.min(balance, s.centavos))
          if (s.what === 'change') device.issue(configureFund(fund, { targetMonths: s.flag ? 6 : 12, averageCentavos: s.centavos }, owner))
          if (s.what === 'undo') device.undo()
          if (s.what === 'send' || s.what === 'lose') device.send(s.what === 'lose')
          if (s.what === 'read') read = { known: device.known(), fund: present(device.server) }
        }
        const shown = applyToEntity(read.fund, device.queue, read.known)
        expect(content(shown)).toEqual(content(present(device.settledServer())))
      }),
      { numRuns: 400 },
    )
  })
})
