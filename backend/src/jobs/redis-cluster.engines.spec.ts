import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import { JobNotifier } from './job-notifier.js'
import { entries, openTestQueue, subjects, until, working, type TestQueue } from '../../test/test-queue.js'
import { startRedisCluster, type RedisCluster, type RedisServer } from '../../test/test-redis-servers.js'

/** The longest that a job waits where no ring is heard, with what a busy machine adds. */
const SWEPT_WITHIN_MS = 8_000
/** The longest that a probe of readiness waits, with the same. */
const ANSWERED_WITHIN_MS = 3_000
/** A cluster finds a master dead after a second; what listened on it comes back by itself in this. */
const BACK_WITHIN_MS = 25_000

/** A prefix whose slot, 3300, the first of three masters has, who alone may have a replica. */
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

const KEY = `${ON_FIRST}:all-rings:meta`
const holder = () => cluster.servers[0] as RedisServer

const killAll = () => Promise.all(cluster.servers.map(({ kill }) => kill()))
const startAll = () => Promise.all(cluster.servers.map(({ start }) => start()))

/** Hears all rings as a worker process does. */
function listen(): void {
  const own = new JobNotifier(test.access)
  ears.push(own)
  own.subscribe(
    (kind) => void heard.push(kind),
    () => Promise.resolve(),
  )
}

/** Rings until it is heard, and answers for how long that took. */
async function untilHeard(withinMs = BACK_WITHIN_MS): Promise<number> {
  heard.length = 0
  const begun = Date.now()
  await until(async () => {
    test.rings.notify('work')
    await pause(100)
    return heard.length > 0
  }, withinMs)
  return Date.now() - begun
}

async function answer(): Promise<{ answers: boolean; ms: number }> {
  const begun = Date.now()
  const answers = await test.rings.isReachable()
  return { answers, ms: Date.now() - begun }
}

/** Work gets done all the same, and nobody waits for its ring. */
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

it('rings over a cluster at once, all on one master', async () => {
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
  await test.rings.ensureSchedule()
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

it('goes on by its sweep while the only master of its keys is dead, and rings again when that is back', async () => {
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

it.each(['SIGKILL', 'SIGSTOP'] as const)('rings again once a replica took the place of a master that got a %s', async (signal) => {
  await open({ replicas: 1 })
  test.host([working()])
  listen()
  await untilHeard()
  holder().signal(signal)
  await isDoneMeanwhile()
  await until(async () => (await answer()).answers, BACK_WITHIN_MS)
  await untilHeard()
})

it('serves and works while the cluster is away at the start, and rings when it comes', async () => {
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

it('comes back when all of the cluster was away, and ends meanwhile when it is told to', async () => {
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

it('ends in time while the only master of its keys is silent, and rings again when that speaks', async () => {
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

it('opens every node with the password of the first, and tells a wrong one to no log', async () => {
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
