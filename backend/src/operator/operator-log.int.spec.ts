import { createHash } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.js'
import { openTestLog, type TestLog } from '../../test/proofs/test-log.js'
import { jobsCommand } from './jobs.command.js'
import { logCommand } from './log.command.js'
import { operatorCommand } from './operator.js'
import { OperatorLog, verifyOperatorLog } from './operator-log.js'
import { outboxCommand } from './outbox.command.js'
import { runOps } from '../../test/test-ops.js'
import { verifyCommand } from './verify.command.js'

const failing = operatorCommand({
  name: 'failing',
  description: 'Fails',
  run: async () => {
    throw new Error('It is away')
  },
})

let log: TestLog
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())
beforeEach(() =>
  tamper(`
    delete from operator_log;
    delete from operator_log_head;
    insert into operator_log_head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));
    delete from server_keys`),
)

const ops = (...words: string[]) =>
  runOps([outboxCommand, jobsCommand, verifyCommand, logCommand, failing], { database: log.database, reading: log.reading }, ...words)
const rows = () =>
  log.database.rows<Record<string, unknown>>({
    text: 'select seq, operator, line, account_id, reason, outcome, begun as "startSeq" from operator_log order by seq',
  })
const verdict = () => verifyOperatorLog(log)
const action = { operator: 'ana.lima', line: 'rebuild', accountId: null, reason: null }

/** Changes rows, as only someone with direct access to the database can. */
const tamper = (text: string) =>
  log.owner.transaction(async (client) => {
    await client.query('set local session_replication_role = replica')
    await client.query(text)
  })

it('records start and end of each command that concerns no account, and its operator', async () => {
  await ops('outbox', '--operator', 'ana.lima')
  await ops('jobs', '--retry')
  await expect(ops('failing')).rejects.toThrow('It is away')
  const noAccount = { account_id: null, reason: null }
  expect(await rows()).toEqual([
    { seq: 1, operator: 'ana.lima', line: 'outbox', outcome: 'begun', startSeq: null, ...noAccount },
    { seq: 2, operator: 'ana.lima', line: 'outbox', outcome: 'ok', startSeq: 1, ...noAccount },
    { seq: 3, operator: 'unnamed', line: 'jobs --retry', outcome: 'begun', startSeq: null, ...noAccount },
    { seq: 4, operator: 'unnamed', line: 'jobs --retry', outcome: 'ok', startSeq: 3, ...noAccount },
    { seq: 5, operator: 'unnamed', line: 'failing', outcome: 'begun', startSeq: null, ...noAccount },
    { seq: 6, operator: 'unnamed', line: 'failing', outcome: 'unanswered', startSeq: 5, ...noAccount },
  ])
  const { printed } = await ops('log')
  expect(printed[1]).toMatch(/^2\d{3}-.*Z {2}ana\.lima {2}outbox {2}ok, begun in row 1$/)
  expect(printed).toHaveLength(7)
  expect(await verdict()).toMatchObject({ rows: 8, problem: null })
})

it('refuses every change', async () => {
  await ops('outbox')
  for (const text of [`update operator_log set operator = 'rui'`, 'delete from operator_log', 'truncate operator_log']) {
    await expect(log.owner.rows({ text })).rejects.toThrow(/append-only/)
    await expect(log.database.rows({ text })).rejects.toThrow(/permission denied/)
  }
})

it('takes concurrent commands of many operators, one after the other', async () => {
  const operators = Array.from({ length: 8 }, (_, n) => new OperatorLog(log).begin({ ...action, operator: `op${n}`, reason: 'auditoria' }))
  expect((await Promise.all(operators)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(await verdict()).toMatchObject({ rows: 8, problem: null })
})

it('is chained as docs/event-chain.md specifies', async () => {
  await new OperatorLog(log).begin(action)
  const [row] = await log.database.rows<{ hash: Buffer; at: Date }>({ text: 'select hash, at from operator_log' })
  const text = ['prumo-operator-1', '1', row?.at.toISOString(), 'ana.lima', 'rebuild', '', '', 'begun', ''].join('\n')
  expect(row?.hash).toEqual(createHash('sha256').update(Buffer.alloc(32)).update(text).digest())
})

it.each([
  [
    'another operator',
    `update operator_log set operator = 'rui' where seq = 3`,
    'Row 3 of the operator log: its hash does not follow from what is stored',
  ],
  [
    'another outcome',
    `update operator_log set outcome = 'ok' where seq = 2`,
    'Row 2 of the operator log: its hash does not follow from what is stored',
  ],
  [
    'another time',
    `update operator_log set at = at + interval '1 s' where seq = 4`,
    'Row 4 of the operator log: its hash does not follow from what is stored',
  ],
  [
    'another reason',
    `update operator_log set reason = 'x' || reason where seq = 3`,
    'Row 3 of the operator log: its hash does not follow from what is stored',
  ],
  [
    'another hash before it',
    `update operator_log set previous_hash = '\\x00' where seq = 3`,
    'Row 3 of the operator log: it does not name the hash of the one in front of it',
  ],
  ['a row less in the middle', 'delete from operator_log where seq = 3', 'Row 3 of the operator log is missing: 4 follows 2'],
  ['its end cut off', 'delete from operator_log where seq > 3', 'The head of the operator log stands at 5, the log ends at 3'],
  ['no rows', 'delete from operator_log', 'The head of the operator log stands at 5, the log ends at 0'],
  ['no head', 'delete from operator_log_head', 'The operator log has no head'],
  ['its key lost', `update server_keys set wrapped_key = sha256(wrapped_key)`, 'Row 1 of the operator log: its reason does not open'],
])('ops verify names a log with %s', async (_, damage, problem) => {
  for (let n = 1; n <= 5; n++) await new OperatorLog(log).begin({ ...action, reason: `pedido ${n}` })
  expect(await verdict()).toMatchObject({ rows: 5, problem: null })
  await tamper(damage)
  expect((await verdict()).problem).toBe(problem)
})

it('is part of the output of ops verify, with its head', async () => {
  await ops('outbox')
  const printed = (await ops('verify', '--json')).printed.map((line) => JSON.parse(line))
  // The command's own start is in it.
  expect(printed).toEqual([{ operatorLog: { rows: 3, head: { seq: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }, problem: null } }])
  await tamper(`update operator_log set line = 'jobs' where seq = 1`)
  expect(await ops('verify')).toMatchObject({
    code: 1,
    printed: ['0 accounts, 0 events, 0 with a problem', expect.stringContaining('PROBLEM: Row 1')],
  })
})

it('needs no more than the database without a reason', async () => {
  const bare: TestDatabase = await createTestDatabase()
  expect(await new OperatorLog({ database: bare.database }).begin(action)).toBe(1)
  await bare.drop()
})
