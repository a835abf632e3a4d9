import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, type APIRequestContext } from '@playwright/test'
import { day } from '../ledger.js'
import { newPerson, type TestPerson } from '../people.js'
import type { RunningApp } from '../running-app.js'
import { BATCH_CATEGORY, initialAccount, sortSnapshot, type AccountSnapshot, type TransactionSnapshot } from './plan.js'
import { lastMonth } from './screen-actions.js'

const repository = fileURLToPath(new URL('../..', import.meta.url))

interface ServerTransactionFlags {
  isScheduled: boolean
  isConfirmed: boolean
  isReceived: boolean
}

interface ServerTransaction
  extends Omit<TransactionSnapshot, 'status' | 'to' | 'isService' | 'hasInvoice' | 'receipts'>, ServerTransactionFlags {
  category: string | null
  toWalletId: string | null
  fiscal: { hasInvoice: boolean } | null
  attachmentCount: number
}

/** An account on the server, read without any browser. */
export class ServerAccount {
  private constructor(
    readonly person: TestPerson,
    readonly id: string,
    readonly token: string,
    private readonly app: RunningApp,
    private readonly request: APIRequestContext,
  ) {}

  /** Registers a new person. */
  static async registered(app: RunningApp, request: APIRequestContext): Promise<ServerAccount> {
    const person = newPerson()
    const answer = await request.post('/api/auth/register', { data: person })
    await expect(answer).toBeOK()
    const { token, user } = (await answer.json()) as { token: string; user: { id: string } }
    return new ServerAccount(person, user.id, token, app, request)
  }

  /** Records the contents with which a run begins. */
  async fill(): Promise<void> {
    for (const name of initialAccount.wallets.slice(1)) await this.call('POST', '/wallets', { name, kind: 'cash' })
    for (const {
      status,
      to: _to,
      isService: _isService,
      hasInvoice: _hasInvoice,
      receipts: _receipts,
      ...transaction
    } of initialAccount.transactions)
      await this.call('POST', '/transactions', { ...transaction, transactionDate: day(), isScheduled: status === 'pending' })
    for (const goal of initialAccount.goals) await this.call('POST', '/goals', { ...goal, deadline: day(90), category: 'Equipamentos' })
    for (const { completed, ...task } of initialAccount.tasks) if (!completed) await this.call('POST', '/tasks', { ...task, type: 'task' })
    await this.call('PUT', '/emergency-fund', initialAccount.fund)
    await this.call('PUT', '/balance', { amount: initialAccount.balance })
    for (const rule of initialAccount.rules) await this.call('POST', '/rules', rule)
    await this.call('PUT', '/mei', { openedOn: day(-400), activities: ['industry', 'services'] })
  }

  async call<T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> {
    const answer = await this.request.fetch(`/api${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.token}` },
      ...(data && { data }),
    })
    await expect(answer).toBeOK()
    return (answer.status() === 204 ? undefined : await answer.json()) as T
  }

  /** The part of the account that a run changes. */
  async seen(): Promise<AccountSnapshot> {
    const { wallets } = await this.call<{ wallets: { id: string; name: string }[] }>('GET', '/wallets')
    const names = new Map(wallets.map(({ id, name }) => [id, name]))
    const { transactions } = await this.call<{ transactions: ServerTransaction[] }>('GET', '/transactions?limit=500')
    const { goals } = await this.call<Pick<AccountSnapshot, 'goals'>>('GET', '/goals')
    const { tasks } = await this.call<Pick<AccountSnapshot, 'tasks'>>('GET', '/tasks')
    const { emergencyFund } = await this.call<{ emergencyFund: AccountSnapshot['fund'] | null }>('GET', '/emergency-fund')
    const { balance } = await this.call<{ balance: { amount: number } | null }>('GET', '/balance')
    const { rules } = await this.call<Pick<AccountSnapshot, 'rules'>>('GET', '/rules')
    const { mei } = await this.call<{ mei: { hasEmployee: boolean } }>('GET', '/mei')
    const { deliveries } = await this.call<{ deliveries: { of: string }[] }>('GET', '/mei/deliveries')
    return sortSnapshot({
      transactions: transactions.map(({ description, amount, type, category, toWalletId, fiscal, attachmentCount, ...flags }) => ({
        description,
        amount,
        type,
        status: statusOf(flags),
        to: toWalletId === null ? null : (names.get(toWalletId) ?? 'unknown'),
        isService: category === BATCH_CATEGORY,
        hasInvoice: fiscal?.hasInvoice ?? false,
        receipts: attachmentCount,
      })),
      goals: goals.map(({ title, targetAmount, currentAmount }) => ({ title, targetAmount, currentAmount })),
      tasks: tasks.map(({ title, estimatedCost, completed }) => ({ title, estimatedCost, completed })),
      fund: { targetMonths: emergencyFund?.targetMonths ?? 3, currentAmount: emergencyFund?.currentAmount ?? 0 },
      balance: balance?.amount ?? 0,
      wallets: [...names.values()],
      rules: rules.map(({ text, category }) => ({ text, category })),
      mei: { hasEmployee: mei.hasEmployee, isReported: deliveries.some(({ of }) => of === lastMonth()) },
    })
  }

  /**
   * The event types of its log, such as `TransactionRecorded`, one for each command: without those that reading the log adds, and the
   * parts of a command on several entities.
   */
  happenings(): string[] {
    const lines = this.#ops('events', '--account', this.id, '--json', '--reason', 'prova').trim().split('\n')
    const events = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as { type: string; meta: { partOf?: number } })
    return events.filter(({ type, meta }) => type !== 'AccountLooked' && meta.partOf === undefined).map(({ type }) => type)
  }

  /** Throws unless the log, its chain and every read model agree. */
  verify(): void {
    const { problem } = JSON.parse(this.#ops('verify', '--account', this.id, '--json', '--reason', 'prova')) as { problem: unknown }
    if (problem !== null) throw new Error(`ops verify: ${JSON.stringify(problem)}`)
  }

  #ops(...words: string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/ops.mjs', ...words], {
      cwd: repository,
      encoding: 'utf8',
      env: { ...process.env, PRUMO_DATA_DIR: this.app.dataDir, PRUMO_OPERATOR: 'chaos' },
    })
    if (status !== 0) throw new Error(`ops ${words[0]} ended with ${status}:\n${stdout}${stderr}`)
    return stdout
  }
}

function statusOf({ isScheduled, isConfirmed, isReceived }: ServerTransactionFlags): TransactionSnapshot['status'] {
  if (!isScheduled || (isConfirmed && isReceived)) return 'settled'
  return isConfirmed ? 'not_received' : 'pending'
}
