import { join } from 'node:path'
import { accountExport } from '@prumo/shared/account-data'
import { logContents } from '../composition/capabilities.js'
import { rebuild } from '../event-store/rebuild/rebuild.js'
import { until } from '../../test/test-queue.js'
import { accountDataHelpers, cakeSale } from '../../test/test-account-data.js'
import { erasuresCommand } from '../operator/erasures.command.js'
import { eventsCommand } from '../operator/events.command.js'
import { replayCommand } from '../operator/replay.command.js'
import { runOps } from '../../test/test-ops.js'
import { loadSettings, Settings } from '../platform/config/settings.js'
import { startSimulator } from '../../stripe-simulator/simulator.js'
import { subscribeDemoAccounts } from '../demo/demo-subscriptions.js'
import { seedDemoAccounts } from '../demo/seed.js'
import { startTestApp, type TestApp } from '../../test/test-app.js'
import { startTestWorker, type TestWorker } from '../../test/test-worker.js'

let test: TestApp
let worker: TestWorker
beforeAll(async () => {
  test = await startTestApp()
  worker = await startTestWorker(test)
})
afterAll(async () => {
  await worker.close()
  await test.close()
})

const { sendAs, recordEntities, mails, verify } = accountDataHelpers(() => test)

describe('an export', () => {
  it('of the example account contains everything, and its sums equal those of the screens', async () => {
    await seedDemoAccounts(test.database, test.reading)
    const simulator = await startSimulator()
    const settings = loadSettings({ PRUMO_DATA_DIR: test.dataDir, STRIPE_SIMULATOR_URL: `http://127.0.0.1:${simulator.client.port}` })
    await subscribeDemoAccounts(settings, test.database, test.reading)
    await simulator.close()
    const { body: signedIn } = await test.send('POST', '/auth/login', { body: { email: 'exemplo@prumo.app', password: 'exemplo123' } })
    const get = async (path: string) => (await test.send('GET', path, { token: signedIn.token })).body
    const answer = await test.send('GET', '/data/export', { token: signedIn.token })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="prumo-backup-\d{4}-\d\d-\d\d\.json"$/)
    const file = accountExport.parse(answer.body)

    // The sums are computed from the file alone and compared with what the screens show.
    const cents = (reais: number) => Math.round(reais * 100)
    const settled = file.transactions.filter(({ isScheduled, isConfirmed, isReceived }) => !isScheduled || (isConfirmed && isReceived))
    const pending = file.transactions.filter(({ isScheduled, isConfirmed }) => isScheduled && !isConfirmed)
    const total = (of: typeof settled, type: string) =>
      of.filter((each) => each.type === type).reduce((sum, { amount }) => sum + cents(amount), 0)
    const [income, expense] = [total(settled, 'income'), total(settled, 'expense')]
    expect(file.transactions.length).toBeGreaterThan(400)
    expect((await get('/transactions/summary')).summary).toEqual({
      income: income / 100,
      expense: expense / 100,
      balance: (income - expense) / 100,
      scheduledIncome: total(pending, 'income') / 100,
      scheduledExpense: total(pending, 'expense') / 100,
      transferIn: 0,
      transferOut: 0,
      count: settled.length,
    })
    expect(file.subscription).toMatchObject({ status: 'active', planId: '1ano', paymentMethodBrand: 'visa' })
    expect((await get('/subscriptions/status')).subscription).toEqual(file.subscription)
    expect((await get('/goals')).goals).toEqual(file.goals)
    expect((await get('/tasks')).tasks).toEqual(file.tasks)
    expect((await get('/emergency-fund')).emergencyFund).toEqual(file.emergencyFund)
    expect((await get('/auth/verify')).user).toEqual(file.user)
    const moved = file.movements.reduce((sum, { kind, amount }) => sum + (kind === 'withdrawal' ? -cents(amount) : cents(amount)), 0)
    const { wallets } = await get('/wallets')
    expect(wallets).toMatchObject(file.wallets.map(({ balances: _balances, ...wallet }) => wallet))
    expect(moved / 100).toBe(file.emergencyFund?.currentAmount)
    expect((await get('/emergency-fund/movements?limit=500')).movements).toEqual(file.movements)
  })
})

describe('an erasure', () => {
  it('leaves an intact log without readable texts, also after a rebuild', async () => {
    const ana = await test.register()
    await recordEntities(ana)
    await sendAs(ana)('DELETE', '/auth/account', { password: ana.password })
    expect(await verify(ana)).toBeNull()
    const { setAsideAccounts } = await rebuild(test.owner, test.reading, test.reading.readModels.projections)
    expect(setAsideAccounts.size).toBe(0)
    expect(await verify(ana)).toBeNull()
    const settings = test.app.get(Settings, { strict: false })
    const workbench = { settings, database: test.database, reading: test.reading }
    const who = ['--operator', 'ana.lima', '--reason', 'pedido 4711']
    const replayed = await runOps([replayCommand], workbench, 'replay', '--account', ana.accountId, '--at', '3', '--json', ...who)
    expect(Object.values(JSON.parse(replayed.printed.join('')).tables as Record<string, unknown[]>).flat()).toEqual([])
    const shown = await runOps([eventsCommand], workbench, 'events', '--account', ana.accountId, '--json', ...who)
    expect(shown.printed.map((line) => JSON.parse(line).type)).toEqual([
      'AccountOpened',
      'TermsAccepted',
      'TransactionRecorded',
      'GoalSet',
      'TaskAdded',
      'FundDeposited',
      'AccountErased',
    ])
    expect(shown.printed.join('')).not.toMatch(/Ana Souza|Bolo|Forno|Ligar|Sobra/)
    for (const { table } of logContents.projections) {
      expect(await test.database.rows({ text: `select 1 from ${table.name} where account_id = $1` }, [ana.accountId])).toEqual([])
    }
  })

  it('is repeated from the list of erasures on a database that lacks it', async () => {
    const [ana, other] = [await test.register(), await test.register()]
    await recordEntities(ana)
    const settings = test.app.get(Settings, { strict: false })
    const workbench = { settings, database: test.database, reading: test.reading }
    // The list is newer than this database, which was restored from a backup; one of its accounts is unknown here.
    const file = join(test.dataDir, 'kept-elsewhere.jsonl')
    const lines = [ana.accountId, '0190d3a0-0000-7000-8000-0000000000ff'].map((accountId) =>
      JSON.stringify({ accountId, erasedAt: '2026-11-20T10:00:00.000Z' }),
    )
    await (await import('node:fs/promises')).writeFile(file, `${lines.join('\n')}\n`)
    const first = await runOps([erasuresCommand], workbench, 'erasures', '--apply', file)
    expect(first.printed).toEqual([`${ana.accountId}  erased again`, '2 erasures in the list, 1 applied, 1 had nothing to be done'])
    expect((await runOps([erasuresCommand], workbench, 'erasures', '--apply', file)).printed).toEqual([
      '2 erasures in the list, 0 applied, 2 had nothing to be done',
    ])
    expect(await verify(ana)).toBeNull()
    expect((await sendAs(ana)('GET', '/auth/verify')).status).toBe(401)
    expect((await sendAs(other)('GET', '/auth/verify')).status).toBe(200)
    const listed = await runOps([erasuresCommand], workbench, 'erasures', '--json')
    expect(listed.printed.map((line) => JSON.parse(line).accountId)).toContain(ana.accountId)
    // No second mail is sent.
    await until(
      async () => (await test.database.rows({ text: 'select 1 from outbox where account_id = $1' }, [ana.accountId])).length === 0,
    )
    expect((await mails()).some((mail) => mail.includes(ana.email))).toBe(false)
  })

  it('happens once among several at the same time, and other commands are in the log before it or refused', async () => {
    const ana = await test.register()
    const send = sendAs(ana)
    const racing = [
      ...Array.from({ length: 4 }, () => send('POST', '/transactions', cakeSale)),
      ...Array.from({ length: 2 }, () => send('DELETE', '/auth/account', { password: ana.password })),
    ]
    const answers = await Promise.all(racing)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.slice(4).filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await verify(ana)).toBeNull()
  })
})
