import { createHash } from 'node:crypto'
import type { AccountExport } from '@prumo/shared/account-data'
import { addDays, dateInSaoPaulo } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { v4 as newKey, v5 as namedId, v7 as newId } from 'uuid'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type { Job, JobContext } from '@prumo/backend/jobs/job-worker'
import { restoreWorker } from '@prumo/backend/restores/restore.worker'
import { initialWalletId } from '@prumo/backend/wallets/initial-wallet'
import { routeTable } from './hostile/test-route-table.js'
import type { TestAnswer, TestApp } from './test-app.js'
import { until } from './test-queue.js'

export type RestorePerson = Pick<Awaited<ReturnType<TestApp['register']>>, 'token' | 'accountId'>

export const ago = (days: number) => addDays(dateInSaoPaulo(new Date()), -days)

export const sha = (text: string) => createHash('sha256').update(text).digest('hex')

export const bread = { description: 'Bolo', amount: 10, type: 'income', transactionDate: '2026-11-20' }

/** What differs between accounts: new ids, times of creation, versions, and past forecasts. */
// Bytes of receipts follow the copy one by one: restored-attachments.int.spec.
const OWN = new Set(['attachmentCount', 'createdAt', 'updatedAt', 'version', 'userId', 'computedAt', 'nextCursor', 'review', 'position'])

/** An answer without what differs between accounts, its ids translated to those of the restored account. */
function comparable(value: unknown, idOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((each) => comparable(each, idOf))
  if (typeof value === 'string') return /^[0-9a-f-]{36}$/.test(value) ? idOf(value) : value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !OWN.has(name))
  return Object.fromEntries(members.map(([name, member]) => [name, comparable(member, idOf)]))
}

/** Routes of the person and the program, not of the account's data; a past day is history. */
const ELSEWHERE = /^\/api\/(access|auth|subscriptions|plans|live|health|metrics|openapi|docs|activity|data)/

/** Restores through the API and their job. @param app the server of the file, which is there once its tests run */
export function restoreHelpers(app: () => TestApp) {
  const as =
    ({ token }: RestorePerson) =>
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
      app().send(method, path, { token, headers, ...(body !== undefined && { body }) })
  const copyOf = async (person: RestorePerson): Promise<OnWire<AccountExport>> => (await as(person)('GET', '/data/export')).body
  const restoreOf = async (person: RestorePerson, id: string) => (await as(person)('GET', `/data/restore/${id}`)).body.restore
  const verify = async ({ accountId }: RestorePerson) => (await verifyAccount(app().database, app().reading, accountId)).problem

  /** A run of the job as by a worker, which executes so many commands and dies before or after the last of them. */
  async function run(
    person: RestorePerson,
    id: string,
    { commands = Infinity, after = false, changes = async () => {} } = {},
  ): Promise<void> {
    const tools = app().tools()
    let issued = 0
    const execute = async (command: never) => {
      await changes()
      if (++issued > commands) throw new Error('died')
      const outcome = await tools.commands.execute(command)
      if (after && issued === commands) throw new Error('died')
      return outcome
    }
    const job = {
      id: newId(),
      subject: id,
      accountId: person.accountId,
      attempt: 1,
      signal: new AbortController().signal,
      complete: (effect: Parameters<Job['complete']>[0]) => app().database.transaction(effect),
    } as unknown as Job
    await restoreWorker.run(job, { ...tools, commands: { execute } as unknown as JobContext['commands'] })
    await app().database.rows({ text: `delete from outbox where kind = 'restore' and subject = $1` }, [id])
  }

  /** An account with data of every kind: settled, expected and not received, imported, deposited and withdrawn. */
  async function furnished(): Promise<{ person: RestorePerson; lines: Record<string, unknown>[] }> {
    const person = await app().register()
    const send = as(person)
    const { rule } = (await send('POST', '/rules', { text: 'bolo', type: 'income', category: 'Encomendas', description: 'Bolo' })).body
    for (const amount of [1, 2, 3]) await send('POST', '/transactions', { ...bread, amount, category: 'Encomendas', ruleId: rule.id })
    const note = 'Combinado até março,\ndepois reajusta'
    const pending = {
      ...bread,
      description: 'Aluguel',
      type: 'expense',
      amount: 900,
      transactionDate: '2026-11-08',
      note,
      isScheduled: true,
    }
    const { id: settles } = (await send('POST', '/transactions', pending)).body.transaction
    const { id: missed } = (await send('POST', '/transactions', { ...pending, description: 'Sinal' })).body.transaction
    await send('PUT', `/transactions/${missed}`, { isConfirmed: true, isReceived: false })
    await send('POST', '/transactions', { ...pending, description: 'Luz', transactionDate: '2026-12-08' })
    const line = (about: object) => ({
      id: newId(),
      key: sha(newKey()),
      date: '2026-11-10',
      amount: 900,
      type: 'expense',
      description: 'Padaria',
      category: null,
      ...about,
    })
    const lines = [line({ settles }), ...Array.from({ length: 20 }, (_, index) => line({ amount: 1, description: `Linha ${index}` }))]
    const statement = { fileName: 'extrato.ofx', format: 'ofx', account: sha('conta'), closing: { date: '2026-11-20', balance: -12.34 } }
    expect((await send('POST', '/imports', { ...statement, rows: lines })).status).toBe(201)
    const undone = (await send('POST', '/imports', { ...statement, fileName: 'outro.ofx', rows: [line({})] })).body.import.id
    await send('POST', `/imports/${undone}/undo`)
    const goal = { title: 'Forno', targetAmount: 800, deadline: '2027-01-01', category: 'Equipamentos' }
    const reached = (await send('POST', '/goals', goal)).body.goal.id
    await send('POST', `/goals/${reached}/progress`, { amount: 800 })
    await send('POST', '/goals', { ...goal, title: 'Batedeira', currentAmount: 12.5 })
    const task = (await send('POST', '/tasks', { title: 'Ligar', estimatedCost: 3.1 })).body.task.id
    await send('POST', `/tasks/${task}/toggle`)
    await send('POST', '/emergency-fund/add', { amount: 50, description: 'Sobra' })
    await send('POST', '/emergency-fund/withdraw', { amount: 20.01 })
    await send('PUT', '/emergency-fund', { currentAmount: 400, targetMonths: 6, monthlyExpenseAverage: 1234.5 })
    await repeating(send)
    await inWallets(send)
    await asMei(send)
    await closing(send)
    return { person, lines }
  }

  /** A closed month, and one that was reopened and closed again with another transaction. */
  async function closing(send: ReturnType<typeof as>): Promise<void> {
    const close = async (month: string) => expect((await send('POST', `/months/${month}/close`)).status).toBe(200)
    await send('POST', '/transactions', { ...bread, transactionDate: '2026-02-10' })
    await close('2026-01')
    await close('2026-02')
    expect((await send('POST', '/months/2026-02/reopen', { reason: 'Faltou uma nota' })).status).toBe(200)
    await send('POST', '/transactions', { ...bread, transactionDate: '2026-02-11' })
    await close('2026-02')
  }

  /** A MEI with marked transactions and deliveries. */
  async function asMei(send: ReturnType<typeof as>): Promise<void> {
    const mei = { openedOn: '2024-03-12', activities: ['services', 'commerce'], excludedCategories: ['Aporte'], hasEmployee: true }
    expect((await send('PUT', '/mei', mei)).status).toBe(200)
    await send('POST', '/transactions', { ...bread, fiscal: { competence: '2026-10', hasInvoice: true } })
    await send('POST', '/transactions', { ...bread, type: 'expense', fiscal: { dasOf: '2026-10' } })
    for (const [kind, of] of [
      ['monthly_report', '2026-10'],
      ['dasn', '2025'],
    ])
      expect((await send('POST', '/mei/deliveries', { kind, of })).status).toBe(201)
  }

  /** Several wallets, one of them archived, with what is in them, transfers and stated balances. */
  async function inWallets(send: ReturnType<typeof as>): Promise<void> {
    const open = async (body: object): Promise<string> => (await send('POST', '/wallets', body)).body.wallet.id
    const till = await open({ name: 'Caixa da loja', kind: 'cash' })
    const card = await open({ name: 'Roxinho', kind: 'card', closingDay: 3, dueDay: 10 })
    const old = await open({ name: 'Conta antiga', kind: 'bank' })
    await send('POST', '/transactions', { ...bread, amount: 70, walletId: till })
    await send('POST', '/transactions', { ...bread, amount: 12.5, type: 'expense', category: 'Embalagens', walletId: card })
    const transfer = { ...bread, description: 'Fatura', type: 'transfer', toDate: '2026-11-23', toWalletId: card }
    await send('POST', '/transactions', { ...transfer, amount: 12.5 })
    await send('POST', '/transactions', { ...transfer, amount: 4, walletId: till, isScheduled: true })
    await send('POST', '/transactions', { ...transfer, amount: 9, toDate: '2026-11-20', walletId: old, toWalletId: till })
    for (const [day, amount] of [
      ['2026-11-01', 40],
      ['2026-11-21', 65.3],
    ] as const)
      expect((await send('PUT', `/wallets/${till}/balance`, { amount, date: day })).status).toBe(200)
    await send('PUT', `/wallets/${card}/balance`, { amount: -80, date: '2026-11-05' })
    expect((await send('POST', `/wallets/${old}/archive`)).status).toBe(200)
    expect((await send('PUT', `/wallets/${till}`, { isMain: true })).status).toBe(200)
  }

  /** Recurrences: changed from a date on, one date deleted, one changed by hand, and one that has ended. */
  async function repeating(send: ReturnType<typeof as>): Promise<void> {
    const every = { kind: 'recurring', type: 'expense', description: 'Internet', category: 'Contas da loja', amount: 99.9, every: 'week' }
    const set = async (about: object) => (await send('POST', '/recurrences', { ...every, start: ago(30), ...about })).body
    const { recurrence, transactions } = await set({})
    await send('PUT', `/recurrences/${recurrence.id}`, { from: ago(0), amount: 110, weekend: 'after' })
    await send('DELETE', `/transactions/${transactions[1].id}`)
    await send('PUT', `/transactions/${transactions[3].id}`, { amount: 1 })
    const ended = (await set({ description: 'Aula' })).recurrence.id
    await send('DELETE', `/recurrences/${ended}?from=${ago(8)}`)
    await set({ kind: 'instalments', count: 3, every: 'month', description: 'Forno' })
  }

  async function startRestore(person: RestorePerson, copy: unknown, headers = {}): Promise<string> {
    const answer = await as(person)('POST', '/data/restore', copy, headers)
    expect(answer).toMatchObject({ status: 202, body: { restore: { state: 'running', done: 0, problems: [] } } })
    return answer.body.restore.id
  }

  /** Every answer that a screen can read, by its address. */
  async function everyRead(person: RestorePerson): Promise<Map<string, TestAnswer>> {
    const routes = (await routeTable(app().app)).filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/api/') && !path.includes(':'),
    )
    const paths = routes.map(({ path }) => path).filter((path) => !ELSEWHERE.test(path))
    expect(paths.length).toBeGreaterThan(12)
    const narrowed = [
      ...['type=expense', 'status=pending', 'status=not_received', 'search=bolo', 'month=2026-11', 'category='].map(
        (filter) => `/transactions?limit=500&${filter}`,
      ),
      ...['1month', '3months', '6months', '1year'].map((period) => `/reports?period=${period}`),
      '/transactions?limit=500',
      '/transactions?limit=500&type=transfer',
      '/emergency-fund/movements?limit=500',
      '/emergency-fund/expenses?months=12',
      '/goals?status=completed',
      '/mei/years/2026',
      '/mei/monthly-reports/2026-10',
      '/mei/annual-reports/2026',
    ]
    const answers = new Map<string, TestAnswer>()
    for (const path of [...paths.map((each) => each.replace('/api', '')), ...narrowed]) answers.set(path, await as(person)('GET', path))
    return answers
  }

  async function expectSame(original: RestorePerson, person: RestorePerson, id: string): Promise<void> {
    const fresh = async (whose: RestorePerson) => {
      const { report } = (await as(whose)('GET', '/reports?period=3months')).body
      const { analysis } = (await as(whose)('GET', '/emergency-fund/analysis')).body
      const { forecast } = (await as(whose)('GET', '/forecast')).body
      return !report.stale && !analysis.stale && !forecast.stale
    }
    for (const whose of [original, person]) await until(() => fresh(whose), 30_000)
    const [before, after] = [await everyRead(original), await everyRead(person)]
    const occurrences = await app().database.rows<{ id: string; recurrenceId: string; nominal: string }>(
      { text: 'select transaction_id as id, recurrence_id as "recurrenceId", nominal from occurrences where account_id = $1' },
      [original.accountId],
    )
    const nominals = new Map(occurrences.map((each) => [each.id, namedId(each.nominal, namedId(each.recurrenceId, id))]))
    const main = before.get('/wallets')?.body.wallets.find(({ isMain }: { isMain: boolean }) => isMain).id
    const known = new Map([
      [original.accountId, person.accountId],
      [main, initialWalletId(person.accountId)],
    ])
    for (const [path, { status, body }] of before) {
      const own = (old: string) => known.get(old) ?? nominals.get(old) ?? namedId(old, id)
      expect({ path, status: after.get(path)?.status, body: comparable(after.get(path)?.body, (each) => each) }).toEqual({
        path,
        status,
        body: comparable(body, own),
      })
    }
    expect(await verify(person)).toBeNull()
  }

  return { as, copyOf, restoreOf, verify, run, furnished, repeating, startRestore, everyRead, expectSame }
}
