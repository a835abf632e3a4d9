import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { v7 as newId } from 'uuid'
import { logContents } from '../../capabilities.js'
import { Outbox } from '../../platform/outbox/outbox.js'
import { OUTBOX_INSERT, outboxValues } from '../../platform/outbox/outbox-row.js'
import type { JobWorker } from '../../platform/queue/job-worker.js'
import { runJob } from '../../platform/queue/run-job.js'
import { toolsOf } from '../../platform/queue/test-queue.js'
import { issue, openAccount, openTestLog, type TestLog } from '../../proofs/test-log.js'
import { computedAfterEverything, workersOf } from './answer-workers.js'
import { ReadComputed, storeAnswer, type ComputedAnswer } from './stored-answers.js'

/** How many events there are, and the day it was asked of. */
const counted: ComputedAnswer<{ events: number; today: string }> = {
  kind: 'counted',
  version: 2,
  async compute(database, accountId, today) {
    const [head] = await database.rows<{ seq: number }>({ text: 'select seq from account_heads where account_id = $1' }, [accountId])
    const seq = head?.seq ?? 0
    return { answer: { events: seq, today }, seq }
  },
}
const [computing, renewing] = workersOf(counted) as [JobWorker, JobWorker]

let log: TestLog
let accountId: string
let saleId: string
beforeAll(async () => void (log = await openTestLog()))
afterAll(() => log.close())
beforeEach(async () => {
  ;({ accountId, saleId } = await openAccount(log.writer()))
  await log.database.rows({ text: 'delete from outbox' })
})

const today = () => dateInSaoPaulo(new Date())
const read = (of = counted) => new ReadComputed(of, accountId).answer(log.database)
const change = (amount: number) => issue(log.writer(), accountId, saleId, { type: 'CorrectTransaction', changes: { amount } })
const put = (kind: string, subject: string) => log.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind, subject, accountId }))
const waiting = async () => (await log.database.rows({ text: 'select 1 from outbox where kind = $1' }, [counted.kind])).length

async function run(worker: JobWorker, subject: string): Promise<void> {
  await put(worker.kind, subject)
  expect(await runJob(worker, subject, new Outbox(log.database), toolsOf(log.database), new AbortController().signal)).toEqual({ how: 'done' })
}
const compute = () => run(computing, accountId)
const age = () => log.database.rows({ text: `update stored_answers set computed_at = computed_at - interval '24 hours'` })

describe('an answer that workers compute', () => {
  it('is computed by the request until one has stored it', async () => {
    const asked = await read()
    expect(asked).toEqual({ answer: { events: 1, today: today() }, computedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/), stale: false })
    await compute()
    const stored = await read()
    await change(2)
    expect(await read()).toEqual({ ...stored, stale: true })
  })

  it('is stale from the next event on until a worker has seen it', async () => {
    await compute()
    await change(2)
    expect(await read()).toMatchObject({ answer: { events: 1 }, stale: true })
    await compute()
    expect(await read()).toMatchObject({ answer: { events: 2 }, stale: false })
  })

  it('is stale on another day of São Paulo', async () => {
    await compute()
    await age()
    expect(await read()).toMatchObject({ answer: { events: 1 }, stale: true })
  })

  it('is none when it was stored in another shape', async () => {
    await compute()
    await change(2)
    const newer = { ...counted, version: 3 }
    expect(await read(newer)).toMatchObject({ answer: { events: 2 }, stale: false })
    await run((workersOf(newer) as [JobWorker])[0], accountId)
    // A process of the program before answers too, and does not take back what the newer one stored.
    await compute()
    expect(await read()).toMatchObject({ answer: { events: 2 }, stale: false })
    await change(3)
    expect(await read(newer)).toMatchObject({ answer: { events: 2 }, stale: true })
  })

  it('keeps what saw more when a run that saw less comes late', async () => {
    await change(2)
    await compute()
    const late = { answer: { events: 1, today: today() }, seq: 1 }
    await log.database.transaction((client) => storeAnswer(client, counted, accountId, late, new Date()))
    expect(await read()).toMatchObject({ answer: { events: 2 }, stale: false })
  })
})

describe('its jobs', () => {
  it('are triggered by everything that the log can hold', () => {
    const { kind, on } = computedAfterEverything(counted, logContents.families)
    const types = logContents.families.flatMap((family) => family.definitions.map((definition) => definition.type))
    expect([kind, [...on].sort()]).toEqual(['counted', types.sort()])
  })

  it('leave work that came while one ran to the next, so that the last one saw the end of the log', async () => {
    const slow: JobWorker = {
      ...computing,
      async run(job, tools) {
        const complete: typeof job.complete = (effect) => lateChange().then(() => job.complete(effect))
        await computing.run(Object.assign(Object.create(job) as typeof job, { complete }), tools)
      },
    }
    const lateChange = async () => {
      await change(2)
      await put(counted.kind, accountId)
    }
    await run(slow, accountId)
    expect([await read(), await waiting()]).toMatchObject([{ answer: { events: 1 }, stale: true }, 1])
    await compute()
    expect([await read(), await waiting()]).toMatchObject([{ answer: { events: 2 }, stale: false }, 0])
  })

  it('renew each day what is of another day or an older shape, and leave the rest alone', async () => {
    await log.database.rows({ text: 'delete from stored_answers' })
    await compute()
    const renewed = async () => {
      await run(renewing, today())
      const rows = await log.database.rows<{ subject: string }>({ text: 'delete from outbox where kind = $1 returning subject' }, [counted.kind])
      return rows.map((row) => row.subject)
    }
    expect(await renewed()).toEqual([])
    await age()
    expect(await renewed()).toEqual([accountId])
    await compute()
    await log.database.rows({ text: 'update stored_answers set version = 1' })
    expect(await renewed()).toEqual([accountId])
  })
})

it('has an id of nobody answered with nothing of anybody', async () => {
  await compute()
  expect(await new ReadComputed(counted, newId()).answer(log.database)).toMatchObject({ answer: { events: 0 } })
})
