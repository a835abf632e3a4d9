import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { DatabaseError } from 'pg'
import { v7 as newId } from 'uuid'
import type { Database } from '../platform/database/database.js'
import { Outbox, type JobClaim } from './outbox.js'
import { entries, leaveEffect, openTestQueue, runOne, subjects, toolsOf, until, working, type TestQueue } from '../../test/test-queue.js'

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
const claim = (most = 1) => test.outbox.claim('work', most)
const endLeases = () => test.database.rows({ text: `update outbox set due_at = now() where claim is not null` })
const allDone = () => until(async () => (await test.open()) === 0)

it('runs every job once, with any number of workers', async () => {
  test.host([working()])
  test.host([working()])
  const all = subjects(60)
  await test.put(...entries(all))
  await allDone()
  expect(await test.done()).toEqual(all)
})

it('a claim fails after five conflicts with other workers', async () => {
  let attempts = 0
  const rows = async () => {
    if (++attempts < 50) throw Object.assign(new DatabaseError('duplicate key', 0, 'error'), { code: '23505' })
    return []
  }
  const outbox = new Outbox(Object.create(test.database, { rows: { value: rows } }) as Database)
  await expect(outbox.claim('work', 1)).rejects.toMatchObject({ code: '23505' })
  expect(attempts).toBe(5)
})

it('starts by the notification alone, and after a delayed one', async () => {
  let startedAt = 0
  // The sweep, which finds jobs too, is left out.
  const timers = jest.spyOn(globalThis, 'setInterval').mockReturnValueOnce(setTimeout(() => undefined))
  test.host([working(0, { run: async () => void (startedAt = Date.now()) })])
  timers.mockRestore()
  // The first notification creates the queue.
  for (const batchDelayMs of [0, 0, 700]) {
    const put = Date.now()
    await test.put({ kind: 'work', subject: newId(), batchDelayMs })
    await allDone()
    expect(startedAt - put).toBeGreaterThanOrEqual(batchDelayMs)
  }
})

it('notifies on time with a clock a year ahead, and leaves no notification for that year', async () => {
  const [now, queue] = [Date.now, await test.notifier.queue()]
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
  it('loses no job and repeats none when it is emptied while jobs wait and run', async () => {
    test.host([working(100)])
    const all = subjects(40)
    await test.put(...entries(all.slice(0, 20)))
    await until(async () => (await test.done()).length >= 8)
    await test.put(...entries(all.slice(20)))
    await test.empty()
    await allDone()
    expect(await test.done()).toEqual(all)
  })
})

describe('jobs of one kind and subject', () => {
  it('are one job while they wait', async () => {
    const subject = newId()
    await insert(...Array.from({ length: 20 }, () => subject))
    expect([(await claim(50)).length, await test.open()]).toEqual([1, 1])
    expect(await claim(50)).toEqual([])
  })

  it('run one after the other, and the last one enqueued meanwhile runs too', async () => {
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
    // Long enough for another worker to claim one meanwhile.
    for (let each = 0; each < 5; each++) {
      await test.put({ kind: 'work', subject })
      await pause(30)
    }
    goOn()
    await allDone()
    const done = await test.done()
    expect([new Set(done), most]).toEqual([new Set([subject]), 1])
    // A row locked by the other worker during the claim is a run of its own.
    expect([2, 3]).toContain(done.length)
  })

  it('keep their id from run to run, when others join too', async () => {
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

  it('take effect once when two run at once, as after an expired lease', async () => {
    const subject = newId()
    await insert(subject, subject)
    const run = () => runOne(working(50), subject, toolsOf(test.database))
    expect(await Promise.all([run(), run(), run()])).toEqual([{ how: 'done' }, { how: 'done' }, { how: 'done' }])
    expect(await test.done()).toEqual([subject])
  })

  it('are never claimed twice while rows are being written', async () => {
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
  it('ends with its lease, and then can neither extend, complete nor release the next one', async () => {
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

  it('skips a row that an append has locked', async () => {
    await insert(newId())
    await test.database.transaction(async (client) => {
      await client.query('select 1 from outbox for update')
      expect(await claim()).toEqual([])
    })
    expect(await claim()).toHaveLength(1)
  })
})

describe('a job that fails', () => {
  it('becomes a dead letter that an operator sees, and blocks no other job', async () => {
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

  it('is no longer dead once a later job of the same subject succeeded', async () => {
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

  it('becomes a dead letter when no run completes', async () => {
    const subject = newId()
    await test.put({ kind: 'work', subject })
    await test.database.rows({ text: 'update outbox set attempts = 10' })
    test.host([working()])
    await until(async () => (await test.outbox.deadLetters(1)).length === 1)
    expect([(await test.outbox.deadLetters(1))[0]?.failure, await test.done()]).toEqual(['NeverEnded', []])
  })
})
