import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { v7 as newId } from 'uuid'
import { TAKEN_AT_ONCE } from './outbox.js'
import { runJob } from './run-job.js'
import { entries, leaveEffect, openTestQueue, subjects, toolsOf, until, working, type TestQueue } from './test-queue.js'

let test: TestQueue
const logged: unknown[] = []
beforeAll(() => {
  const tell = (...said: unknown[]) => void logged.push(said)
  Logger.overrideLogger({ log: () => undefined, warn: tell, error: tell })
})
beforeEach(async () => void (test = await openTestQueue()))
afterEach(() => test.close())


it('does every piece of work once, whoever hands it over and whoever does it', async () => {
  test.relay()
  test.relay()
  await Promise.all([test.host([working()]), test.host([working()])])
  const all = subjects(60)
  await test.put(...entries(all))
  await until(async () => (await test.open()) === 0)
  expect(await test.done()).toEqual(all)
})

it('loses nothing and does nothing twice when the queue is emptied while jobs wait and run', async () => {
  test.relay({ resendAfterMs: 1_500 })
  await test.host([working(100)])
  const all = subjects(40)
  await test.put(...entries(all))
  await until(async () => (await test.done()).length >= 8)
  await test.empty()
  await until(async () => (await test.open()) === 0)
  expect(await test.done()).toEqual(all)
})

describe('what waits too long after it was handed over', () => {
  /** A queue that is asked for the overdue rows once and not again for the length of the test. */
  const LOOKS_ONCE = { resendAfterMs: 60_000, overdueEveryMs: 3_600_000 }
  const MANY = 2_000
  const overdue = () => test.database.rows<{ n: number }>({ text: `select count(*) as n from outbox where handed_over_at < now() - interval '1 minute'` })
  const grow = () => test.database.rows({ text: `update outbox set handed_over_at = now() - interval '2 minutes'` })

  beforeEach(async () => {
    const text = `insert into outbox (kind, subject) select 'work', gen_random_uuid()::text from generate_series(1, $1)`
    await test.database.rows({ text }, [MANY])
  })

  it('goes again at one look after the other, when the queue lost it', async () => {
    await grow()
    test.relay(LOOKS_ONCE)
    await until(async () => (await overdue())[0]?.n === 0)
    const queue = await test.queues.queue('work')
    await until(async () => (await queue.getWaitingCount()) === MANY)
  })

  it('is left alone, when the queue still has it', async () => {
    const handing = test.relay(LOOKS_ONCE)
    const queue = await test.queues.queue('work')
    await until(async () => (await queue.getWaitingCount()) === MANY)
    await handing.onModuleDestroy()
    await grow()
    test.relay(LOOKS_ONCE)
    await until(async () => (await overdue())[0]?.n !== MANY)
    await pause(1_000)
    expect(await overdue()).toEqual([{ n: MANY - TAKEN_AT_ONCE }])
    expect(await queue.getWaitingCount()).toBe(MANY)
  })
})

it('goes on when its connections to the queue break while jobs wait and run', async () => {
  test.relay({ resendAfterMs: 1_500 })
  await test.host([working(100)], { lockMs: 2_000, stalledEveryMs: 500 })
  const all = subjects(40)
  await test.put(...entries(all.slice(0, 30)))
  await until(async () => (await test.done()).length >= 8)
  await test.cut()
  await test.put(...entries(all.slice(30)))
  await until(async () => (await test.open()) === 0)
  expect(await test.done()).toEqual(all)
})

it('hands over again what was stamped and never reached the queue', async () => {
  const all = subjects(3)
  await test.put(...entries(all))
  expect(await test.outbox.take(new Map())).toHaveLength(3)
  await test.database.rows({ text: `update outbox set handed_over_at = now() - interval '2 minutes'` })
  test.relay()
  await test.host([working()])
  await until(async () => (await test.open()) === 0)
  expect(await test.done()).toEqual(all)
})

it('keeps what the queue does not take, and tells of it once', async () => {
  logged.length = 0
  let away = true
  const failing = Object.assign(Object.create(test.queues) as typeof test.queues, {
    add: (kind: string, all: readonly string[]) => (away ? Promise.reject(new Error('away')) : test.queues.add(kind, all)),
  })
  test.relay({}, failing)
  await test.host([working()])
  const all = subjects(5)
  await test.put(...entries(all))
  await pause(1_500)
  expect(await test.outbox.backlog()).toMatchObject([{ kind: 'work', waiting: 5, handedOver: 0, oldestWaiting: expect.any(Number) }])
  expect(logged).toHaveLength(1)
  away = false
  await until(async () => (await test.open()) === 0)
  expect(await test.done()).toEqual(all)
})

describe('jobs of one kind and subject', () => {
  it('are one while they wait', async () => {
    const subject = newId()
    for (let each = 0; each < 20; each++) await test.put({ kind: 'work', subject })
    test.relay()
    await until(async () => (await test.outbox.backlog())[0]?.handedOver === 20)
    await test.put({ kind: 'work', subject })
    await test.host([working()])
    await until(async () => (await test.open()) === 0)
    expect(await test.done()).toEqual([subject])
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
    test.relay()
    await Promise.all([test.host([worker]), test.host([worker])])
    const subject = newId()
    await test.put({ kind: 'work', subject })
    await until(() => running === 1)
    // Whoever looked for another to run meanwhile has had the time to.
    for (let each = 0; each < 5; each++) {
      await test.put({ kind: 'work', subject })
      await pause(30)
    }
    goOn()
    await until(async () => (await test.open()) === 0)
    expect([await test.done(), most]).toEqual([[subject, subject], 1])
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
    const run = () => runJob(worker, subject, test.outbox, toolsOf(test.database), new AbortController().signal)
    await test.put({ kind: 'work', subject })
    for (let each = 0; each < 3; each++) {
      await run()
      await test.database.rows({ text: `insert into outbox (id, kind, subject) values (gen_random_uuid(), 'work', $1)` }, [subject])
    }
    expect([ids.length, new Set(ids).size, await test.open()]).toEqual([3, 1, 1])
  })

  it('have one effect though two run at once, as when a worker was taken for dead', async () => {
    const subject = newId()
    await test.put({ kind: 'work', subject }, { kind: 'work', subject })
    const run = () => runJob(working(50), subject, test.outbox, toolsOf(test.database), new AbortController().signal)
    expect(await Promise.all([run(), run(), run()])).toEqual([{ how: 'done' }, { how: 'done' }, { how: 'done' }])
    expect(await test.done()).toEqual([subject])
  })
})

describe('a job that fails', () => {
  it('is tried again, later each time, and leaves no trace of its failures', async () => {
    const begun: number[] = []
    const worker = working(0, {
      backoffMs: 200,
      async run(job) {
        begun.push(Date.now())
        if (job.attempt < 4) throw new Error('Ana Souza, ana@exemplo.com')
        await leaveEffect(job, 'work')
      },
    })
    test.relay()
    await test.host([worker])
    await test.put({ kind: 'work', subject: newId() })
    const queue = await test.queues.queue('work')
    // It waits for so short a time that a second look may find it running again.
    let delayed: Awaited<ReturnType<typeof queue.getDelayed>> = []
    await until(async () => (delayed = await queue.getDelayed()).length === 1)
    expect(delayed).toMatchObject([{ failedReason: 'Error' }])
    expect(JSON.stringify(delayed)).not.toMatch(/Ana|ana@/)
    await until(async () => (await test.open()) === 0)
    expect((await test.effects())[0]?.attempt).toBe(4)
    const [first = 0, second = 0, third = 0, fourth = 0] = begun
    expect([second - first >= 195, third - second >= 395, fourth - third >= 795]).toEqual([true, true, true])
  })

  it('waits its time, although its row counts as lost meanwhile, and does so too when the queue is emptied', async () => {
    const begun: number[] = []
    const worker = working(0, {
      backoffMs: 2_500,
      async run(job) {
        begun.push(Date.now())
        if (job.attempt === 1) throw new Error('not yet')
        await leaveEffect(job, 'work')
      },
    })
    test.relay({ resendAfterMs: 300 })
    await test.host([worker])
    const [patient, emptied] = [newId(), newId()]
    await test.put({ kind: 'work', subject: patient })
    await until(async () => (await test.open()) === 0)
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThan(2_400)
    await test.put({ kind: 'work', subject: emptied })
    await until(() => begun.length === 3)
    const queue = await test.queues.queue('work')
    await until(async () => (await queue.getDelayedCount()) === 1)
    await test.empty()
    await until(async () => (await test.open()) === 0)
    expect([begun.length, await test.done()]).toEqual([4, [patient, emptied].sort()])
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
    test.relay()
    await test.host([worker])
    const others = subjects(10)
    await test.put({ kind: 'work', subject: bad, accountId: bad }, ...entries(others))
    await until(async () => (await test.open()) === 0)
    expect(await test.done()).toEqual(others)
    const dead = await test.outbox.dead(10)
    expect(dead).toMatchObject([{ kind: 'work', subject: bad, accountId: bad, attempts: 3, failure: 'TypeError E_BROKEN' }])
    expect(await test.outbox.backlog()).toMatchObject([{ kind: 'work', dead: 1, oldestOpen: null }])

    broken = false
    expect(await test.outbox.revive(newId())).toBe(0)
    expect(await test.outbox.revive(dead[0]?.id ?? null)).toBe(1)
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
    test.relay()
    await test.host([worker])
    await test.put({ kind: 'work', subject })
    await until(async () => (await test.outbox.dead(1)).length === 1)
    broken = false
    await test.put({ kind: 'work', subject })
    await until(async () => (await test.outbox.backlog()).length === 0)
    expect(await test.done()).toEqual([subject])
  })

  it('dies too when its runs never come to an end', async () => {
    const subject = newId()
    await test.put({ kind: 'work', subject })
    await test.database.rows({ text: 'update outbox set attempts = 10' })
    test.relay()
    await test.host([working()])
    await until(async () => (await test.outbox.dead(1)).length === 1)
    expect([(await test.outbox.dead(1))[0]?.failure, await test.done()]).toEqual(['NeverEnded', []])
  })
})

it('gives back what it was doing when it is to stop, without counting that as a run', async () => {
  test.relay()
  const first = await test.host([working(60_000)])
  await test.put({ kind: 'work', subject: newId() })
  await until(async () => (await test.database.rows({ text: 'select 1 from outbox where attempts = 1' })).length === 1)
  const stopping = Date.now()
  await first.onModuleDestroy()
  // The job by itself would take a minute, and be taken for stalled after half of one.
  expect(Date.now() - stopping).toBeLessThan(15_000)
  await test.host([working()])
  await until(async () => (await test.open()) === 0)
  expect((await test.effects())[0]?.attempt).toBe(1)
  expect(Date.now() - stopping).toBeLessThan(25_000)
})
