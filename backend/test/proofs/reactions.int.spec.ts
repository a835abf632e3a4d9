import { v7 as newId } from 'uuid'
import { logContents } from '@prumo/backend/composition/capabilities'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { EventsOf } from '@prumo/backend/event-store/stream/event'
import { defineReaction, Reactions } from '@prumo/backend/jobs/reaction'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import type { NamedStatement, Pipeline } from '@prumo/backend/platform/database/pipeline'
import { Outbox, outboxWritten, type JobClaim } from '@prumo/backend/jobs/outbox'
import type { JobWorker, JobContext } from '@prumo/backend/jobs/job-worker'
import { runOne } from '../test-queue.js'
import { transactionDecider } from '@prumo/backend/transactions/transaction.decider'
import type { transactionEvents } from '@prumo/backend/transactions/transaction.events'
import { issue, openAccount, openTestLog, recordSale, writerOn, type TestLog } from './test-log.js'

const recorded = defineReaction<EventsOf<typeof transactionEvents>>({ kind: 'after-recording', on: ['TransactionRecorded'] })
const changed = defineReaction<EventsOf<typeof transactionEvents>>({
  kind: 'after-any',
  on: ['TransactionRecorded', 'TransactionCorrected', 'TransactionDeleted'],
})
const keys = new AccountKeys(Buffer.alloc(32, 7))
const withReactions = logReading({ ...logContents, writers: [new Reactions([recorded, changed])] }, keys)
const withoutReactions = logReading({ ...logContents, writers: [] }, keys)

let log: TestLog
let pipeline: Pipeline
let appends: string[][]
beforeAll(async () => {
  log = await openTestLog()
  pipeline = log.database.pipeline()
})
beforeEach(async () => {
  appends = []
  await log.database.rows({ text: 'delete from outbox' })
})
afterAll(() => log.close())

/** A write path with the outbox rows of `reading`. */
function writer(reading = withReactions): WritePath {
  const recordingPipeline = {
    transaction(statements: readonly NamedStatement[]) {
      appends.push(statements.map(({ text }) => text))
      return pipeline.transaction(statements)
    },
  }
  return writerOn(log, reading, recordingPipeline)
}

const outbox = () =>
  log.database.rows<{ kind: string; subject: string; accountId: string }>({
    text: 'select kind, subject, account_id as "accountId" from outbox order by account_id, kind',
  })
/** Claims every row, due or not, as workers of its kind would. */
async function claimAll(): Promise<JobClaim[]> {
  await log.database.rows({ text: 'update outbox set due_at = now()' })
  const claimed = await Promise.all([recorded, changed].map(({ kind }) => new Outbox(log.database).claim(kind, 10)))
  return claimed.flat()
}
const rowsOf = (accountId: string, ...kinds: string[]) => kinds.map((kind) => ({ kind, subject: accountId, accountId }))

it('writes a row of each kind with the events that trigger it, and notifies the workers', async () => {
  let notified = 0
  const unsubscribe = outboxWritten.subscribe(() => void notified++)
  const { accountId, saleId } = await openAccount(writer())
  expect(await outbox()).toEqual(rowsOf(accountId, 'after-any', 'after-recording'))
  await log.database.rows({ text: 'delete from outbox' })
  await issue(writer(), accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 1 } })
  expect(await outbox()).toEqual(rowsOf(accountId, 'after-any'))
  expect(notified).toBe(2)
  unsubscribe()
})

it('writes one row for each account and kind in a batch that several accounts share', async () => {
  const write = writer()
  const accounts = Array.from({ length: 5 }, () => newId()).sort()
  await Promise.all(accounts.map((accountId) => issue(write, accountId, newId(), recordSale())))
  expect(await outbox()).toEqual(accounts.flatMap((accountId) => rowsOf(accountId, 'after-any', 'after-recording')))
})

it('one waiting row covers a burst of events; once it is claimed, the next event writes another', async () => {
  const write = writer()
  const { accountId, saleId } = await openAccount(write)
  const correct = (amount: number) => issue(write, accountId, saleId, { type: 'CorrectTransaction', changes: { amount } })
  for (const amount of [1, 2, 3]) await correct(amount)
  expect(await outbox()).toEqual(rowsOf(accountId, 'after-any', 'after-recording'))
  const claims = await claimAll()
  expect(claims).toHaveLength(2)
  for (const amount of [4, 5]) await correct(amount)
  expect(await outbox()).toEqual(rowsOf(accountId, 'after-any', 'after-any', 'after-recording'))
  // Rows written while a job ran stay, and so do those written after it was postponed.
  for (const claim of claims)
    await (claim.kind === 'after-any' ? new Outbox(log.database).complete(claim) : new Outbox(log.database).release(claim, 0, true))
  expect(await outbox()).toEqual(rowsOf(accountId, 'after-any', 'after-recording'))
})

it('locks the row that covers its events until they are committed, and writes another while a claim holds that row', async () => {
  const write = writer()
  const { accountId, saleId } = await openAccount(write)
  await log.database.transaction(async (client) => {
    await client.query('select 1 from outbox where subject = $1 for update', [accountId])
    await issue(write, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 1 } })
  })
  expect(await outbox()).toEqual(rowsOf(accountId, 'after-any', 'after-any', 'after-recording'))
})

it('writes no row for a command that lost its race, or was refused', async () => {
  const { accountId, saleId } = await openAccount(writer())
  const [one, other] = [writer(), writer()]
  await issue(one, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 2 } })
  await issue(other, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 3 } })
  await log.database.rows({ text: 'delete from outbox' })
  appends = []
  // The first has cached a head that the second moved: its append detects that, and writes nothing.
  await issue(one, accountId, saleId, { type: 'CorrectTransaction', changes: { amount: 4 } })
  expect(appends).toHaveLength(2)
  expect(await outbox()).toEqual(rowsOf(accountId, 'after-any'))
  await expect(issue(one, accountId, saleId, recordSale())).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await outbox()).toHaveLength(1)
})

it('adds nothing to an append when no event triggers a job', async () => {
  const { accountId, saleId } = await openAccount(writer())
  appends = []
  await issue(writer(), accountId, newId(), recordSale())
  await issue(writer(), accountId, saleId, { type: 'DeleteTransaction' })
  await issue(writer(), accountId, saleId, { type: 'RestoreTransaction' })
  expect(appends.map((texts) => texts.some((text) => text.includes('outbox')))).toEqual([true, true, false])
})

it('looks up the row of its account by index, also with a plan from when the outbox was empty', async () => {
  await log.owner.rows({ text: 'vacuum analyze outbox' })
  await openAccount(writer())
  const lookup = appends.flat().find((text) => text.includes('insert into outbox')) as string
  const client = await log.database.pool.connect()
  try {
    // As on the connection of appends.
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${lookup}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan using \w+_of_job on outbox o /)
  } finally {
    client.release(true)
  }
})

describe('a job that ends in a command', () => {
  const read = () => log.database.rows<{ type: string }>({ text: 'select type from events order by account_id, seq' })

  /** A worker that records another sale by a command of its own. */
  const recording: JobWorker = {
    kind: 'after-recording',
    async run({ id, accountId }, { commands }) {
      const context = { accountId: accountId as string, actor: 'worker', source: 'app' as const, idempotency: { key: id, request: id } }
      await commands.execute(
        ExecuteCommand.of(context, { decider: transactionDecider, entityId: id, command: recordSale(), reply: () => null }),
      )
    },
  }

  it('records its events once, however often it runs', async () => {
    const { accountId } = await openAccount(writer())
    const events = (await read()).length
    const run = () => {
      const tools = { database: log.database, commands: writer(withoutReactions) } as unknown as JobContext
      return runOne(recording, accountId, tools)
    }
    expect(await Promise.all([run(), run(), run()])).toEqual([{ how: 'done' }, { how: 'done' }, { how: 'done' }])
    expect(await read()).toHaveLength(events + 1)
    expect(await outbox()).toEqual(rowsOf(accountId, 'after-any'))
    expect(await log.verify(accountId)).toMatchObject({ problem: null })
  })
})
