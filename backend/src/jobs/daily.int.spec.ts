import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { beginDay } from './daily.js'
import type { JobWorker } from './job-worker.js'
import { leaveEffect, openTestQueue, until, type TestQueue } from './test-queue.js'

let test: TestQueue
beforeEach(async () => void (test = await openTestQueue()))
afterEach(() => test.close())

const daily: JobWorker = { kind: 'daily', daily: true, run: (job) => leaveEffect(job, 'daily') }
const done = async () => {
  const effects = await test.database.rows<{ subject: string }>({ text: 'select subject from effects order by subject' })
  return effects.map((effect) => effect.subject)
}

it('a daily job is due once each day of São Paulo, however many ask for it', async () => {
  const days = ['2026-11-20T02:59:59Z', '2026-11-20T03:00:05Z', '2026-11-20T23:00:00Z', '2026-11-19T12:00:00Z', '2026-11-21T03:00:01Z']
  for (const day of days) await Promise.all([1, 2, 3].map(() => beginDay(test.database, 'daily', new Date(day))))
  const rows = await test.database.rows<{ subject: string }>({ text: 'select subject from outbox order by subject' })
  expect(rows.map((row) => row.subject)).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
})

it('a daily job is done for today when a worker starts, and then right after midnight in São Paulo', async () => {
  test.relay()
  await Promise.all([test.host([daily]), test.host([daily])])
  await until(async () => (await done()).length === 1)
  expect(await done()).toEqual([dateInSaoPaulo(new Date())])

  const queue = await test.queues.queue('daily')
  expect(await queue.getJobSchedulersCount()).toBe(1)
  const next = new Date((await queue.getJobScheduler('day-begins'))?.next ?? 0)
  const [clock] = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', timeStyle: 'medium' }).format(next).split(' ')
  expect([clock, next.getTime() > Date.now(), next.getTime() < Date.now() + 86_400_000 + 10_000]).toEqual(['00:00:05', true, true])
})

it('workers that start at the same moment, over and over, leave one schedule and one job of it', async () => {
  test.relay()
  const start = () => test.host([daily])
  for (let round = 0; round < 4; round++) await Promise.all([start(), start(), start(), start()])
  const queue = await test.queues.queue('daily')
  expect([await queue.getJobSchedulersCount(), await queue.getDelayedCount()]).toEqual([1, 1])
  await until(async () => (await done()).length === 1)
})

it('a daily job is begun by the schedule too, and a queue that was emptied gets its schedule back', async () => {
  test.relay()
  const host = await test.host([daily])
  await until(async () => (await done()).length === 1)
  await test.empty()
  await host.keepSchedules()
  const queue = await test.queues.queue('daily')
  expect(await queue.getJobSchedulersCount()).toBe(1)
  // As if it were tomorrow: the day that was begun is another, and the scheduled job comes now.
  await test.database.rows({ text: `update daily_runs set ran_for = ran_for - 1` })
  await test.database.rows({ text: 'delete from effects' })
  const [scheduled] = await queue.getDelayed()
  await scheduled?.promote()
  await until(async () => (await done()).length === 1)
  expect(await queue.getJobSchedulersCount()).toBe(1)
})
