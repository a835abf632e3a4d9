import type { AttachmentType } from '@prumo/shared/attachment-rules'
import type { Attachment } from '@prumo/shared/attachments'
import { addMonths, monthOf } from '@prumo/shared/calendar'
import type { EmergencyFund, ExpenseAverage, FundAnalysis, FundMovement } from '@prumo/shared/emergency-fund'
import { ASKS_HEADER, INCLUDED_HEADER, readAsks, SEQ_HEADER, writeIncluded, writePosition } from '@prumo/shared/freshness'
import type { Goal } from '@prumo/shared/goals'
import { toCentavos, toReais } from '@prumo/shared/money-fields'
import { Rejected, rejections, type RejectionCode } from '@prumo/shared/rejections'
import type { Task } from '@prumo/shared/tasks'
import type { MonthSummary, Summary, Transaction } from '@prumo/shared/transactions'
import { MAIN_WALLET } from '@prumo/shared/wallet-rules'
import type { Wallet, WalletList } from '@prumo/shared/wallets'
import { toGoal } from '../../../backend/src/goals/goal.decider.js'
import { toTask } from '../../../backend/src/tasks/task.decider.js'
import { toTransaction } from '../../../backend/src/transactions/transaction.decider.js'
import { initialWalletId } from '../../../backend/src/wallets/initial-wallet.js'
import { CHART_MONTHS, type TransactionListFilter } from './api-requests'
import { compareGoals } from './goals'
import type { CommandCall, Entity } from './sync/command'
import { compareTasks } from './tasks'
import { aWallet, TEST_ACCOUNT } from './test-fixtures'
import { NOW, TestServer, toFund } from './test-server'
import { applyToSummary, compareTransactions, emptySummary, isListed } from './transactions'

const TODAY = NOW.slice(0, 10)
/** The main wallet of the test account. */
const MAIN_ID = initialWalletId(TEST_ACCOUNT)

const ENTITY_NAMES: Readonly<Record<string, string>> = { goals: 'goal', tasks: 'task', transactions: 'transaction' }

/** A read's answer in centavos; undefined for 404. */
type ReadAnswer = (address: URL) => unknown

interface InjectedFailure {
  method: string
  path: RegExp
  code: RejectionCode
  /** How many requests it still answers. */
  times: number
}

/**
 * The HTTP API of a `TestServer` as a `fetch`: answers have the position of the log, a command has one effect per key and is
 * refused on another version. It fails where a test asks it to.
 */
export class TestApi {
  readonly server = new TestServer()
  /** Reads by path; a test adds those of computed answers. */
  readonly reads: Record<string, ReadAnswer>
  /** Requests that change something outside the account's log, as `POST /reminders/devices`. */
  readonly writes: Record<string, (body: unknown) => unknown> = {}
  /** By default the main one alone. */
  wallets: readonly Wallet[] = [aWallet({ id: MAIN_ID, ...MAIN_WALLET })]
  /** The receipts, removed ones left out. */
  attachments: readonly Attachment[] = []
  /** The bytes of receipts by id. */
  readonly files = new Map<string, Blob>()
  readonly #removed = new Map<string, Attachment>()
  /** All requests so far, as `GET /goals`. */
  readonly requests: string[] = []
  #seq = 1
  #failures: InjectedFailure[] = []
  readonly #delays: { path: RegExp; until: Promise<void> }[] = []
  readonly #movements: FundMovement[] = []
  readonly #replies = new Map<string, { seq: number; body: unknown }>()

  constructor() {
    this.reads = {
      '/goals': () => ({ goals: this.goals() }),
      '/tasks': () => ({ tasks: this.tasks() }),
      '/transactions': (address) => ({ transactions: this.transactions(filterOf(address)), nextCursor: null }),
      '/transactions/summary': (address) => ({ summary: this.#summary(filterOf(address)) }),
      '/transactions/summary/months': () => ({ months: this.#months() }),
      '/transactions/categories': () => ({ categories: [] }),
      '/transactions/descriptions': () => ({ descriptions: [] }),
      '/rules': () => ({ rules: [] }),
      '/mei': () => ({ mei: null }),
      '/months': () => ({ months: [] }),
      '/wallets': () => this.#walletList(),
      '/emergency-fund': () => ({ emergencyFund: this.fund() }),
      '/emergency-fund/movements': () => ({ movements: this.#movements.toReversed(), nextCursor: null }),
      '/emergency-fund/analysis': () => ({ analysis: this.#analysis() }),
      '/emergency-fund/calculate-expenses': () => noExpenses,
    }
  }

  /** Fails requests, without an effect, until `recover`. @param path of the API, without its query */
  fail(method: string, path: RegExp, { code = 'VALIDATION', times = Infinity }: Partial<InjectedFailure> = {}): void {
    this.#failures.push({ method, path, code, times })
  }

  recover(): void {
    this.#failures = []
  }

  /** Holds answers to reads of a path back. */
  delay(path: RegExp, until: Promise<void>): void {
    this.#delays.push({ path, until })
  }

  goals(): readonly Goal[] {
    return this.server.alive<Goal>(toGoal, 'goal').sort(compareGoals)
  }

  tasks(): readonly Task[] {
    return this.server.alive<Task>(toTask, 'task').sort(compareTasks)
  }

  transactions(filter: TransactionListFilter = {}): readonly Transaction[] {
    return this.server
      .alive<Transaction>(toTransaction, 'transaction')
      .map((each) => ({ ...each, attachmentCount: this.#attachmentsOf(each.id).length }))
      .filter((each) => isListed(each, filter))
      .sort(compareTransactions)
  }

  fund(): EmergencyFund | null {
    return this.server.alive<EmergencyFund>(toFund, 'emergency-fund')[0] ?? null
  }

  /** Runs a command of another device. Its amounts are in centavos. */
  change(method: CommandCall['method'], path: string, body?: unknown): Entity | null {
    this.#seq += 1
    const entity = this.server.handle({ method, path, body })
    const kind = /^\/emergency-fund\/(add|withdraw)$/.exec(path)?.[1]
    if (kind) this.#record(kind === 'add' ? 'deposit' : 'withdrawal', body as { amount: number; description?: string | null })
    return entity
  }

  readonly fetch = async (input: string, { method = 'GET', headers, body }: RequestInit = {}): Promise<Response> => {
    const address = new URL(input.replace(/^\/api/, ''), 'http://api')
    const path = address.pathname
    this.requests.push(`${method} ${path}`)
    const sent = new Headers(headers)
    if (method === 'GET') await this.#delays.find((each) => each.path.test(path))?.until
    try {
      const failure = this.#failures.find((each) => each.method === method && each.path.test(path) && each.times > 0)
      if (failure) {
        failure.times -= 1
        throw new Rejected(failure.code)
      }
      if (method === 'GET') return this.#readFile(path) ?? this.#read(address, sent)
      if (path.includes('/attachments')) return this.#attach(method, address, sent, body)
      return this.#execute(method as CommandCall['method'], path, sent, body as string)
    } catch (refusal) {
      if (!(refusal instanceof Rejected)) throw refusal
      return Response.json(refusal.answer, { status: rejections[refusal.code].status })
    }
  }

  #read(address: URL, headers: Headers): Response {
    const answer = this.reads[address.pathname]?.(address) ?? this.#readOne(address.pathname)
    const asks = readAsks(headers.get(ASKS_HEADER) ?? '') ?? []
    const included = writeIncluded(new Map(asks.map((key) => [key, this.#replies.get(key)?.seq ?? null])))
    return this.#respond(answer, this.#seq, asks.length > 0 ? { [INCLUDED_HEADER]: included } : {})
  }

  #readOne(path: string): unknown {
    const [, kind = '', id, part] = path.split('/')
    if (part === 'attachments') return { attachments: this.#attachmentsOf(id!) }
    const lists: Record<string, () => readonly Entity[]> = {
      goals: () => this.goals(),
      tasks: () => this.tasks(),
      transactions: () => this.transactions(),
    }
    const found = lists[kind]?.().find((each) => each.id === id)
    if (!found) throw new Rejected('NOT_FOUND')
    return { [ENTITY_NAMES[kind]!]: found }
  }

  #attachmentsOf(transactionId: string): readonly Attachment[] {
    return this.attachments.filter((each) => each.transactionId === transactionId)
  }

  #readFile(path: string): Response | null {
    const content = this.files.get(path.replace('/attachments/', ''))
    // The constructor of responses knows no blobs of the test's browser.
    return content
      ? ({ ok: true, status: 200, headers: new Headers(), arrayBuffer: () => content.arrayBuffer() } as unknown as Response)
      : null
  }

  /** Adds, removes or restores a receipt. */
  #attach(method: string, { pathname, searchParams }: URL, headers: Headers, body: unknown): Response {
    const key = headers.get('Idempotency-Key') ?? ''
    const [, kind, named = ''] = pathname.split('/')
    if (!this.#replies.has(key)) {
      const id = searchParams.get('id') ?? named
      const seq = (this.#seq += 1)
      if (method === 'DELETE') {
        const removed = this.attachments.find((each) => each.id === id)
        if (!removed) throw new Rejected('NOT_FOUND')
        this.#removed.set(id, removed)
        this.attachments = this.attachments.filter((each) => each !== removed)
      } else if (kind === 'attachments') {
        this.attachments = [...this.attachments, this.#removed.get(id)!]
      } else {
        const { size, type } = body as Blob
        const name = searchParams.get('name') ?? ''
        this.attachments = [
          ...this.attachments,
          { id, transactionId: named, name, type: type as AttachmentType, size, createdAt: NOW, version: 1 },
        ]
        this.files.set(id, body as Blob)
      }
      this.#replies.set(key, { seq, body: { attachment: this.attachments.find((each) => each.id === id) ?? null } })
    }
    const { seq, body: answer } = this.#replies.get(key)!
    return this.#respond(answer, seq, {})
  }

  #execute(method: CommandCall['method'], path: string, headers: Headers, sent: string | undefined): Response {
    const key = headers.get('Idempotency-Key') ?? ''
    const write = this.writes[`${method} ${path}`]
    if (write) return this.#respond(write(sent === undefined ? undefined : JSON.parse(sent)) ?? null, this.#seq, {})
    const [, kind = '', id = ''] = path.split('/')
    const version = headers.get('If-Match')
    const entityId = kind === 'emergency-fund' ? TEST_ACCOUNT : id
    if (!this.#replies.has(key)) {
      // A version is required only of an entity that exists: the decider refuses the others.
      const isAlive = this.server.lives.get(entityId)?.status === 'alive'
      if (isAlive && version !== null && version !== `"${this.server.versionOf(entityId)}"`) throw new Rejected('VERSION_MISMATCH')
      const entity = this.change(method, path, sent === undefined ? undefined : toCentavos(JSON.parse(sent)))
      this.#replies.set(key, { seq: this.#seq, body: { [ENTITY_NAMES[kind] ?? 'emergencyFund']: entity } })
    }
    const { seq, body } = this.#replies.get(key)!
    return this.#respond(body, seq, {})
  }

  #respond(body: unknown, seq: number, headers: Record<string, string>): Response {
    return Response.json(toReais(body), { headers: { ...headers, [SEQ_HEADER]: writePosition({ log: 'l', seq }) } })
  }

  #record(kind: 'deposit' | 'withdrawal', { amount, description = null }: { amount: number; description?: string | null }): void {
    this.#movements.push({ id: `m${this.#seq}`, kind, amount, description, balance: this.fund()?.currentAmount ?? 0, at: NOW })
  }

  #summary(filter: TransactionListFilter): Summary {
    const changes = this.transactions().map((after) => ({ id: after.id, before: null, after }))
    return applyToSummary(emptySummary, filter, changes)
  }

  #walletList(): WalletList {
    const onHand = this.wallets.filter(({ kind, archived }) => kind !== 'card' && !archived)
    return { wallets: [...this.wallets], onHand: { amount: onHand.reduce((sum, { balance }) => sum + balance.amount, 0), date: TODAY } }
  }

  #months(): MonthSummary[] {
    const last = monthOf(NOW.slice(0, 10))
    const months = Array.from({ length: CHART_MONTHS }, (_, index) => addMonths(`${last}-01`, index + 1 - CHART_MONTHS).slice(0, 7))
    return months.map((month) => ({ month, ...this.#summary({ month }) }))
  }

  #analysis(): FundAnalysis {
    const { currentAmount, targetAmount } = this.fund() ?? { currentAmount: 0, targetAmount: 0 }
    return {
      targetAmount,
      currentAmount,
      remainingAmount: targetAmount - currentAmount,
      percent: targetAmount === 0 ? 0 : Math.round((currentAmount / targetAmount) * 1000) / 10,
      monthlyExpenseAverage: this.fund()?.monthlyExpenseAverage ?? 0,
      estimatedMonths: null,
      suggestedSafeSpend: 0,
      message: { level: 'starting', title: 'Vamos começar' },
      computedAt: NOW,
      stale: false,
    }
  }
}

const noExpenses: ExpenseAverage = {
  months: 3,
  totalExpenses: 0,
  monthlyExpenseAverage: 0,
  source: 'entered',
  computedAt: NOW,
  stale: false,
}

function filterOf({ searchParams }: URL): TransactionListFilter {
  const [walletId, category] = [searchParams.getAll('walletId'), searchParams.getAll('category')]
  return { ...Object.fromEntries(searchParams), ...(walletId.length > 0 && { walletId }), ...(category.length > 0 && { category }) }
}
