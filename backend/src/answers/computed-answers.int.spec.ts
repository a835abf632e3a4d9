import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { v7 as newId } from 'uuid'
import { OUTBOX_INSERT, outboxValues } from '../jobs/outbox.js'
import type { Job, JobWorker } from '../jobs/job-worker.js'
import { runOne, toolsOf } from '../../test/test-queue.js'
import { issue, openAccount, openTestLog, recordSale, type TestLog } from '../../test/proofs/test-log.js'
import { AccountQueryHandler } from '../event-store/query/account-query.js'
import type { Database } from '../platform/database/database.js'
import { ReadComputedAnswer, answerCompletion, createAnswerWorkers, type ComputedAnswer } from './computed-answers.js'

/** The number of events, and the day it was computed for. */
const counted: ComputedAnswer<{ events: number; today: string }> = {
  kind: 'counted',
  part: 'counted',
  version: 2,
  async compute(database, accounts, today) {
    const text = 'select account_id as "accountId", seq from account_heads where account_id = any ($1::uuid[])'
    const heads = await database.rows<{ accountId: string; seq: number }>({ text }, [accounts])
    return new Map(heads.map(({ accountId, seq }) => [accountId, { answer: { events: seq, today }, seq }]))
  },
}
const [computing, renewing] = createAnswerWorkers(counted) as [JobWorker, JobWorker]

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
const read = (of = counted) => new ReadComputedAnswer(of, accountId, log.reading).answer(log.database, log.reading.keys)
const put = (kind: string, subject: string) => log.database.rows({ text: OUTBOX_INSERT }, outboxValues({ kind, subject, accountId }))
/** Records an event that the answer depends on, as a reaction would. */
async function change(amount: number): Promise<void> {
  await issue(log.writer(), accountId, saleId, { type: 'CorrectTransaction', changes: { amount } })
  await put(counted.kind, accountId)
}
/** Records an event that cannot change the answer. */
const changeElsewhere = () => issue(log.writer(), accountId, newId(), recordSale())
const waiting = async () => (await log.database.rows({ text: 'select 1 from outbox where kind = $1' }, [counted.kind])).length

async function run(worker: JobWorker, subject: string): Promise<void> {
  await put(worker.kind, subject)
  expect(await runOne(worker, subject, toolsOf(log.database))).toEqual({ how: 'done' })
}
const compute = () => run(computing, accountId)
const age = () => log.database.rows({ text: 'update stored_answers set computed_at = $1' }, [new Date(Date.now() - 86_400_000)])

describe('an answer computed by workers', () => {
  it('is computed by the request until a worker stores one', async () => {
    const asked = await read()
    expect(asked).toEqual({
      answer: { events: 1, today: today() },
      computedAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
      stale: false,
      part: { name: 'counted', seq: 1, stamp: null },
    })
    await compute()
    const stored = await read()
    expect(stored.part).toEqual({ name: 'counted', seq: null, stamp: expect.stringMatching(/^counted 1 .* done$/) })
    await change(2)
    expect(await read()).toEqual({
      ...stored,
      stale: true,
      part: { name: 'counted', seq: 1, stamp: expect.stringMatching(/^counted 1 .* behind$/) },
    })
  })

  it('is stale from the next event until a worker has processed it', async () => {
    await compute()
    await change(2)
    expect(await read()).toMatchObject({ answer: { events: 1 }, stale: true })
    await compute()
    expect(await read()).toMatchObject({ answer: { events: 2 }, stale: false })
  })

  it('stays fresh after an event that it does not depend on', async () => {
    await compute()
    await changeElsewhere()
    expect(await read()).toMatchObject({ answer: { events: 1 }, stale: false })
    expect(await waiting()).toBe(0)
    await change(2)
    await changeElsewhere()
    expect(await read()).toMatchObject({ stale: true })
    await compute()
    expect(await read()).toMatchObject({ answer: { events: 4 }, stale: false })
  })

  it('stays stale when its job failed', async () => {
    await compute()
    await change(2)
    await log.database.rows({ text: 'update outbox set failed_at = now()' })
    expect(await read()).toMatchObject({ stale: true })
  })

  it('is stale on another day in São Paulo', async () => {
    await compute()
    await age()
    expect(await read()).toMatchObject({ answer: { events: 1 }, stale: true })
  })

  it('is ignored when stored in another version', async () => {
    await compute()
    await change(2)
    const newer = { ...counted, version: 3 }
    expect(await read(newer)).toMatchObject({ answer: { events: 2 }, stale: false })
    await run((createAnswerWorkers(newer) as [JobWorker])[0], accountId)
    // A process of the earlier release may answer too, but does not overwrite the newer one's answer.
    await compute()
    expect(await read()).toMatchObject({ answer: { events: 2 }, stale: false })
    await change(3)
    expect(await read(newer)).toMatchObject({ answer: { events: 2 }, stale: true })
  })

  it('keeps the later answer when an earlier run finishes late', async () => {
    await change(2)
    await compute()
    const late = { answer: { events: 1, today: today() }, seq: 1 }
    const storeLate = async (job: Job) =>
      job.completeWith(await answerCompletion(counted, new Map([[accountId, late]]), new Date(), log.database, log.reading.keys))
    await run({ ...computing, run: storeLate }, accountId)
    expect(await read()).toMatchObject({ answer: { events: 2 }, stale: false })
  })
})

describe('an answer computed by a request', () => {
  const answering = () => new AccountQueryHandler(log.database, log.reading.keys)
  const ask = (of = counted) => new ReadComputedAnswer(of, accountId, log.reading)
  const stored = () => log.database.rows({ text: 'select version, seq from stored_answers where account_id = $1' }, [accountId])
  /** A request whose answer is stored only after `meanwhile`. */
  const askSlowly = async (meanwhile: () => Promise<unknown>, of = counted) => {
    const question = ask(of)
    await question.answer(log.database, log.reading.keys)
    await meanwhile()
    await question.finish(log.database, log.reading.keys)
  }

  it('is stored, so that the next request reads it', async () => {
    expect((await answering().execute(ask())).answer).toMatchObject({ answer: { events: 1 }, part: { seq: 1, stamp: null } })
    expect((await answering().execute(ask())).answer).toMatchObject({ answer: { events: 1 }, stale: false, part: { seq: null } })
    // No worker has stored one yet, so requests keep computing a stale one.
    await change(2)
    expect((await answering().execute(ask())).answer).toMatchObject({ answer: { events: 2 }, stale: false, part: { stamp: null } })
    await age()
    expect((await answering().execute(ask())).answer).toMatchObject({ stale: false, part: { stamp: null } })
    await compute()
    expect((await answering().execute(ask())).answer).toMatchObject({ answer: { events: 2 }, stale: false, part: { seq: null } })
    await change(3)
    expect((await answering().execute(ask())).answer).toMatchObject({ answer: { events: 2 }, stale: true })
  })

  it('is not stored once the log has changed, because a worker may already have processed it', async () => {
    await askSlowly(() => change(2))
    expect(await stored()).toEqual([])
    await askSlowly(async () => {
      await change(3)
      await compute()
    })
    expect(await stored()).toEqual([{ version: 2, seq: 3 }])
    await log.database.rows({ text: 'delete from stored_answers' })
    const newer = createAnswerWorkers({ ...counted, version: 3 }) as [JobWorker]
    await askSlowly(() => run(newer[0], accountId))
    expect(await stored()).toEqual([{ version: 3, seq: 3 }])
  })

  it('waits for no command in flight, and fails no request', async () => {
    await log.database.transaction(async (client) => {
      await client.query('select 1 from account_heads where account_id = $1 for update', [accountId])
      await answering().execute(ask())
    })
    await askSlowly(() => log.database.rows({ text: 'delete from account_keys where account_id = $1' }, [accountId]))
    expect(await stored()).toEqual([])
    const away = Object.create(log.database, { pool: { value: { query: () => Promise.reject(new Error('Away')) } } }) as Database
    const question = ask()
    await question.answer(log.database, log.reading.keys)
    await expect(question.finish(away, log.reading.keys)).resolves.toBeUndefined()
  })
})

describe('an answer of a newer release', () => {
  const newer = { ...counted, version: 3 }
  const computeNewer = () => run((createAnswerWorkers(newer) as [JobWorker])[0], accountId)

  it('stays stale after the next event until a worker of that release runs, in any order', async () => {
    await computeNewer()
    await change(2)
    // A process of the earlier release.
    await compute()
    expect(await read(newer)).toMatchObject({ answer: { events: 1 }, stale: true })
    expect(
      await log.database.rows(
        { text: `select attempts, claim, due_at >= created_at + interval '3 seconds' as later from outbox where kind = $1` },
        [counted.kind],
      ),
    ).toEqual([{ attempts: 0, claim: null, later: true }])
    await computeNewer()
    expect([await read(newer), await waiting()]).toMatchObject([{ answer: { events: 2 }, stale: false }, 0])
  })
})

it('the job of an erased account is completed', async () => {
  await put(counted.kind, accountId)
  await log.database.rows({ text: 'delete from account_keys where account_id = $1' }, [accountId])
  await compute()
  expect([await waiting(), await log.database.rows({ text: 'select 1 from stored_answers where account_id = $1' }, [accountId])]).toEqual([
    0,
    [],
  ])
})

describe('an answer with personal texts', () => {
  const quoting: ComputedAnswer<{ quote: string }> = {
    ...counted,
    kind: 'quoting',
    isSealed: true,
    compute: async () => new Map([[accountId, { answer: { quote: 'Bolo da Ana' }, seq: 1 }]]),
  }
  const stored = () =>
    log.database.rows<{ answer: object }>({ text: `select answer from stored_answers where kind = 'quoting' and account_id = $1` }, [
      accountId,
    ])
  const store = () => run((createAnswerWorkers(quoting) as [JobWorker])[0], accountId)
  const ask = () => new ReadComputedAnswer(quoting, accountId, log.reading).answer(log.database, log.reading.keys)

  it('is stored sealed, and read back', async () => {
    await store()
    expect(await stored()).toEqual([{ answer: { sealed: expect.not.stringContaining('Ana') } }])
    expect(await ask()).toMatchObject({ answer: { quote: 'Bolo da Ana' }, stale: false })
  })

  it('does not open for another account', async () => {
    await store()
    const [row] = await stored()
    ;({ accountId } = await openAccount(log.writer()))
    await store()
    await log.database.rows({ text: `update stored_answers set answer = $2 where kind = 'quoting' and account_id = $1` }, [
      accountId,
      JSON.stringify(row?.answer),
    ])
    await expect(ask()).rejects.toThrow(/unable to authenticate/)
  })
})

describe('its jobs', () => {
  it('leave work queued during a run to the next run, so that the last run sees the end of the log', async () => {
    const slow: JobWorker = {
      ...computing,
      async run(job, tools) {
        const completeWith: typeof job.completeWith = (completion) => lateChange().then(() => job.completeWith(completion))
        await computing.run(Object.assign(Object.create(job) as typeof job, { completeWith }), tools)
      },
    }
    const lateChange = () => change(2)
    await run(slow, accountId)
    expect([await read(), await waiting()]).toMatchObject([{ answer: { events: 1 }, stale: true }, 1])
    await compute()
    expect([await read(), await waiting()]).toMatchObject([{ answer: { events: 2 }, stale: false }, 0])
  })

  it('renew outdated answers each day, and leave the others alone', async () => {
    await log.database.rows({ text: 'delete from stored_answers' })
    await compute()
    const renewed = async () => {
      await run(renewing, today())
      const rows = await log.database.rows<{ subject: string }>({ text: 'delete from outbox where kind = $1 returning subject' }, [
        counted.kind,
      ])
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

it('renews any number of answers in slices, each once', async () => {
  await log.database.rows({ text: 'delete from stored_answers' })
  const fill = `
    insert into stored_answers (account_id, kind, version, seq, computed_at, answer)
    select gen_random_uuid(), $1, $2, 1, now() - interval '1 day' * (n % 3), '{}' from generate_series(1, 1500) n`
  await log.database.rows({ text: fill }, [counted.kind, counted.version])
  const slices = { text: 'select subject from outbox where kind = $1' }
  const walked: string[] = []
  await put(renewing.kind, today())
  for (
    let next: string | undefined = today();
    next !== undefined;
    [next] = (await log.database.rows<{ subject: string }>(slices, [renewing.kind])).map(({ subject }) => subject)
  ) {
    walked.push(next)
    expect(await runOne(renewing, next, toolsOf(log.database))).toEqual({ how: 'done' })
    // A repeated run, as after a lost queue, finds nothing left in its slice.
    await runOne(renewing, next, toolsOf(log.database))
  }
  expect(walked).toHaveLength(4)
  const asked = `select count(*) as rows, count(distinct subject) as accounts from outbox where kind = $1`
  expect(await log.database.rows({ text: asked }, [counted.kind])).toEqual([{ rows: 1000, accounts: 1000 }])
  await log.database.rows({ text: 'delete from stored_answers' })
})

it('refuses an unknown account id', async () => {
  await compute()
  await expect(new ReadComputedAnswer(counted, newId(), log.reading).answer(log.database, log.reading.keys)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
