import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { DatabaseError } from 'pg'
import { v7 as newId } from 'uuid'
import type { Database } from '../platform/database/database.js'
import { Outbox, type JobClaim } from './outbox.js'
import { JobNotifier } from './job-notifier.js'
import { entries, leaveEffect, openTestQueue, runOne, subjects, toolsOf, until, working, type TestQueue } from '../../test/test-queue.js'

/** The longest that a job waits where no ring is heard, with what a busy machine adds. */
const SWEPT_WITHIN_MS = 8_000
/** The longest that a ring rests whose worker lost its connection: a new worker within a minute, a lock and a look of 30 s each. */
const RESTS_AT_MOST_MS = 150_000

let test: TestQueue
const logged: unknown[] = []
beforeAll(() => {
  const tell = (...said: unknown[]) => void logged.push(said)
  Logger.overrideLogger({ log: () => undefined, warn: tell, error: tell })
})
beforeEach(async () => void (test = await openTestQueue()))
afterEach(() => test.close())

const insert = (...all: string[]) =>
  test.database.rows({ text: `insert into outbox (kind, subject) select 'work', unnest($1::text[])` }, [all])
const claim = (most = 1) => test.outbox.claim('work', most)
const endLeases = () => test.database.rows({ text: `update outbox set due_at = now() where claim is not null` })
const allDone = () => until(async () => (await test.open()) === 0)

it('does every piece of work once, whoever claims it', async () => {
  test.host([working()])
  test.host([working()])
  const all = subjects(60)
  await test.put(...entries(all))
  await allDone()
  expect(await test.done()).toEqual(all)
})

it('a claim that meets other workers again and again fails after five attempts', async () => {
  let attempts = 0
  const rows = async () => {
    if (++attempts < 50) throw Object.assign(new DatabaseError('duplicate key', 0, 'error'), { code: '23505' })
    return []
  }
  const outbox = new Outbox(Object.create(test.database, { rows: { value: rows } }) as Database)
  await expect(outbox.claim('work', 1)).rejects.toMatchObject({ code: '23505' })
  expect(attempts).toBe(5)
})

it('begins within a moment of the ring, and of one that is for later', async () => {
  let begun = 0
  test.host([working(0, { run: async () => void (begun = Date.now()) })])
  // The first ring of all makes the queue.
  for (const batchDelayMs of [0, 0, 700]) {
    const put = Date.now()
    await test.put({ kind: 'work', subject: newId(), batchDelayMs })
    await allDone()
    if (batchDelayMs > 0) expect(begun - put).toBeGreaterThanOrEqual(batchDelayMs)
    expect(begun - put).toBeLessThan(batchDelayMs + 3_000)
  }
})

it('rings in its time though its clock is a year ahead, and leaves no ring for that year', async () => {
  const [now, queue] = [Date.now, await test.rings.queue()]
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 366 * 86_400_000)
  try {
    await test.put({ kind: 'work', subject: newId(), batchDelayMs: 300 })
    await until(async () => (await queue.count()) === 1)
  } finally {
    clock.mockRestore()
  }
  expect([await queue.getDelayedCount(), await queue.getWaitingCount()]).toEqual([0, 1])
  test.host([working()])
  await allDone()
})

describe('a queue that is lost', () => {
  it('loses nothing and does nothing twice when it is emptied while jobs wait and run', async () => {
    test.host([working(100)])
    const all = subjects(40)
    await test.put(...entries(all.slice(0, 20)))
    await until(async () => (await test.done()).length >= 8)
    await test.put(...entries(all.slice(20)))
    await test.empty()
    await allDone()
    expect(await test.done()).toEqual(all)
  })

  it('keeps nobody waiting for longer than the sweep when it is emptied before anyone heard', async () => {
    test.host([working()])
    await test.put(...entries(subjects(1)))
    await allDone()
    const emptied = Date.now()
    await Promise.all([insert(...subjects(5)), test.empty()])
    await allDone()
    expect(Date.now() - emptied).toBeLessThan(SWEPT_WITHIN_MS)
  })

  it('is rung again once its connections, which broke while jobs wait and run, are back', async () => {
    test.host([working(100)])
    const all = subjects(41)
    await test.put(...entries(all.slice(0, 30)))
    await until(async () => (await test.done()).length >= 8)
    await test.cut()
    await test.put(...entries(all.slice(30, 40)))
    await allDone()
    const queue = async () => (await test.rings.queue()).getJobCounts('waiting', 'delayed', 'active').catch(() => null)
    await until(async () => Object.values((await queue()) ?? { broken: 1 }).every((count) => count === 0), RESTS_AT_MOST_MS)
    await test.put(...entries(all.slice(40)))
    await allDone()
    expect(await test.done()).toEqual(all)
  }, 240_000)

  it('is missed by nobody when no ring can be added, and told of once', async () => {
    logged.length = 0
    const away = { queue: () => Promise.reject(new Error('away')) }
    Object.assign(test.rings, away)
    test.host([working()], Object.assign(new JobNotifier(test.access), away))
    const all = subjects(5)
    const put = Date.now()
    await pause(500)
    await test.put(...entries(all))
    await allDone()
    expect(Date.now() - put).toBeLessThan(SWEPT_WITHIN_MS)
    // Each of the two processes.
    expect([await test.done(), logged.length]).toEqual([all, 2])
  })

  it('leaves a worker useful that cannot reach it when it starts', async () => {
    const nowhere = { redisUrls: test.access.redisUrls.map(() => 'redis://127.0.0.1:1'), directUrl: 'postgres://nobody@127.0.0.1:1/none' }
    test.host([working(0, { daily: true })], new JobNotifier({ ...test.access, ...nowhere }))
    await until(async () => (await test.done()).length === 1)
    await test.put(...entries(subjects(3)))
    await until(async () => (await test.done()).length === 4, SWEPT_WITHIN_MS)
  })

  it('is not called any more by a worker that was closed before it reached it', async () => {
    let calls = 0
    const away = createServer((socket) => void (calls++, socket.destroy())).listen(0, '127.0.0.1')
    await once(away, 'listening')
    const { port } = away.address() as AddressInfo
    const there = {
      redisUrls: test.access.redisUrls.map(() => `redis://127.0.0.1:${port}`),
      directUrl: `postgres://nobody@127.0.0.1:${port}/none`,
    }
    const own = new JobNotifier({ ...test.access, ...there })
    own.subscribe(
      () => undefined,
      () => Promise.resolve(),
    )
    await until(() => calls > 0)
    await own.unsubscribe()
    await own.onApplicationShutdown()
    await pause(2_000)
    const before = calls
    await pause(3_000)
    expect(calls).toBe(before)
    away.close()
  })
})

it('hears its rings by the last of its workers, whatever became of those before', async () => {
  const heard: string[] = []
  const own = new JobNotifier(test.access)
  const begin = () => Promise.resolve()
  try {
    for (const name of ['first', 'second', 'third']) own.subscribe((kind) => void heard.push(`${name} ${kind}`), begin)
    // The workers before let go of the queue in a moment, and what they still hear until then is done all the same.
    await until(async () => {
      test.rings.notify('work')
      await pause(100)
      return heard.filter((each) => each === 'third work').length >= 3
    })
    heard.length = 0
    for (let each = 0; each < 5; each++) {
      test.rings.notify('work')
      await pause(100)
    }
    expect([heard.length > 0, new Set(heard)]).toEqual([true, new Set(['third work'])])
  } finally {
    await own.unsubscribe()
    await own.onApplicationShutdown()
  }
})

describe('jobs of one kind and subject', () => {
  it('are one while they wait', async () => {
    const subject = newId()
    await insert(...Array.from({ length: 20 }, () => subject))
    expect([(await claim(50)).length, await test.open()]).toEqual([1, 1])
    expect(await claim(50)).toEqual([])
  })

  it('run one after the other, and the last that came meanwhile is done as well', async () => {
    let [running, most] = [0, 0]
    let goOn = () => {}
    const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
    const worker = working(0, {
      async run(job) {
        most = Math.max(most, ++running)
        await mayGoOn
        running--
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    test.host([worker])
    const subject = newId()
    await test.put({ kind: 'work', subject })
    await until(() => running === 1)
    // Whoever looked for another to run meanwhile has had the time to.
    for (let each = 0; each < 5; each++) {
      await test.put({ kind: 'work', subject })
      await pause(30)
    }
    goOn()
    await allDone()
    const done = await test.done()
    expect([new Set(done), most]).toEqual([new Set([subject]), 1])
    // A row that the other worker holds while it looks is a run of its own.
    expect([2, 3]).toContain(done.length)
  })

  it('keep their id from run to run, whatever joins them', async () => {
    const subject = newId()
    const ids: string[] = []
    const worker = working(0, {
      async run(job) {
        ids.push(job.id)
        if (job.attempt < 3) throw new Error('not yet')
      },
    })
    await insert(subject)
    for (let each = 0; each < 3; each++) {
      await runOne(worker, subject, toolsOf(test.database))
      await insert(subject)
    }
    expect([ids.length, new Set(ids).size, await test.open()]).toEqual([3, 1, 1])
  })

  it('have one effect though two run at once, as when a worker was taken for dead', async () => {
    const subject = newId()
    await insert(subject, subject)
    const run = () => runOne(working(50), subject, toolsOf(test.database))
    expect(await Promise.all([run(), run(), run()])).toEqual([{ how: 'done' }, { how: 'done' }, { how: 'done' }])
    expect(await test.done()).toEqual([subject])
  })

  it('are never claimed twice, however many claim while rows are written', async () => {
    const all = subjects(10)
    const claims: JobClaim[] = []
    const claiming = Array.from({ length: 6 }, async () => {
      for (let each = 0; each < 15; each++) claims.push(...(await claim(5)))
    })
    const writing = Array.from({ length: 3 }, async () => {
      for (let each = 0; each < 15; each++) await insert(...all)
    })
    await Promise.all([...claiming, ...writing])
    expect(claims.map(({ subject }) => subject).sort()).toEqual(all)
  })
})

describe('a claim', () => {
  it('ends with its lease, and then neither extends, completes nor gives back what another has', async () => {
    await insert(newId())
    const [first] = (await claim()) as [JobClaim]
    expect(await claim()).toEqual([])
    await endLeases()
    const [second] = (await claim()) as [JobClaim]
    expect([second.id, second.attempt, second.token === first.token]).toEqual([first.id, 2, false])
    const row = () => test.database.rows({ text: 'select claim, due_at, attempts, failed_at from outbox' })
    const before = await row()
    await test.outbox.extend([first])
    await test.outbox.release(first, 0, true)
    await test.outbox.deadLetter(first, 'Error')
    expect([await test.outbox.complete(first), await row()]).toEqual([false, before])
    await test.outbox.extend([second])
    expect(await row()).not.toEqual(before)
    expect([await test.outbox.complete(second), await row()]).toEqual([true, []])
  })

  it('passes over a row that an append leans on', async () => {
    await insert(newId())
    await test.database.transaction(async (client) => {
      await client.query('select 1 from outbox for update')
      expect(await claim()).toEqual([])
    })
    expect(await claim()).toHaveLength(1)
  })
})

describe('a job that fails', () => {
  it('is tried again, later each time, though more of the same comes, and leaves no trace of its failures', async () => {
    const begun: number[] = []
    const subject = newId()
    const worker = working(0, {
      backoffMs: 200,
      async run(job) {
        begun.push(Date.now())
        if (job.attempt < 4) throw new Error('Ana Souza, ana@exemplo.com')
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    await test.put({ kind: 'work', subject })
    await until(() => begun.length === 1)
    await test.put({ kind: 'work', subject })
    await until(() => begun.length === 3)
    expect(JSON.stringify(await test.database.rows({ text: 'select * from outbox' }))).not.toMatch(/Ana|ana@/)
    await allDone()
    expect(await test.effects()).toMatchObject([{ attempt: 4 }])
    const [first = 0, second = 0, third = 0, fourth = 0] = begun
    expect([second - first >= 195, third - second >= 395, fourth - third >= 795]).toEqual([true, true, true])
  })

  it('waits its time, and no longer, though the queue is emptied', async () => {
    const begun: number[] = []
    const worker = working(0, {
      backoffMs: 2_500,
      async run(job) {
        begun.push(Date.now())
        if (job.attempt === 1) throw new Error('not yet')
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    await test.put({ kind: 'work', subject: newId() })
    await until(() => begun.length === 1)
    await test.empty()
    await allDone()
    const waited = (begun[1] ?? 0) - (begun[0] ?? 0)
    expect([begun.length, waited > 2_400, waited < 2_500 + SWEPT_WITHIN_MS]).toEqual([2, true, true])
  })

  it('dies in the end, where an operator sees it, and holds up no other', async () => {
    let broken = true
    const bad = newId()
    const worker = working(0, {
      attempts: 3,
      concurrency: 1,
      async run(job) {
        if (broken && job.subject === bad) throw Object.assign(new TypeError('of Ana Souza'), { code: 'E_BROKEN' })
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    const others = subjects(10)
    await test.put({ kind: 'work', subject: bad, accountId: bad }, ...entries(others))
    await allDone()
    expect(await test.done()).toEqual(others)
    const dead = await test.outbox.deadLetters(10)
    expect(dead).toMatchObject([{ kind: 'work', subject: bad, accountId: bad, attempts: 3, failure: 'TypeError E_BROKEN' }])
    expect(await test.outbox.backlog()).toMatchObject([{ kind: 'work', dead: 1, oldestDue: null, oldestOpen: null }])

    broken = false
    expect(await test.outbox.retry(newId())).toBe(0)
    expect(await test.outbox.retry(dead[0]?.id ?? null)).toBe(1)
    await until(async () => (await test.done()).includes(bad))
    expect(await test.outbox.backlog()).toEqual([])
  })

  it('is no longer dead once a later job of the same kind did its work', async () => {
    const subject = newId()
    let broken = true
    const worker = working(0, {
      attempts: 1,
      async run(job) {
        if (broken) throw new Error('broken')
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    await test.put({ kind: 'work', subject })
    await until(async () => (await test.outbox.deadLetters(1)).length === 1)
    broken = false
    await test.put({ kind: 'work', subject })
    await until(async () => (await test.outbox.backlog()).length === 0)
    expect(await test.done()).toEqual([subject])
  })

  it('dies too when its runs never come to an end', async () => {
    const subject = newId()
    await test.put({ kind: 'work', subject })
    await test.database.rows({ text: 'update outbox set attempts = 10' })
    test.host([working()])
    await until(async () => (await test.outbox.deadLetters(1)).length === 1)
    expect([(await test.outbox.deadLetters(1))[0]?.failure, await test.done()]).toEqual(['NeverEnded', []])
  })
})

it('gives back what it was doing when it is to stop, without counting that as a run', async () => {
  const first = test.host([working(60_000)])
  await test.put({ kind: 'work', subject: newId() })
  await until(async () => (await test.database.rows({ text: 'select 1 from outbox where attempts = 1' })).length === 1)
  const stopping = Date.now()
  await first.onModuleDestroy()
  // The job by itself would take a minute, and its lease would end after 15 seconds.
  expect(Date.now() - stopping).toBeLessThan(10_000)
  test.host([working()])
  await allDone()
  expect((await test.effects())[0]?.attempt).toBe(1)
  expect(Date.now() - stopping).toBeLessThan(15_000)
})
