import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { v7 as newId } from 'uuid'
import type { Database, Statement } from '../platform/database/database.js'
import { Outbox } from './outbox.js'
import { runTogether } from './run-job.js'
import { entries, leaveEffect, openTestQueue, subjects, toolsOf, until, working, type TestQueue } from './test-queue.js'

let test: TestQueue
beforeAll(() => Logger.overrideLogger(false))
beforeEach(async () => void (test = await openTestQueue()))
afterEach(() => test.close())


/** What writes one effect a job, as it ends many. */
const leaveEffects = { name: 'leave-effects', write: 'insert into effects select $1, subject, $4::integer from done returning subject', values: [0] }

describe('jobs of one kind', () => {
  it('are one run for a burst, when their kind gathers', async () => {
    // Longer than a busy machine takes for the burst.
    const worker = working(0, { gatherMs: 2_000 })
    test.relay({}, test.queues, [worker])
    await test.host([worker])
    const [subject, begun] = [newId(), Date.now()]
    for (let each = 0; each < 10; each++) {
      await test.put({ kind: 'work', subject })
      await pause(30)
    }
    await until(async () => (await test.open()) === 0)
    expect([await test.done(), Date.now() - begun > 1_950]).toEqual([[subject], true])
  })

  it('wait longer in a crowd, and then go at once', async () => {
    const take = () => test.outbox.take(new Map([['work', { ms: 500, crowdedMs: 5_000 }]]))
    const age = (seconds: number) => test.database.rows({ text: `update outbox set created_at = now() - make_interval(secs => $1)` }, [seconds])
    await test.put(...entries(subjects(99)))
    await age(1)
    expect(await take()).toHaveLength(99)
    await test.put(...entries(subjects(120)))
    await test.database.rows({ text: `update outbox set created_at = now() - interval '1 second' where handed_over_at is null` })
    expect(await take()).toHaveLength(0)
    await age(6)
    expect(await take()).toHaveLength(120)
  })

  it('are done many at once where they can, but for one that did not come to an end before', async () => {
    const all = subjects(60)
    const [unended] = all as [string]
    const together: string[][] = []
    const run = async (some: readonly string[]) => {
      together.push([...some])
      return leaveEffects
    }
    const worker = working(0, { together: { most: 25, run } })
    await test.put(...entries(all))
    await test.database.rows({ text: 'update outbox set attempts = 1 where subject = $1' }, [unended])
    test.relay({}, test.queues, [worker])
    await test.host([worker])
    await until(async () => (await test.open()) === 0)
    const alone = (await test.effects()).filter(({ attempt }) => attempt > 0).map(({ subject }) => subject)
    expect(await test.done()).toEqual(all)
    expect([alone, together.flat().includes(unended), together.flat().length]).toEqual([[unended], false, 59])
    expect(together.every((some) => some.length > 1 && some.length <= 25)).toBe(true)
  })

  it('are done each by itself where many go to the queue together: one that fails holds up no other, and is tried again', async () => {
    const all = subjects(60)
    const [failing, dying] = [all[7], all[30]]
    const ran: string[] = []
    const worker = working(0, {
      together: { most: 25, run: () => Promise.reject(new Error('one of them fails')) },
      attempts: 3,
      async run(job) {
        ran.push(job.subject)
        if (job.subject === dying || (job.subject === failing && job.attempt < 3)) throw new Error('not yet')
        await leaveEffect(job, 'work')
      },
    })
    test.relay({}, test.queues, [worker])
    await test.host([worker])
    await test.put(...entries(all))
    await until(async () => (await test.open()) === 0)
    expect(await test.done()).toEqual(all.filter((subject) => subject !== dying))
    expect([ran.length, (await test.outbox.dead(10)).map(({ subject }) => subject)]).toEqual([64, [dying]])
  })

  it('are all done where many went together and the queue is emptied', async () => {
    const worker = working(20, { together: { most: 25, run: () => Promise.reject(new Error('each by itself')) } })
    test.relay({ resendAfterMs: 1_500 }, test.queues, [worker])
    await test.host([worker])
    const all = subjects(80)
    await test.put(...entries(all))
    await until(async () => (await test.done()).length >= 8)
    await test.empty()
    await until(async () => (await test.open()) === 0)
    expect(await test.done()).toEqual(all)
  })

  it('never wait for each other in a circle, however the rows of several runs overlap', async () => {
    const refusals: unknown[] = []
    const noting = {
      rows: (...asked: Parameters<Database['rows']>) =>
        test.database.rows(...asked).catch((error: unknown) => {
          refusals.push(error)
          throw error
        }),
    }
    const outbox = new Outbox(noting as unknown as Database)
    const worker = working(0, { together: { most: 100, run: async () => leaveEffects } })
    const all = subjects(80)
    const shuffled = () => all.map((subject) => ({ subject, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ subject }) => subject)
    const runs = async () => {
      for (let run = 0; run < 15; run++) {
        const some = shuffled().slice(0, 60)
        await test.database.rows({ text: `insert into outbox (kind, subject) select 'work', unnest($1::text[])` }, [some])
        await runTogether(worker, some.toReversed(), outbox, toolsOf(test.database))
      }
    }
    await Promise.all(Array.from({ length: 6 }, runs))
    expect(refusals).toEqual([])
  })

  it('are found by their ids, and no others are looked at, by plans that were made while there were none', async () => {
    const asked: string[] = []
    const noting = { rows: async ({ text }: Statement) => (asked.push(text), []) }
    const outbox = new Outbox(noting as unknown as Database)
    await outbox.take(new Map())
    await outbox.takeOverdue(0)
    await outbox.beginAll('work', [])
    for (const ids of [outbox.putBack([]), outbox.touch([]), outbox.giveBack([]), outbox.bury([], 'none')]) await ids
    await outbox.completeWriting('work', [], [], leaveEffects)
    await test.database.rows({ text: 'vacuum analyze outbox' })
    for (const text of asked) {
      const plan = (await test.database.rows<{ 'QUERY PLAN': string }>({ text: `explain (generic_plan) ${text}` })).map((row) => row['QUERY PLAN'])
      expect(plan.join('\n')).not.toMatch(/Seq Scan on outbox/)
      const byId = plan.flatMap((line, at) => (/Index Scan using outbox_(pkey|of_job) /.test(line) ? [plan[at + 1]] : []))
      expect(byId.length).toBeGreaterThan(0)
      for (const condition of byId) expect(condition).toMatch(/Index Cond: \(+(id|kind) = /)
    }
  })

  it('are ended without a look at the others of their kind', async () => {
    const all = subjects(10)
    await test.put(...entries(all))
    const ids = [...(await test.outbox.beginAll('work', all)).values()].flatMap((begun) => begun.ids)
    await test.database.rows({ text: `insert into outbox (kind, subject, handed_over_at) select 'work', gen_random_uuid()::text, now() from generate_series(1, 3000)` })
    const read = await test.database.transaction(async (client) => {
      const within = { rows: async ({ text }: Statement, values: unknown[]) => (await client.query(text, values)).rows }
      await new Outbox(within as unknown as Database).completeWriting('work', all, ids, leaveEffects)
      const { rows } = await client.query<{ read: number }>(`select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'outbox'`)
      return rows[0]?.read
    })
    expect(await test.done()).toEqual(all)
    expect(read).toBeLessThan(100)
  })
})
