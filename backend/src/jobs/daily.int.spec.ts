import { enqueueDaily, enqueueHourly } from './worker-host.js'
import type { JobWorker } from './job-worker.js'
import { leaveEffect, openTestQueue, until, type TestQueue } from '../../test/test-queue.js'

let test: TestQueue
beforeAll(async () => void (test = await openTestQueue()))
afterEach(() => test.clear())
afterAll(() => test.close())

const daily: JobWorker = { kind: 'daily', daily: true, run: (job) => leaveEffect(job, 'daily') }
const done = async () => {
  const effects = await test.database.rows<{ subject: string }>({ text: 'select subject from effects order by subject' })
  return effects.map((effect) => effect.subject)
}

const enqueued = async () =>
  (await test.database.rows<{ subject: string }>({ text: 'select subject from outbox order by subject' })).map(({ subject }) => subject)
const ranFor = (day: string) =>
  test.database.rows(
    { text: `insert into daily_runs values ('daily', $1::date) on conflict (kind) do update set ran_for = excluded.ran_for` },
    [day],
  )
/** A date in São Paulo by Postgres' clock. */
const day = async (days = 0) => {
  const text = `select ((now() at time zone 'America/Sao_Paulo')::date + $1::integer)::text as day`
  return (await test.database.rows<{ day: string }>({ text }, [days]))[0]?.day ?? ''
}

it('a daily job is enqueued once each day in São Paulo, for any number of requests', async () => {
  const ask = () => Promise.all([1, 2, 3].map(() => enqueueDaily(test.database, 'daily')))
  for (let each = 0; each < 2; each++) await ask()
  expect(await enqueued()).toEqual([await day()])
  await ranFor(await day(-1))
  await ask()
  expect(await enqueued()).toEqual([await day(), await day()])
})

it('a run date far in the future, left by a wrong clock, blocks no day', async () => {
  for (const wrong of ['2030-01-01', await day(1)]) {
    await test.database.rows({ text: 'delete from outbox' })
    await ranFor(wrong)
    for (let each = 0; each < 2; each++) await enqueueDaily(test.database, 'daily')
    expect(await enqueued()).toEqual([await day()])
  }
})

it('a process whose clock is a year ahead enqueues the current day', async () => {
  const today = await day()
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 366 * 86_400_000)
  try {
    await enqueueDaily(test.database, 'daily')
  } finally {
    clock.mockRestore()
  }
  expect(await enqueued()).toEqual([today])
})

it('a daily job runs for today when a worker starts, and then right after midnight in São Paulo', async () => {
  for (const host of [test.host([daily]), test.host([daily])]) await host.ensureDailyJobs()
  await until(async () => (await done()).length === 1)
  expect(await done()).toEqual([await day()])

  const queue = await test.notifier.queue()
  expect(await queue.getJobSchedulersCount()).toBe(1)
  const next = new Date((await queue.getJobScheduler('day-begins'))?.next ?? 0)
  const [clock] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', timeStyle: 'medium' }).format(next).split(' ')
  expect([clock, next.getTime() > Date.now(), next.getTime() < Date.now() + 86_400_000 + 10_000]).toEqual(['00:00:05', true, true])
})

it('workers that start at the same moment repeatedly leave one schedule and one job', async () => {
  const start = () => test.host([daily]).ensureDailyJobs()
  for (let round = 0; round < 4; round++) await Promise.all([start(), start(), start(), start()])
  await until(async () => (await done()).length === 1)
  const queue = await test.notifier.queue()
  const scheduled = (await queue.getDelayed()).filter(({ name }) => name === 'day-begins')
  expect([await queue.getJobSchedulersCount(), scheduled.length]).toEqual([1, 1])
})

it('the schedule enqueues a daily job too, and is restored after the queue was emptied', async () => {
  const host = test.host([daily])
  await until(async () => (await done()).length === 1)
  await host.ensureDailyJobs()
  await test.empty()
  await host.ensureDailyJobs()
  const queue = await test.notifier.queue()
  expect(await queue.getJobSchedulersCount()).toBe(1)
  // As if it were tomorrow: the last run date is another day, and the scheduled job is due now.
  await test.database.rows({ text: `update daily_runs set ran_for = ran_for - 1` })
  await test.database.rows({ text: 'delete from effects' })
  const scheduled = (await queue.getDelayed()).find(({ name }) => name === 'day-begins')
  await scheduled?.promote()
  await until(async () => (await done()).length === 1)
  expect(await queue.getJobSchedulersCount()).toBe(1)
})

it('an hourly job is enqueued once each hour, for any number of requests, whatever a wrong clock left', async () => {
  const hour = async (hours = 0) => {
    const text = `select to_char(now() at time zone 'America/Sao_Paulo' + $1::integer * interval '1 hour', 'YYYY-MM-DD"T"HH24') as hour`
    return (await test.database.rows<{ hour: string }>({ text }, [hours]))[0]?.hour ?? ''
  }
  const ask = () => Promise.all([1, 2, 3].map(() => enqueueHourly(test.database, 'hourly')))
  const present = await hour()
  for (let each = 0; each < 2; each++) await ask()
  expect(await enqueued()).toEqual([present])
  for (const wrong of [-1, 24]) {
    await test.database.rows({ text: `update hourly_runs set ran_for = ran_for + $1 * interval '1 hour'` }, [wrong])
    await test.database.rows({ text: 'delete from outbox' })
    await ask()
    expect(await enqueued()).toEqual([present])
  }
})

it('an hourly job runs when a worker starts', async () => {
  const host = test.host([{ kind: 'hourly', hourly: true, run: (job) => leaveEffect(job, 'hourly') }])
  await until(async () => (await done()).length === 1)
  await host.ensureHourlyJobs()
  expect(await test.open()).toBe(0)
})
