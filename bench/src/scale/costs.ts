import { setTimeout as pause } from 'node:timers/promises'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import type { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import type { BenchPerson } from '../http/people.js'
import { continueLog } from '../log/written-log.js'
import { crowding, median } from '../rounds.js'
import { costByPart, costOfWork, noCost, storedIn, type ResourceCost } from '../usage.js'
import { AWAKE_PACE, paces, type ActivityCosts, type StoredBytes } from './day.js'
import { mixing, paced, type ServedSystem } from './served.js'

/** Commands of every kind that each account has before the measurements. */
const COMMANDS_BEFORE = 20
const AT_ONCE = 64
/** Commands before the measurements, each with six reads. */
const WARM_UP = 2_500
/** Events of the long log that is verified beside the short ones. */
const LONG_LOG = 5_000

/**
 * Gives every account a past, written by the product in random order, so that the indexes are as full as in use. The last
 * account gets a long log.
 */
export async function fillWithPast(
  { writePath, reading, database }: Awaited<ReturnType<typeof openProduct>>,
  people: readonly BenchPerson[],
  watch: pg.Client,
): Promise<Omit<StoredBytes, 'ofLine'>> {
  await watch.query('vacuum analyze')
  const ofAccount = sumOf(await storedIn(watch)) / people.length
  await continueLog(database, reading, (people.at(-1) as BenchPerson).account.id, LONG_LOG)
  await rebuild(database, reading, reading.readModels.projections)
  await watch.query('vacuum analyze')
  const before = await storedIn(watch)
  const next = mixing(1)
  const all = people.length * COMMANDS_BEFORE
  await crowding(all, AT_ONCE, async (n) => {
    const { account } = people[n % people.length] as BenchPerson
    const step = next(account)
    const idempotency = { key: newId(), request: `${step.method} /api/${step.path}\n${JSON.stringify(step.body ?? null)}` }
    await writePath.execute(step.command({ accountId: account.id, actor: account.id, source: 'app', idempotency }))
  })
  await watch.query('vacuum analyze')
  const ofCommand = await storedIn(watch)
  for (const name of Object.keys(ofCommand) as (keyof typeof ofCommand)[]) ofCommand[name] = (ofCommand[name] - before[name]) / all
  return { ofCommand, ofAccount }
}

/** Half of the accounts is left for the simulated day: no process has cached them. Some more have their first command measured. */
function partsOf(people: readonly BenchPerson[]): { first: readonly BenchPerson[]; ofOthers: (n: number) => BenchPerson } {
  const half = Math.floor(people.length / 2)
  const [first, others] = [people.slice(half - 200, half), people.slice(0, half - 200)]
  return { first, ofOthers: (n) => others[n % others.length] as BenchPerson }
}

/** Warms up the processes until their code is compiled. */
export async function warmUp(served: ServedSystem): Promise<void> {
  const { ofOthers } = partsOf(served.people)
  await served.drained()
  await crowding(WARM_UP, 24, async (n) => {
    await served.command(ofOthers(n))
    for (let read = 0; read < 3; read++) await served.readAgain(ofOthers(n), await served.read(ofOthers(n)))
  })
  await served.drained()
  // Otherwise autovacuum would run in the middle of the day.
  await served.watch.query('vacuum analyze')
}

/** Measures work at a pace, a second, with all jobs that follow from it. @returns the cost of each beyond that of an idle server */
type Measure = (count: number, pace: number, once: (n: number) => Promise<unknown>) => Promise<ResourceCost>

/** The cost of each activity beyond that of an idle server. */
export async function measureCosts(served: ServedSystem): Promise<{ costs: ActivityCosts; ofLine: number }> {
  const { people, watch } = served
  const { first, ofOthers } = partsOf(people)
  await watch.query('vacuum analyze')
  const idle = await costOfIdleSecond(served)
  const measure: Measure = async (count, pace, once) => {
    const { cost, seconds } = await costOfWork(served, async () => {
      const moments = Array.from({ length: count }, (_, n) => n / pace)
      await paced(moments, once)
      await served.drained()
    })
    return costByPart((part) => Math.max(0, cost[part] - seconds * idle[part]) / count)
  }

  const { awake, ...reads } = await measureReads(served, measure)
  const firstCommand = await measure(first.length, paces.command, (n) => served.command(first[n] as BenchPerson))
  const command = await measure(600, paces.command, (n) => served.command(ofOthers(n)))
  const crowdedCommand = await measure(1_000, paces.crowdedCommand, (n) => served.command(ofOthers(n)))
  const emails = await served.register(20)
  await served.drained()
  const login = await measure(40, 8, (n) => served.login(emails[n % emails.length] as string))

  const watching = people.slice(0, 300)
  const leave = await served.openStreams(watching)
  await pause(1_000)
  const streams = await costOfIdleSecond(served)
  await leave()

  const before = await storedIn(watch)
  const [imports, lines] = [10, 60]
  const statement = await measure(imports, 4, (n) => served.importLines(ofOthers(n), lines))
  const ofLine = (sumOf(await storedIn(watch)) - sumOf(before)) / imports / lines

  const { rows } = await watch.query<{ accounts: number }>('select count(*)::float8 / 3 as accounts from stored_answers')
  const renewals = await measure(1, 1, () => served.beginRenewing())
  // For the API, the cost that a command adds to an awake process; for the others, it depends on how many arrive together.
  const added = Math.max(0, crowdedCommand.api - awake / paces.crowdedCommand)
  const costs = {
    idle,
    awake: { ...noCost, api: awake },
    firstCommand: { ...firstCommand, api: added + Math.max(0, firstCommand.api - command.api) },
    command: { ...command, api: added },
    crowdedCommand: { ...crowdedCommand, api: added },
    ...reads,
    login,
    // Streams cost workers nothing; their work meanwhile had other causes.
    stream: costByPart((part) => (part === 'worker' ? 0 : Math.max(0, streams[part] - idle[part]) / watching.length)),
    importedLine: costByPart((part) => statement[part] / lines),
    renewal: costByPart((part) => (part === 'api' ? 0 : renewals[part] / (rows[0]?.accounts ?? 1))),
    ...(await costOfVerification(served)),
  }
  return { costs, ofLine }
}

/** The cost of a second without requests: the median of three periods, in case one had other work. */
async function costOfIdleSecond(served: ServedSystem): Promise<ResourceCost> {
  const periods: ResourceCost[] = []
  while (periods.length < 3) {
    const { cost, seconds } = await costOfWork(served, () => pause(4_000))
    periods.push(costByPart((part) => cost[part] / seconds))
  }
  return costByPart((part) => median(periods.map((cost) => cost[part])))
}

/**
 * The cost of reads of the accounts whose people come in the simulated day, because it depends on how much they hold. A
 * process with few requests pays for waking up each time, one with many handles several at once. Measuring two paces
 * separates both: the seconds of an awake API process, and the cost that each read adds.
 */
async function measureReads(
  served: ServedSystem,
  measure: Measure,
): Promise<Pick<ActivityCosts, 'read' | 'notModified'> & { awake: number }> {
  const those = served.people.slice(served.people.length / 2, -1)
  const readsAt = (pace: number) => measure(pace * 6, pace, (n) => served.read(those[n % those.length] as BenchPerson))
  const [slow, fast] = [AWAKE_PACE, 600]
  const often = await readsAt(fast)
  const seldom = await readsAt(slow)
  const awake = Math.max(0, seldom.api - often.api) / (1 / slow - 1 / fast)
  const asked = await Promise.all(those.slice(0, 160).map(async (person) => ({ person, what: await served.read(person) })))
  const notModified = await measure(fast * 5, fast, async (n) => {
    const { person, what } = asked[n % asked.length] as (typeof asked)[number]
    if (!(await served.readAgain(person, what))) throw new Error(`${what.path} was another one`)
  })
  const added = (cost: ResourceCost): ResourceCost => ({ ...cost, api: cost.api - awake / fast, worker: 0 })
  // Reads cost workers nothing; their work meanwhile had other causes. Postgres has a process for each connection, so the slower
  // pace also stands for a place with many API processes.
  const read = { ...added(often), postgres: (often.postgres + seldom.postgres) / 2 }
  return { read, notModified: added(notModified), awake }
}

/** Verifies short logs and a long one in this process, to separate the cost of an account from that of an event. */
async function costOfVerification(served: ServedSystem): Promise<Pick<ActivityCosts, 'verification' | 'verifiedEvent'>> {
  const verify = async (those: readonly BenchPerson[]) => {
    let events = 0
    const before = process.cpuUsage()
    const { cost } = await costOfWork(served, async () => {
      for (const { account } of those) {
        const verdict = await verifyAccount(served.database, served.reading, account.id)
        if (verdict.problem !== null) throw new Error(verdict.problem)
        events += verdict.events
      }
    })
    const { user, system } = process.cpuUsage(before)
    const all = { ...noCost, postgres: cost.postgres, worker: (user + system) / 1e6 }
    return { events: events / those.length, cost: costByPart((part) => all[part] / those.length) }
  }
  const long = served.people.at(-1) as BenchPerson
  // The first round runs code that is not compiled yet.
  await verify([...served.people.slice(0, 60), long])
  const [shorts, longs] = [await verify(served.people.slice(0, 200)), await verify([long, long, long, long])]
  const verifiedEvent = costByPart((part) => Math.max(0, longs.cost[part] - shorts.cost[part]) / (longs.events - shorts.events))
  return { verifiedEvent, verification: costByPart((part) => Math.max(0, shorts.cost[part] - shorts.events * verifiedEvent[part])) }
}

/** Bytes of WAL of a command whose pages are all changed for the first time since a checkpoint, and so logged whole. */
export async function coldWalOf(served: ServedSystem, cluster: BenchCluster): Promise<number> {
  let wal = 0
  const cold = served.people.slice(0, 12)
  for (const person of cold) {
    await cluster.settle()
    wal += (await costOfWork(served, () => served.command(person))).cost.wal
  }
  await served.drained()
  return wal / cold.length
}

const sumOf = (bytes: Record<string, number>) => Object.values(bytes).reduce((sum, each) => sum + each, 0)
