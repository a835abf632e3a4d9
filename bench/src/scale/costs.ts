import { setTimeout as pause } from 'node:timers/promises'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import type pg from 'pg'
import { v7 as newId } from 'uuid'
import type { openProduct } from '../append/prumo.js'
import type { BenchCluster } from '../cluster.js'
import type { BenchPerson } from '../http/people.js'
import { continueLog } from '../log/written-log.js'
import { median } from '../rounds.js'
import { AWAKE_PACE, costParts, noCost, paces, type ResourceCost, type ActivityCosts } from './day.js'
import { crowding, evenly, mixing, paced, type ServedSystem } from './served.js'
import { storedIn, usedSoFar, type WatchedProcesses } from './usage.js'

/** Commands of every kind that each account has before the measurements. */
const COMMANDS_BEFORE = 20
const AT_ONCE = 64
/** Commands before the measurements, each with six reads. */
const WARM_UP = 2_500
/** Events of the long log that is verified beside the short ones. */
const LONG_LOG = 5_000

/** Bytes that remain stored, of tables with their indexes. */
export interface StoredBytes {
  /** Of a command, by purpose. */
  ofCommand: Record<'log' | 'replies' | 'readModels' | 'rest', number>
  /** Of an account with its first ten events. */
  ofAccount: number
  /** Of an imported line. */
  ofLine: number
}

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

/** The cost of each activity beyond that of an idle server. */
export async function measureCosts(served: ServedSystem): Promise<{ costs: ActivityCosts; ofLine: number }> {
  const { people, watch } = served
  const { first, ofOthers } = partsOf(people)
  await watch.query('vacuum analyze')
  const nothing = await costOfIdleSecond(served, noCost)
  const measured = (count: number, work: () => Promise<unknown>) => eachOf(served, nothing, count, work)

  const { awake, ...reads } = await measureReads(served, nothing)
  const firstCommand = await measured(first.length, () =>
    paced(evenly(first.length, paces.command), (n) => served.command(first[n] as BenchPerson)),
  )
  const command = await measured(600, () => paced(evenly(600, paces.command), (n) => served.command(ofOthers(n))))
  const crowdedCommand = await measured(1_000, () => paced(evenly(1_000, paces.crowdedCommand), (n) => served.command(ofOthers(n))))
  const emails = await served.register(20)
  await served.drained()
  const login = await measured(40, () => paced(evenly(40, 8), (n) => served.login(emails[n % emails.length] as string)))

  const watching = people.slice(0, 300)
  const leave = await served.openStreams(watching)
  await pause(1_000)
  const streams = await costOfIdleSecond(served, nothing)
  await leave()

  const before = await storedIn(watch)
  const [imports, lines] = [10, 60]
  const importedLine = await measured(imports * lines, () => paced(evenly(imports, 4), (n) => served.importLines(ofOthers(n), lines)))
  const ofLine = sumOf(await storedIn(watch)) - sumOf(before)

  const { rows } = await watch.query<{ count: number }>('select count(*)::int as count from stored_answers')
  const renewal = await measured((rows[0]?.count ?? 0) / 3, () => served.beginRenewing())
  const added = Math.max(0, crowdedCommand.api - awake / paces.crowdedCommand)
  const costs = {
    idle: nothing,
    awake: { ...noCost, api: awake },
    // For the API, the cost that a command adds to an awake process; for the others, it depends on how many arrive together.
    firstCommand: { ...firstCommand, api: added + Math.max(0, firstCommand.api - command.api) },
    command: { ...command, api: added },
    crowdedCommand: { ...crowdedCommand, api: added },
    ...reads,
    login,
    // Streams cost workers nothing; their work meanwhile had other causes.
    stream: { ...scaled(streams, watching.length), worker: 0 },
    importedLine,
    renewal: { ...renewal, api: 0 },
    ...(await costOfVerification(served)),
  }
  return { costs, ofLine: ofLine / imports / lines }
}

/** The cost of a second without requests: the median of three periods, in case one had other work. */
async function costOfIdleSecond(served: ServedSystem, idle: ResourceCost): Promise<ResourceCost> {
  const whiles: ResourceCost[] = []
  while (whiles.length < 3) {
    const { cost, seconds } = await during(served, idle, () => pause(4_000))
    whiles.push(scaled(cost, seconds))
  }
  const middle = { ...noCost }
  for (const part of costParts) middle[part] = median(whiles.map((cost) => cost[part]))
  return middle
}

async function eachOf(served: ServedSystem, idle: ResourceCost, count: number, work: () => Promise<unknown>): Promise<ResourceCost> {
  const { cost } = await during(served, idle, async () => {
    await work()
    await served.drained()
  })
  return scaled(cost, count)
}

/**
 * The cost of reads of the accounts whose people come in the simulated day, because it depends on how much they hold. A
 * process with few requests pays for waking up each time, one with many handles several at once. Measuring two paces
 * separates both: the seconds of an awake API process, and the cost that each read adds.
 */
async function measureReads(
  served: ServedSystem,
  idle: ResourceCost,
): Promise<Pick<ActivityCosts, 'read' | 'notModified'> & { awake: number }> {
  const those = served.people.slice(served.people.length / 2, -1)
  const of = (n: number) => those[n % those.length] as BenchPerson
  const readsAt = (pace: number) => eachOf(served, idle, pace * 6, () => paced(evenly(pace * 6, pace), (n) => served.read(of(n))))
  const [slow, fast] = [AWAKE_PACE, 600]
  const often = await readsAt(fast)
  const seldom = await readsAt(slow)
  const awake = Math.max(0, seldom.api - often.api) / (1 / slow - 1 / fast)
  const asked = await Promise.all(those.slice(0, 160).map(async (person) => ({ person, what: await served.read(person) })))
  const again = async (n: number) => {
    const { person, what } = asked[n % asked.length] as (typeof asked)[number]
    if (!(await served.readAgain(person, what))) throw new Error(`${what.path} was another one`)
  }
  const notModified = await eachOf(served, idle, fast * 5, () => paced(evenly(fast * 5, fast), again))
  const added = (cost: ResourceCost): ResourceCost => ({ ...cost, api: cost.api - awake / fast, worker: 0 })
  // Reads cost workers nothing; their work meanwhile had other causes. Postgres has a process for each connection, so the slower
  // pace also stands for a place with many API processes.
  const read = { ...added(often), postgres: (often.postgres + seldom.postgres) / 2 }
  return { read, notModified: added(notModified), awake }
}

/** Verifies short logs and a long one in this process, to separate the cost of an account from that of an event. */
async function costOfVerification({
  database,
  reading,
  people,
  ...served
}: ServedSystem): Promise<Pick<ActivityCosts, 'verification' | 'verifiedEvent'>> {
  const verified = async (those: readonly BenchPerson[]) => {
    let events = 0
    const before = process.cpuUsage()
    const { cost } = await during(served, noCost, async () => {
      for (const { account } of those) {
        const verdict = await verifyAccount(database, reading, account.id)
        if (verdict.problem !== null) throw new Error(verdict.problem)
        events += verdict.events
      }
    })
    const { user, system } = process.cpuUsage(before)
    return {
      events: events / those.length,
      cost: scaled({ ...noCost, postgres: cost.postgres, worker: (user + system) / 1e6 }, those.length),
    }
  }
  const long = people.at(-1) as BenchPerson
  // The first round runs code that is not compiled yet.
  await verified([...people.slice(0, 60), long])
  const [shorts, longs] = [await verified(people.slice(0, 200)), await verified([long, long, long, long])]
  const [verification, verifiedEvent] = [{ ...noCost }, { ...noCost }]
  for (const part of costParts) {
    verifiedEvent[part] = Math.max(0, longs.cost[part] - shorts.cost[part]) / (longs.events - shorts.events)
    verification[part] = Math.max(0, shorts.cost[part] - shorts.events * verifiedEvent[part])
  }
  return { verification, verifiedEvent }
}

/** Bytes of WAL of a command whose pages are all changed for the first time since a checkpoint, and so logged whole. */
export async function coldWalOf(served: ServedSystem, cluster: BenchCluster): Promise<number> {
  const all: number[] = []
  for (let n = 0; n < 12; n++) {
    await cluster.settle()
    const before = await usedSoFar(served)
    await served.command(served.people[n] as BenchPerson)
    all.push((await usedSoFar(served)).wal - before.wal)
  }
  await served.drained()
  return all.reduce((sum, each) => sum + each, 0) / all.length
}

const sumOf = (bytes: Record<string, number>) => Object.values(bytes).reduce((sum, each) => sum + each, 0)

/** The resources that some work used, less those of an idle server in that time. */
export async function during(
  served: WatchedProcesses,
  idle: ResourceCost,
  work: () => Promise<unknown>,
): Promise<{ cost: ResourceCost; seconds: number }> {
  const before = await usedSoFar(served)
  await work()
  const after = await usedSoFar(served)
  const seconds = after.at - before.at
  const cost = { ...noCost }
  for (const part of costParts) cost[part] = Math.max(0, after[part] - before[part] - seconds * idle[part])
  return { cost, seconds }
}

const scaled = (cost: ResourceCost, by: number): ResourceCost => {
  const each = { ...cost }
  for (const part of costParts) each[part] /= by
  return each
}
