import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { JobNotifier } from './job-notifier.js'
import { openRedisCluster } from './redis-cluster.js'
import { entries, openTestQueue, subjects, until, working, type TestQueue } from '../../test/test-queue.js'
import { startRedisCluster, type RedisCluster, type RedisServer } from '../../test/test-redis-servers.js'

/** The longest wait of a job without a notification, with a margin for a busy machine. */
const SWEPT_WITHIN_MS = 8_000
/** The longest wait of a readiness probe, with the same margin. */
const ANSWERED_WITHIN_MS = 3_000
/** A cluster declares a master dead after a second; subscribers recover within this time. */
const BACK_WITHIN_MS = 25_000

/** A prefix with slot 3300, on the first of three masters, the only one with a replica. */
const ON_FIRST = '{b}'

let cluster: RedisCluster
let test: TestQueue
let ears: JobNotifier[] = []
let heard: string[] = []
const logged: unknown[] = []
beforeAll(() => {
  const tell = (...said: unknown[]) => void logged.push(said)
  Logger.overrideLogger({ log: () => undefined, warn: tell, error: tell })
})
afterEach(async () => {
  for (const own of ears.splice(0)) {
    await own.unsubscribe()
    await own.onApplicationShutdown()
  }
  await test.close()
  cluster.close()
})

const urls = (password = '') =>
  cluster.servers.map(({ port }) => `redis://${password && `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`)

async function open(how: Parameters<typeof startRedisCluster>[0] = {}): Promise<void> {
  cluster = await startRedisCluster(how)
  heard = []
  test = await openTestQueue(urls(how.password), ON_FIRST)
}

const KEY = `${ON_FIRST}:notifications:meta`
const holder = () => cluster.servers[0] as RedisServer

const killAll = () => Promise.all(cluster.servers.map(({ kill }) => kill()))
const startAll = () => Promise.all(cluster.servers.map(({ start }) => start()))

/** Subscribes to all notifications, as a worker process does. */
function listen(): void {
  const own = new JobNotifier(test.access)
  ears.push(own)
  own.subscribe(
    (kind) => void heard.push(kind),
    () => Promise.resolve(),
  )
}

/** Notifies until one is received; returns how long that took. */
async function untilHeard(withinMs = BACK_WITHIN_MS): Promise<number> {
  heard.length = 0
  const startedAt = Date.now()
  await until(async () => {
    test.notifier.notify('work')
    await pause(100)
    return heard.length > 0
  }, withinMs)
  return Date.now() - startedAt
}

async function answer(): Promise<{ answers: boolean; ms: number }> {
  const startedAt = Date.now()
  const answers = await test.notifier.isReachable()
  return { answers, ms: Date.now() - startedAt }
}

/** Work gets done anyway, without waiting for its notification. */
async function isDoneMeanwhile(): Promise<void> {
  const put = Date.now()
  await test.put(...entries(subjects(3)))
  expect(Date.now() - put).toBeLessThan(1_000)
  await until(async () => (await test.open()) === 0)
  expect(Date.now() - put).toBeLessThan(SWEPT_WITHIN_MS)
}

async function isAway(): Promise<void> {
  await until(async () => {
    const { answers, ms } = await answer()
    expect(ms).toBeLessThan(ANSWERED_WITHIN_MS)
    return !answers
  })
}

const isBack = () => until(async () => (await answer()).answers, BACK_WITHIN_MS)

it('notifies over a cluster at once, all on one master', async () => {
  await open()
  test.host([working()])
  listen()
  await untilHeard()
  const put = Date.now()
  await test.put(...entries(subjects(5)))
  await until(async () => (await test.open()) === 0)
  expect(Date.now() - put).toBeLessThan(3_000)
  const held = await Promise.all(cluster.servers.map(({ call }) => call('DBSIZE')))
  expect(held.map((count) => Number(count) > 0)).toEqual([true, false, false])
  expect((await answer()).answers).toBe(true)
})

it('follows a slot that moves to another master', async () => {
  await open()
  test.host([working()])
  listen()
  await test.notifier.ensureSchedule()
  await untilHeard()
  const slot = Number(await holder().call('CLUSTER', 'KEYSLOT', KEY))
  const [, to, third] = cluster.servers as [RedisServer, RedisServer, RedisServer]
  for (const [from, next] of [
    [holder(), to],
    [to, third],
  ] as const) {
    const putting = isDoneMeanwhile()
    await cluster.moveSlot(slot, from, next)
    await putting
    await untilHeard()
    expect([await cluster.masterOf(KEY), (await answer()).answers]).toEqual([next, true])
  }
})

it('continues by its sweep while the only master of its keys is dead, and notifies again when it is back', async () => {
  await open()
  test.host([working()])
  listen()
  await untilHeard()
  await holder().kill()
  await isDoneMeanwhile()
  await isAway()
  await isDoneMeanwhile()
  await holder().start()
  await isBack()
  await untilHeard()
})

it.each(['SIGKILL', 'SIGSTOP'] as const)('notifies again once a replica replaced a master that got a %s', async (signal) => {
  await open({ replicas: 1 })
  test.host([working()])
  listen()
  await untilHeard()
  holder().signal(signal)
  await isDoneMeanwhile()
  await until(async () => (await answer()).answers, BACK_WITHIN_MS)
  await untilHeard()
})

it('serves and works while the cluster is unavailable at the start, and notifies when it comes up', async () => {
  await open()
  await killAll()
  test.host([working()])
  listen()
  await isDoneMeanwhile()
  await isAway()
  await startAll()
  await isBack()
  await untilHeard()
})

it('recovers after a full outage of the cluster, and can be closed during one', async () => {
  await open()
  listen()
  await untilHeard()
  await killAll()
  await isAway()
  await pause(3_000)
  listen()
  const [first] = ears.splice(0, 1) as [JobNotifier]
  const closing = Date.now()
  await first.unsubscribe()
  expect(Date.now() - closing).toBeLessThan(8_000)
  await first.onApplicationShutdown()
  await startAll()
  await isBack()
  await untilHeard()
})

it('closes in time while the only master of its keys is silent, and notifies again when that recovers', async () => {
  await open()
  test.host([working()])
  listen()
  await untilHeard()
  holder().signal('SIGSTOP')
  await isAway()
  await isDoneMeanwhile()
  const [first] = ears.splice(0, 1) as [JobNotifier]
  const closing = Date.now()
  await first.unsubscribe()
  expect(Date.now() - closing).toBeLessThan(8_000)
  await first.onApplicationShutdown()
  listen()
  holder().signal('SIGCONT')
  await isBack()
  await untilHeard()
})

it('schedules no refresh of the slots after it was closed during one', async () => {
  await open()
  const client = openRedisCluster(urls(), { connectMs: 200, answerMs: 1_000, waits: false, isClosed: () => false })
  await once(client, 'ready')
  const refresh = client.refreshSlotsCache.bind(client)
  await new Promise<void>((refreshed) => {
    client.refreshSlotsCache = (callback) => {
      refresh((failure) => {
        callback?.(failure)
        refreshed()
      })
      client.disconnect()
    }
  })
  expect(client['slotsTimer'] === null).toBe(true)
})

it('opens every node with the password of the first, and logs no wrong password', async () => {
  await open({ password: 'senha, 100%' })
  const [first = '', ...others] = urls()
  const [right, wrong] = ['senha%2C%20100%25', 'errada'].map((password) => [first.replace('//', `//:${password}@`), ...others])
  for (const redisUrls of [right, wrong]) {
    const own = new JobNotifier({ ...test.access, redisUrls: redisUrls as string[] })
    ears.push(own)
    logged.length = 0
    await until(async () => (await own.isReachable()) === (redisUrls === right) && (redisUrls === right || logged.length > 0))
  }
  expect(JSON.stringify(logged)).toMatch(/WRONGPASS/)
  expect(JSON.stringify(logged)).not.toMatch(/senha|errada/)
  listen()
  await untilHeard()
})
