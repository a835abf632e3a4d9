import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { v7 as newId } from 'uuid'
import { JobNotifier } from './job-notifier.js'
import { entries, leaveEffect, openTestQueue, subjects, until, working, type TestQueue } from '../../test/test-queue.js'

/** The longest wait of a job without a notification, with a margin for a busy machine. */
const SWEPT_WITHIN_MS = 8_000
/**
 * The longest delay of a notification whose worker lost its connection: a new worker within a minute, a lock and a stalled
 * check of 30 s each.
 */
const RESTS_AT_MOST_MS = 150_000

let test: TestQueue
const logged: unknown[] = []
beforeAll(() => {
  const tell = (...said: unknown[]) => void logged.push(said)
  Logger.overrideLogger({ log: () => undefined, warn: tell, error: tell })
})
beforeAll(async () => void (test = await openTestQueue()))
afterEach(() => test.clear())
afterAll(() => test.close())

const insert = (...all: string[]) =>
  test.database.rows({ text: `insert into outbox (kind, subject) select 'work', unnest($1::text[])` }, [all])
const allDone = () => until(async () => (await test.open()) === 0)

describe('a queue that is lost', () => {
  it('delays jobs by at most the sweep when it is emptied before a notification arrives', async () => {
    test.host([working()])
    await test.put(...entries(subjects(1)))
    await allDone()
    const emptied = Date.now()
    await Promise.all([insert(...subjects(5)), test.empty()])
    await allDone()
    expect(Date.now() - emptied).toBeLessThan(SWEPT_WITHIN_MS)
  })

  it('notifies again once its broken connections are restored', async () => {
    test.host([working(100)])
    const all = subjects(41)
    await test.put(...entries(all.slice(0, 30)))
    await until(async () => (await test.done()).length >= 8)
    await test.cut()
    await test.put(...entries(all.slice(30, 40)))
    await allDone()
    const queue = async () => (await test.notifier.queue()).getJobCounts('waiting', 'delayed', 'active').catch(() => null)
    await until(async () => Object.values((await queue()) ?? { broken: 1 }).every((count) => count === 0), RESTS_AT_MOST_MS)
    await test.put(...entries(all.slice(40)))
    await allDone()
    expect(await test.done()).toEqual(all)
  }, 240_000)

  it('delays no job when no notification can be added, and is logged once', async () => {
    logged.length = 0
    const away = { queue: () => Promise.reject(new Error('away')) }
    Object.assign(test.notifier, away)
    test.host([working()], Object.assign(new JobNotifier(test.access), away))
    const all = subjects(5)
    const put = Date.now()
    await pause(500)
    await test.put(...entries(all))
    await allDone()
    expect(Date.now() - put).toBeLessThan(SWEPT_WITHIN_MS)
    // Once for each of the two processes.
    expect([await test.done(), logged.length]).toEqual([all, 2])
  })

  it('lets a worker run that cannot reach it at the start', async () => {
    const nowhere = { redisUrls: test.access.redisUrls.map(() => 'redis://127.0.0.1:1'), directUrl: 'postgres://nobody@127.0.0.1:1/none' }
    test.host([working(0, { daily: true })], new JobNotifier({ ...test.access, ...nowhere }))
    await until(async () => (await test.done()).length === 1)
    await test.put(...entries(subjects(3)))
    await until(async () => (await test.done()).length === 4, SWEPT_WITHIN_MS)
  })

  it('is no longer contacted by a worker that was closed before it connected', async () => {
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

it('delivers notifications to the latest subscriber only', async () => {
  const heard: string[] = []
  const own = new JobNotifier(test.access)
  const closing = jest.spyOn(own, 'unsubscribe')
  const begin = () => Promise.resolve()
  try {
    for (const name of ['first', 'second', 'third']) own.subscribe((kind) => void heard.push(`${name} ${kind}`), begin)
    // Notifications that earlier workers receive until they are closed are processed too.
    await Promise.all(closing.mock.results.map(({ value }) => value as Promise<void>))
    await until(async () => {
      test.notifier.notify('work')
      await pause(100)
      return heard.filter((each) => each === 'third work').length >= 3
    })
    heard.length = 0
    for (let each = 0; each < 5; each++) {
      test.notifier.notify('work')
      await pause(100)
    }
    await until(() => heard.length > 0)
    expect(new Set(heard)).toEqual(new Set(['third work']))
  } finally {
    await own.unsubscribe()
    await own.onApplicationShutdown()
  }
})

describe('a job that fails', () => {
  it('is retried with growing delays although more of the same arrives, and leaves no trace of its failures', async () => {
    const startedAt: number[] = []
    const stored: unknown[] = []
    const subject = newId()
    const worker = working(0, {
      backoffMs: 200,
      async run(job) {
        startedAt.push(Date.now())
        if (job.attempt === 1) await test.put({ kind: 'work', subject })
        if (job.attempt === 3) stored.push(...(await test.database.rows({ text: 'select * from outbox' })))
        if (job.attempt < 4) throw new Error('Ana Souza, ana@exemplo.com')
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    await test.put({ kind: 'work', subject })
    await allDone()
    expect(stored).not.toEqual([])
    expect(JSON.stringify(stored)).not.toMatch(/Ana|ana@/)
    expect(await test.effects()).toMatchObject([{ attempt: 4 }])
    const [first = 0, second = 0, third = 0, fourth = 0] = startedAt
    expect([second - first >= 195, third - second >= 395, fourth - third >= 795]).toEqual([true, true, true])
  })

  it('waits for its backoff and no longer when the queue is emptied', async () => {
    const startedAt: number[] = []
    const worker = working(0, {
      backoffMs: 2_500,
      async run(job) {
        startedAt.push(Date.now())
        if (job.attempt === 1) throw new Error('not yet')
        await leaveEffect(job, 'work')
      },
    })
    test.host([worker])
    await test.put({ kind: 'work', subject: newId() })
    await until(() => startedAt.length === 1)
    await test.empty()
    await allDone()
    const waited = (startedAt[1] ?? 0) - (startedAt[0] ?? 0)
    expect([startedAt.length, waited > 2_400, waited < 2_500 + SWEPT_WITHIN_MS]).toEqual([2, true, true])
  })
})

it('releases its running jobs on shutdown, without counting an attempt', async () => {
  const first = test.host([working(60_000)])
  await test.put({ kind: 'work', subject: newId() })
  await until(async () => (await test.database.rows({ text: 'select 1 from outbox where attempts = 1' })).length === 1)
  const stopping = Date.now()
  await first.onModuleDestroy()
  // The job alone would take a minute, and its lease 15 seconds.
  expect(Date.now() - stopping).toBeLessThan(10_000)
  test.host([working()])
  await allDone()
  expect((await test.effects())[0]?.attempt).toBe(1)
  expect(Date.now() - stopping).toBeLessThan(15_000)
})
