import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import type { DatabaseError } from 'pg'
import { v7 as newId } from 'uuid'
import type { SqlStatement } from '../platform/database/connection-pool.js'
import type { Database } from '../platform/database/database.js'
import { Outbox } from './outbox.js'
import { runBatch } from './job-run.js'
import { entries, leaveEffect, openTestQueue, subjects, toolsOf, until, working, type TestQueue } from '../../test/test-queue.js'

let test: TestQueue
beforeAll(() => Logger.overrideLogger(false))
beforeAll(async () => void (test = await openTestQueue()))
afterEach(() => test.clear())
afterAll(() => test.close())

/** Writes one effect per job while completing several. */
const leaveEffects = {
  name: 'leave-effects',
  write:
    'written as (insert into effects select $1, subject, $5::integer from held returning subject), covered as (select subject from written)',
  values: [0],
}

describe('jobs of one kind', () => {
  it('run once for a burst when they have a batch delay', async () => {
    const [subject, startedAt] = [newId(), Date.now()]
    for (let each = 0; each < 10; each++) {
      await test.put({ kind: 'work', subject, batchDelayMs: 2_000 })
      await pause(30)
    }
    // After the burst, which may take longer than the delay on a busy machine.
    test.host([working()])
    await until(async () => (await test.open()) === 0)
    expect([await test.done(), Date.now() - startedAt > 1_950]).toEqual([[subject], true])
  })

  it('run in one batch where possible, except one that an earlier run did not complete', async () => {
    const all = subjects(60)
    const [unended] = all as [string]
    const together: string[][] = []
    const run = async (some: readonly string[]) => {
      together.push([...some])
      return leaveEffects
    }
    const worker = working(0, { batch: { maxSize: 25, run } })
    await test.put(...entries(all))
    await test.database.rows({ text: 'update outbox set attempts = 1 where subject = $1' }, [unended])
    test.host([worker])
    await until(async () => (await test.open()) === 0)
    const alone = (await test.effects()).filter(({ attempt }) => attempt > 0).map(({ subject }) => subject)
    expect(await test.done()).toEqual(all)
    expect([alone, together.flat().includes(unended), together.flat().length]).toEqual([[unended], false, 59])
    expect(together.every((some) => some.length > 1 && some.length <= 25)).toBe(true)
  })

  it('run one by one when their batch fails, so that a failing job does not stop the others and is retried', async () => {
    const all = subjects(60)
    const [failing, dying] = [all[7], all[30]]
    const ran: string[] = []
    const worker = working(0, {
      batch: { maxSize: 25, run: () => Promise.reject(new Error('one of them fails')) },
      attempts: 3,
      async run(job) {
        ran.push(job.subject)
        if (job.subject === dying || (job.subject === failing && job.attempt < 3)) throw new Error('not yet')
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    await test.put(...entries(all))
    await until(async () => (await test.open()) === 0)
    expect(await test.done()).toEqual(all.filter((subject) => subject !== dying))
    expect([ran.length, (await test.outbox.deadLetters(10)).map(({ subject }) => subject)]).toEqual([64, [dying]])
  })

  it('are left to another worker when the completion does not cover them, without counting as an attempt', async () => {
    const all = subjects(4)
    await test.put(...entries(all))
    const claims = await test.outbox.claim('work', 10)
    const covering = {
      ...leaveEffects,
      name: 'leave-three-effects',
      write: leaveEffects.write.replace('from written)', 'from written order by subject limit 3)'),
    }
    const [before] = await test.database.rows<{ now: string }>({ text: 'select now()::text as now' })
    expect((await test.outbox.completeWith(claims, covering)).sort()).toEqual(all.slice(0, 3))
    const text = `select subject, attempts, claim,
      due_at > $1::timestamptz + interval '1 second' and due_at < now() + interval '5 seconds' as soon from outbox`
    expect(await test.database.rows({ text }, [before?.now])).toEqual([{ subject: all[3], attempts: 0, claim: null, soon: true }])
  })

  it('never deadlock, with any overlap of the rows of several runs', async () => {
    const refusals: unknown[] = []
    const noting = {
      rows: (...asked: Parameters<Database['rows']>) =>
        test.database.rows(...asked).catch((error: unknown) => {
          // Conflicting claims of one job are resolved by an index, and the refused one is retried.
          if (asked[0].name !== 'claim-jobs') refusals.push((error as DatabaseError).code)
          throw error
        }),
    }
    const outbox = new Outbox(noting as unknown as Database)
    const worker = working(0, { batch: { maxSize: 100, run: async () => leaveEffects } })
    const all = subjects(80)
    const shuffled = () =>
      all
        .map((subject) => ({ subject, at: Math.random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ subject }) => subject)
    const runs = async () => {
      for (let run = 0; run < 15; run++) {
        await test.database.rows({ text: `insert into outbox (kind, subject) select 'work', unnest($1::text[])` }, [
          shuffled().slice(0, 60),
        ])
        const claims = await outbox.claim('work', 60)
        await Promise.all([runBatch(worker, claims, outbox, toolsOf(test.database)), outbox.extend(claims)])
      }
    }
    await Promise.all(Array.from({ length: 6 }, runs))
    expect(refusals).toEqual([])
  })

  it('are found by id without reading others, also with plans made while the table was empty', async () => {
    const asked: string[] = []
    const noting = { rows: async ({ text }: SqlStatement) => (asked.push(text), []) }
    const outbox = new Outbox(noting as unknown as Database)
    const none = { id: newId(), kind: 'work', subject: newId(), accountId: null, attempt: 1, token: newId() }
    await outbox.claim('work', 1)
    for (const ended of [outbox.extend([none]), outbox.release(none, 0, true), outbox.deadLetter(none, 'none'), outbox.complete(none)])
      await ended
    await outbox.completeWith([none], leaveEffects)
    await test.owner.rows({ text: 'vacuum analyze outbox' })
    for (const text of asked) {
      const plan = (await test.database.rows<{ 'QUERY PLAN': string }>({ text: `explain (generic_plan) ${text}` })).map(
        (row) => row['QUERY PLAN'],
      )
      expect(plan.join('\n')).not.toMatch(/Seq Scan on outbox/)
      const byId = plan.flatMap((line, at) => (/Index (Only )?Scan using outbox_/.test(line) ? [plan[at + 1]] : []))
      expect(byId.length).toBeGreaterThan(0)
      for (const condition of byId) expect(condition).toMatch(/Index Cond: \(+(id|kind) = /)
    }
  })

  it('are claimed and completed without reading others of their kind', async () => {
    const all = subjects(10)
    const fill = (count: number, due: string) =>
      test.database.rows(
        {
          text: `insert into outbox (kind, subject, due_at) select 'work', gen_random_uuid()::text, now() + $2::interval
            from generate_series(1, $1)`,
        },
        [count, due],
      )
    await test.put(...entries(all))
    await fill(3000, '1 hour')
    const read = await test.database.transaction(async (client) => {
      // The view also counts what this connection read before, as long as that was not reported.
      const rowsRead = `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'outbox'`
      const readSoFar = async () => (await client.query<{ read: number }>(rowsRead)).rows[0]?.read ?? 0
      const before = await readSoFar()
      const within = { rows: async (statement: SqlStatement, values: unknown[]) => (await client.query(statement.text, values)).rows }
      const outbox = new Outbox(within as unknown as Database)
      const claims = await outbox.claim('work', 10)
      await outbox.completeWith(claims, leaveEffects)
      return (await readSoFar()) - before
    })
    expect(await test.done()).toEqual(all)
    expect(read).toBeLessThan(150)
  })
})
