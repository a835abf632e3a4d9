import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { v7 as newId } from 'uuid'
import { eraseAccount, resetAccount } from '@prumo/backend/account-data/account-ending'
import { CHECKPOINTS, dayCheckpoints, FindAccountAtDay } from '@prumo/backend/activity/account-at-day'
import { checkpointsWorker, missingCheckpointsWorker } from '@prumo/backend/activity/checkpoints.worker'
import { logContents } from '@prumo/backend/composition/capabilities'
import { loadDataKey } from '@prumo/backend/event-store/keys/stored-keys'
import type { LogReading } from '@prumo/backend/event-store/log-reading'
import { openCheckpoint, sealCheckpoint } from '@prumo/backend/event-store/replay/checkpoints'
import type { RecordedEvent } from '@prumo/backend/event-store/stream/event'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type { Job, JobContext } from '@prumo/backend/jobs/job-worker'
import { verifyCommand } from '@prumo/backend/operator/verify.command'
import { runOps } from '../test-ops.js'
import { issue, openTestLog, recordSale, type TestLog } from './test-log.js'
import { openPerson, tamper } from './test-person.js'

const EVERY = 4
const ASKED = '2200-12-31'

let log: TestLog
let reading: LogReading
beforeAll(async () => {
  log = await openTestLog()
  reading = { ...log.reading, checkpointed: { ...dayCheckpoints, every: EVERY } }
})
afterAll(() => log.close())

const goOn = new AbortController().signal
const make = (accountId: string, signal = goOn) =>
  checkpointsWorker.run({ subject: accountId, signal } as Job, { database: log.database, reading } as JobContext)
const stored = (accountId: string) =>
  log.database.rows<{ seq: number; version: number; rows: string }>(
    { text: 'select seq, version, rows from checkpoints where account_id = $1 order by seq' },
    [accountId],
  )
const positions = async (accountId: string) => (await stored(accountId)).map(({ seq }) => seq)
const forget = (accountId: string, where = 'true') =>
  log.database.rows({ text: `delete from checkpoints where account_id = $1 and ${where}` }, [accountId])
const look = (accountId: string, day = ASKED) => new FindAccountAtDay(reading, accountId, day).answer(log.database)
const problemOf = async (accountId: string) => (await verifyAccount(log.database, reading, accountId)).problem
const jobsOf = (accountId: string) =>
  log.database.rows({ text: 'select 1 from outbox where kind = $1 and subject = $2' }, [CHECKPOINTS, accountId])

const DAY_MS = 86_400_000

/**
 * Opens an account with fourteen events of the day before yesterday, the first of which opens it, and checkpoints at 4, 8 and 12.
 */
async function openPast(): Promise<string> {
  const writer = log.writer(() => Date.now() - 2 * DAY_MS)
  const { accountId } = await openPerson(log, writer)
  for (let n = 0; n < 9; n++) await issue(writer, accountId, newId(), recordSale({ amount: 100 + n, description: 'Bolo de milho' }))
  await make(accountId)
  expect(await positions(accountId)).toEqual([4, 8, 12])
  return accountId
}

/** Replaces a checkpoint by a forged one, sealed with the account's key. */
async function forge(accountId: string, seq: number): Promise<void> {
  const key = await loadDataKey(log.database.pool, reading.keys, accountId)
  const [found] = (await stored(accountId)).filter((each) => each.seq === seq)
  const text = openCheckpoint(reading.checkpointed, accountId, key, found as { seq: number; rows: string })
  // Multiplies the income by at least ten.
  const forged = text.replace('"2026-11-20",', '$&1')
  expect(forged).not.toBe(text)
  await tamper(log, [
    'update checkpoints set rows = $3 where account_id = $1 and seq = $2',
    accountId,
    seq,
    sealCheckpoint(reading.checkpointed, accountId, key, seq, forged),
  ])
}

it('the job makes the missing checkpoints and no others, and they agree with the log', async () => {
  const accountId = await openPast()
  const before = await stored(accountId)
  await make(accountId)
  expect(await stored(accountId)).toEqual(before)
  await forget(accountId, 'seq = 8')
  await make(accountId)
  expect(await positions(accountId)).toEqual([4, 8, 12])
  expect(await problemOf(accountId)).toBeNull()
})

it('a run that is interrupted keeps what it made, and the next one continues', async () => {
  const accountId = await openPast()
  await forget(accountId, 'seq > 4')
  await expect(make(accountId, AbortSignal.abort(new Error('The process is ending')))).rejects.toThrow('The process is ending')
  expect(await positions(accountId)).toEqual([4])
  await make(accountId)
  expect(await positions(accountId)).toEqual([4, 8, 12])
})

it('a checkpoint holds nothing in clear', async () => {
  const accountId = await openPast()
  for (const { rows } of await stored(accountId)) expect(Buffer.from(rows, 'base64').toString('latin1')).not.toContain('2026-11-20')
})

it('every type of event at the position of a checkpoint enqueues the job, and no other position does', () => {
  const writes = (type: string, seq: number) =>
    logContents.writers.flatMap((writer) => writer.writesOf([{ type, seq, accountId: newId() } as RecordedEvent], Date.now()))
  for (const type of ['SubscriptionLapsed', 'ProfileChanged']) {
    const written = (seq: number) => writes(type, seq).some(({ values }) => values.flat().includes(CHECKPOINTS))
    expect([1, 1_999, 2_000, 2_001, 4_000].map(written)).toEqual([false, false, true, false, true])
  }
})

it('an unusable checkpoint is ignored, and the answer is the same', async () => {
  const accountId = await openPast()
  const answer = await look(accountId)
  await tamper(log, [
    'update checkpoints set rows = (select rows from checkpoints where account_id = $1 and seq = 4) where account_id = $1 and seq = 12',
    accountId,
  ])
  expect(await look(accountId)).toEqual(answer)
  await tamper(log, ['update checkpoints set version = version + 1 where account_id = $1', accountId])
  expect(await look(accountId)).toEqual(answer)
  expect(await problemOf(accountId)).toBeNull()
  await forget(accountId)
  expect(await look(accountId)).toEqual(answer)
})

it('reading an account writes nothing; a daily job enqueues accounts that lack their last checkpoint', async () => {
  const [whole, lacking, erased] = [await openPast(), await openPast(), await openPast()]
  await log.writer().execute(eraseAccount({ accountId: erased, actor: erased, source: 'app' }, null))
  await forget(lacking)
  await look(lacking)
  expect(await jobsOf(lacking)).toEqual([])
  const job = {
    subject: '2026-11-20',
    complete: (effect: Parameters<Job['complete']>[0]) => log.database.transaction(effect),
  } as unknown as Job
  await missingCheckpointsWorker.run(job, { database: log.database, reading } as JobContext)
  expect([await jobsOf(whole), await jobsOf(lacking), await jobsOf(erased)]).toEqual([[], [expect.anything()], []])
})

it('a checkpoint of an older release is replaced, one of a newer release is kept', async () => {
  const accountId = await openPast()
  const [{ version } = { version: 0 }] = await stored(accountId)
  await tamper(
    log,
    ['update checkpoints set version = version - 1 where account_id = $1 and seq = 4', accountId],
    ['update checkpoints set version = version + 1 where account_id = $1 and seq = 12', accountId],
  )
  await make(accountId)
  expect((await stored(accountId)).map((each) => each.version - version)).toEqual([0, 0, 1])
})

it('a reset deletes the checkpoints, and none is made of what was before it', async () => {
  const accountId = await openPast()
  const left = await stored(accountId)
  await log.writer().execute(resetAccount({ accountId, actor: accountId, source: 'app' }, true))
  expect(await stored(accountId)).toEqual([])
  await make(accountId)
  expect(await stored(accountId)).toEqual([])
  await issue(log.writer(), accountId, newId(), recordSale({ amount: 500 }))
  await make(accountId)
  expect(await positions(accountId)).toEqual([16])
  expect((await look(accountId)).summary).toMatchObject({ income: 5, count: 1 })
  // A checkpoint from before the reset is not read, and verification names it.
  for (const { seq, version, rows } of left)
    await log.database.rows({ text: 'insert into checkpoints values ($1, $2, $3, $4)' }, [accountId, seq, version, rows])
  await forget(accountId, 'seq = 16')
  expect((await look(accountId)).summary).toMatchObject({ income: 5, count: 1 })
  expect((await look(accountId, dateInSaoPaulo(new Date(Date.now() - DAY_MS)))).summary).toMatchObject({ income: 0, count: 0 })
  expect(await problemOf(accountId)).toBe('checkpoints: the one at 4 is from before the last reset')
})

it('an account that is reset while its checkpoints are made keeps none from before the reset', async () => {
  const accountId = await openPast()
  await forget(accountId)
  const holding = await log.database.pool.connect()
  try {
    // The statements of a reset: whatever is stored between its delete and its commit would survive it.
    await holding.query('begin')
    await holding.query('update account_heads set reset_seq = seq where account_id = $1', [accountId])
    await holding.query('delete from checkpoints where account_id = $1', [accountId])
    const making = make(accountId)
    await holding.query('select pg_sleep(0.2)')
    await holding.query('commit')
    await making
  } finally {
    holding.release()
  }
  expect(await stored(accountId)).toEqual([])
})

it('an erasure deletes the checkpoints, and none is made of an account without a key', async () => {
  const accountId = await openPast()
  await log.writer().execute(eraseAccount({ accountId, actor: accountId, source: 'app' }, null))
  expect(await stored(accountId)).toEqual([])
  await make(accountId)
  expect(await stored(accountId)).toEqual([])
})

it.each<[string, (accountId: string) => Promise<unknown>, string]>([
  ['says what the log does not', (accountId) => forge(accountId, 8), 'checkpoints: the one at 8 is not what the log says'],
  [
    'does not open',
    (accountId) => tamper(log, [`update checkpoints set rows = 'AAAA' || rows where account_id = $1 and seq = 12`, accountId]),
    'checkpoints: the one at 12 does not open',
  ],
  [
    'was moved',
    (accountId) => tamper(log, ['update checkpoints set seq = 7 where account_id = $1 and seq = 8', accountId]),
    'checkpoints: the one at 7 is where none can be',
  ],
  [
    'is beyond the log',
    (accountId) => tamper(log, ['update checkpoints set seq = 400 where account_id = $1 and seq = 12', accountId]),
    'checkpoints: the one at 400 is where none can be',
  ],
])('verification names a checkpoint that %s', async (_, change, problem) => {
  const accountId = await openPast()
  expect(await problemOf(accountId)).toBeNull()
  await change(accountId)
  const who = ['--operator', 'ana.lima', '--reason', 'pedido 4711']
  const { printed, code } = await runOps(
    [verifyCommand],
    { database: log.database, reading },
    'verify',
    '--account',
    accountId,
    '--json',
    ...who,
  )
  expect(printed.map((line) => JSON.parse(line).problem)).toContain(problem)
  expect(code).toBe(1)
})

it('verification names a checkpoint of an erased account, and of an account that never existed', async () => {
  const accountId = await openPast()
  const [left] = await stored(accountId)
  await log.writer().execute(eraseAccount({ accountId, actor: accountId, source: 'app' }, null))
  const leave = (of: string) =>
    log.database.rows({ text: 'insert into checkpoints values ($1, $2, $3, $4)' }, [of, left?.seq, left?.version, left?.rows])
  await leave(accountId)
  expect(await problemOf(accountId)).toBe('checkpoints: the one at 4 is of an account without a key')
  const stranger = newId()
  await leave(stranger)
  const { printed } = await runOps([verifyCommand], { database: log.database, reading }, 'verify', '--json')
  expect(printed.map((line) => JSON.parse(line)).find((each) => each.accountId === stranger)?.problem).toMatch(/neither a head nor events/)
})
