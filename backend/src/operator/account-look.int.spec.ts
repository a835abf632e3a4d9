import { v7 as newId } from 'uuid'
import { eraseAccount } from '../account-data/account-ending.js'
import { ListActivity } from '../activity/activity-log.js'
import { issue, openTestLog, recordSale, type TestLog } from '../../test/proofs/test-log.js'
import { openPerson, tamper } from '../../test/proofs/test-person.js'
import { openDatabase } from '../platform/database/open-database.js'
import { ServerKeys } from '../platform/crypto/server-keys.js'
import { accessesCommand } from './accesses.command.js'
import { accountCommand } from './account.command.js'
import { diffCommand } from './diff.command.js'
import { eventsCommand } from './events.command.js'
import { exportCommand } from './export.command.js'
import { logCommand } from './log.command.js'
import type { Workbench } from './operator.js'
import { replayCommand } from './replay.command.js'
import { runOps } from '../../test/test-ops.js'
import { verifyCommand } from './verify.command.js'

const commands = [accessesCommand, accountCommand, diffCommand, eventsCommand, exportCommand, logCommand, replayCommand, verifyCommand]
const who = ['--operator', 'Ana.Lima']
const why = ['--reason', ' pedido 4711 ']

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())

const workbench = (): Partial<Workbench> => ({ database: log.database, reading: log.reading })
const ops = (...words: string[]) => runOps(commands, workbench(), ...words)
const linesOf = async (...words: string[]) => (await ops(...words)).printed.map((line) => JSON.parse(line) as Record<string, unknown>)

/** The operators' accesses, as stored. */
const looks = (accountId: string) =>
  log.database.rows<{ meta: object; data: { command: string; reason: object } }>(
    { text: `select meta, data from events where account_id = $1 and type = 'AccountLooked' order by seq` },
    [accountId],
  )
const operatorRows = (accountId: string) =>
  log.database.rows<{ outcome: string }>({ text: 'select outcome, operator, line from operator_log where account_id = $1 order by seq' }, [
    accountId,
  ])

const aboutOne = (accountId: string): string[][] => [
  ['events', '--account', accountId],
  ['replay', '--account', accountId, '--at', '3'],
  ['diff', '--account', accountId, '--from', '1', '--to', '3'],
  ['export', '--account', accountId],
  ['verify', '--account', accountId],
  ['log', '--account', accountId],
  ['accesses', '--account', accountId],
  ['account', 'find', `${accountId}@exemplo.com`],
]

it('no command reads one account without a reason and a name, and then nothing is recorded or shown', async () => {
  const { accountId } = await openPerson(log, log.writer())
  for (const words of aboutOne(accountId)) {
    await expect(ops(...words, ...who)).rejects.toThrow(/say why with --reason/)
    await expect(ops(...words, ...why)).rejects.toThrow(/say who you are with PRUMO_OPERATOR/)
  }
  expect([await looks(accountId), await operatorRows(accountId)]).toEqual([[], []])
})

it.each([
  ['an e-mail for a name', ['--operator', 'ana@exemplo.com', ...why]],
  ['a reason of two letters', [...who, '--reason', ' ok ']],
  ['a reason of two lines', [...who, '--reason', 'pedido\n4711']],
])('refuses %s', async (_, words) => {
  const { accountId } = await openPerson(log, log.writer())
  await expect(ops('events', '--account', accountId, ...words)).rejects.toThrow(/work name|one line of/)
  expect(await looks(accountId)).toEqual([])
})

it('each access is in the log of the account, sealed, before anything is shown; and in the history of its person', async () => {
  const { accountId } = await openPerson(log, log.writer())
  for (const words of aboutOne(accountId)) await ops(...words, ...who, ...why)
  const noted = await looks(accountId)
  expect(noted.map(({ data }) => data.command)).toEqual([
    `events --account ${accountId}`,
    `replay --account ${accountId} --at {"toSeq":3}`,
    `diff --account ${accountId} --from {"toSeq":1} --to {"toSeq":3}`,
    `export --account ${accountId}`,
    `verify --account ${accountId}`,
    `log --account ${accountId}`,
    `accesses --account ${accountId}`,
    'account find',
  ])
  expect(noted[0]?.meta).toMatchObject({ actor: 'ana.lima', source: 'ops' })
  expect(noted[0]?.data.reason).toEqual({ sealed: expect.any(String) })
  expect(await operatorRows(accountId)).toEqual([])
  // The access that reads the events is among them.
  const events = await linesOf('events', '--account', accountId, '--json', ...who, ...why)
  expect(events.at(-1)).toMatchObject({ type: 'AccountLooked', data: { reason: 'pedido 4711' } })
  const { activity } = await new ListActivity(log.reading, accountId, { limit: 200, entity: 'account' }).answer(log.database)
  expect(activity[0]).toMatchObject({
    type: 'AccountLooked',
    entity: 'account',
    source: 'ops',
    summary: 'O suporte olhou seus lançamentos: pedido 4711',
    changes: [],
    undoable: false,
    undoReason: 'Não dá para desfazer',
  })
  expect(await log.verify(accountId)).toMatchObject({ events: 5 + 9, problem: null })
})

it('an access changes no read model, and earlier actions of the person can be undone as before', async () => {
  const { accountId, saleId } = await openPerson(log, log.writer())
  const rows = async () => {
    const tables = log.reading.readModels.projections.map(({ table }) => table.name)
    return Promise.all(tables.map((name) => log.database.rows({ text: `select * from ${name} where account_id = $1` }, [accountId])))
  }
  const before = await rows()
  await ops('events', '--account', accountId, ...who, ...why)
  expect(await rows()).toEqual(before)
  expect(await log.database.rows({ text: 'select kind from outbox where account_id = $1 and created_at > now()' }, [accountId])).toEqual([])
  // A writer with an older state of the log appends behind the access, and the entity keeps its version.
  const { reply } = await issue(
    log.writer(),
    accountId,
    saleId,
    { type: 'CorrectTransaction', changes: { amount: 9 } },
    { expectedVersion: 2 },
  )
  expect(reply.version).toBe(3)
  const { activity } = await new ListActivity(log.reading, accountId, { limit: 200 }).answer(log.database)
  expect(activity[0]).toMatchObject({ type: 'TransactionCorrected', undoable: true })
})

it('an access to an erased account is in the operator log, with its reason sealed and its end', async () => {
  const { accountId } = await openPerson(log, log.writer())
  await log.writer().execute(eraseAccount({ accountId, actor: accountId, source: 'app' }, null))
  const shown = await linesOf('events', '--account', accountId, '--json', ...who, ...why)
  expect(shown.at(-1)).toMatchObject({ type: 'AccountErased' })
  expect(await operatorRows(accountId)).toMatchObject([
    { outcome: 'begun', operator: 'ana.lima', line: `events --account ${accountId}` },
    { outcome: 'ok' },
  ])
  const entries = await linesOf('log', '--account', accountId, '--json', ...who, ...why)
  expect(entries.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['begun', 'pedido 4711'],
    ['ok', null],
    ['begun', 'pedido 4711'],
  ])
  const [row] = await log.database.rows<{ reason: string }>({ text: 'select reason from operator_log where account_id = $1 limit 1' }, [
    accountId,
  ])
  expect(row?.reason).not.toContain('pedido')
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
})

it.each([
  ['whose key does not open', 'update account_keys set wrapped_key = sha256(wrapped_key) where account_id = $1'],
  ['without a key', 'delete from account_keys where account_id = $1'],
  ['without a head', 'delete from account_heads where account_id = $1'],
  [
    'whose head is behind its log',
    `update account_heads h set seq = e.seq, hash = e.hash from events e where e.account_id = $1 and e.seq = 4 and h.account_id = $1`,
  ],
])('an access to an account %s is in the operator log, and is answered', async (_, damage) => {
  const { accountId } = await openPerson(log, log.writer())
  await tamper(log, [damage, accountId])
  expect(await ops('verify', '--account', accountId, ...who, ...why)).toMatchObject({
    code: 1,
    printed: [expect.stringContaining('PROBLEM'), expect.any(String)],
  })
  expect(await operatorRows(accountId)).toMatchObject([{ outcome: 'begun' }, { outcome: 'wrong' }])
  expect(await looks(accountId)).toEqual([])
})

it('a damaged event in the middle does not keep an access out of the log', async () => {
  const { accountId } = await openPerson(log, log.writer())
  await tamper(log, [`update events set data = '{}' where account_id = $1 and seq = 1`, accountId])
  await ops('verify', '--account', accountId, ...who, ...why)
  expect(await looks(accountId)).toHaveLength(1)
})

it('nothing is shown if nothing can be written', async () => {
  const { accountId } = await openPerson(log, log.writer())
  const { url } = log.database.dataSource.options as { url: string }
  const readOnly = await openDatabase({ url: `${url}?options=-c%20default_transaction_read_only%3Don`, patient: true })
  const words = ['events', '--account', accountId, ...who, ...why]
  await expect(runOps([eventsCommand], { database: readOnly, reading: log.reading }, ...words)).rejects.toThrow(/read-only/)
  await readOnly.close()
  expect([await looks(accountId), await operatorRows(accountId)]).toEqual([[], []])
})

it('two operators at once are both in the log, beside the person’s actions', async () => {
  const { accountId } = await openPerson(log, log.writer())
  await Promise.all([
    ops('events', '--account', accountId, ...who, ...why),
    issue(log.writer(), accountId, newId(), recordSale()),
    ops('events', '--account', accountId, '--operator', 'rui', '--reason', 'auditoria'),
  ])
  expect((await looks(accountId)).map(({ meta }) => (meta as { actor: string }).actor).toSorted()).toEqual(['ana.lima', 'rui'])
  expect(await log.verify(accountId)).toMatchObject({ problem: null })
})

it('an unknown e-mail is searched by way of the operator log, and recorded nowhere', async () => {
  expect(await ops('account', 'find', 'ninguem@exemplo.com', ...who, ...why)).toMatchObject({ code: 1 })
  const rows = await log.database.rows<{ line: string }>({ text: `select line from operator_log where line like 'account%'` })
  expect(rows.map(({ line }) => line)).toEqual(['account find', 'account find'])
})

it('all processes share the key of the reasons', async () => {
  const keys = [new ServerKeys(log.database, log.reading.keys), new ServerKeys(log.database, log.reading.keys)]
  const [one, other] = await Promise.all(keys.map((each) => each.of('access-records')))
  expect(other?.open(one?.seal('10.0.0.7', 'a') ?? '', 'a')).toBe('10.0.0.7')
})
