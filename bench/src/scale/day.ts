import { assumed, curve, onePlace } from './assumptions.js'

/**
 * Commands a second at which `command` and `crowdedCommand` are measured: workers gather the jobs of commands that arrive together.
 */
export const paces = { command: 30, crowdedCommand: 100 } as const

/** Requests a second that keep one API process awake without a pause; fewer cost that share of it. */
export const AWAKE_PACE = 150

/**
 * The activities with a cost. `firstCommand` is one on an account that its process has not cached, at the slower pace. `idle` is a
 * second of one API process with one worker, `stream` a second of one stream.
 */
export const dailyActivities = [
  'idle',
  'awake',
  'firstCommand',
  'command',
  'crowdedCommand',
  'read',
  'notModified',
  'login',
  'stream',
  'importedLine',
  'renewal',
  'verification',
  'verifiedEvent',
] as const
export type DailyActivity = (typeof dailyActivities)[number]

/** Processor seconds of each part, bytes of WAL, and transactions of one activity. */
export interface ResourceCost {
  api: number
  worker: number
  postgres: number
  wal: number
  transactions: number
}
export type ActivityCosts = Record<DailyActivity, ResourceCost>
/** How often each activity happens. */
export type DailyLoad = Partial<Record<DailyActivity, number>>

export const noCost: ResourceCost = { api: 0, worker: 0, postgres: 0, wal: 0, transactions: 0 }
export const costParts = Object.keys(noCost) as (keyof ResourceCost)[]

/** The total cost of a load. @param aSecond commands that arrive in a second, whose jobs are gathered */
export function costOf(load: DailyLoad, costs: ActivityCosts, aSecond: number): ResourceCost {
  const sum = { ...noCost }
  const commands = (load.command ?? 0) + (load.firstCommand ?? 0)
  const crowded = crowdedness(aSecond)
  for (const part of costParts) {
    for (const doing of dailyActivities) sum[part] += (load[doing] ?? 0) * costs[doing][part]
    sum[part] += commands * crowded * (costs.crowdedCommand[part] - costs.command[part])
  }
  return sum
}

/**
 * The position of a pace between the slower and the faster measured one, from 0 to 1: between them a constant cost a second
 * is shared by more commands. Beyond the faster one no further saving is assumed.
 */
function crowdedness(aSecond: number): number {
  const { command: slow, crowdedCommand: fast } = paces
  const pace = Math.min(fast, Math.max(slow, aSecond))
  return (1 / slow - 1 / pace) / (1 / slow - 1 / fast)
}

const MINUTES = 1_440

/** The share of a day's visits that begin in each minute; the sum is 1. */
export function arrivals(): number[] {
  const near = (minute: number, hour: number) => {
    const distance = Math.abs(minute / 60 - hour)
    return Math.min(distance, 24 - distance)
  }
  const raw = Array.from({ length: MINUTES }, (_, minute) =>
    curve.peaks.reduce(
      (sum, { hour, width, weight }) => sum + weight * Math.exp(-((near(minute, hour) / width) ** 2) / 2),
      curve.atAnyTime as number,
    ),
  )
  const all = raw.reduce((sum, each) => sum + each, 0)
  return raw.map((each) => each / all)
}

/** The activities of all people in a day. @param factor relative to an ordinary day */
export function peoplesDay(accounts: number, factor: number): DailyLoad {
  const active = accounts * Math.min(1, assumed.activeShare * factor)
  const visits = active * assumed.visits
  const commands = active * assumed.commands
  return {
    // With so many accounts, no process still caches one from the visit before.
    firstCommand: visits,
    command: commands - visits,
    read: visits * assumed.readsOfVisit + commands * assumed.readsAfterCommand,
    notModified: visits * assumed.notModifiedOfVisit,
    login: visits * assumed.loginShare,
    stream: visits * assumed.visitSeconds,
    importedLine: active * assumed.importShare * assumed.importLines,
  }
}

/** The work of a year in ordinary days: twelve months with their days of salaries. */
export function daysOfYear(): number {
  const { fifthWorkingDay, tenth, twentieth, last } = assumed.salary
  return 365 + 12 * (fifthWorkingDay + tenth + twentieth + last - 4)
}

export interface MachineCounts {
  postgresCores: number
  apiProcesses: number
  workers: number
}

/** The worst minute of a part: busy cores, their share of all, and the average wait for a core. */
export interface DailyPeak {
  cores: number
  share: number
  at: string
  waitMs: number
}

export interface SimulatedDay {
  api: DailyPeak
  postgres: DailyPeak
  worker: DailyPeak
  /** Cores of workers busy in the worst minute with the jobs of people's commands alone. */
  workerOfPeople: number
  /** Bytes of WAL in the worst second and in the day. */
  walPeak: number
  wal: number
  transactions: number
  streams: number
  commandsPeak: number
  /** Hours after midnight at which the last computed answer was renewed. */
  renewedAfter: number
  /** Hours of sequential work in one run. */
  verifyHours: number
  occurrenceHours: number
}

/**
 * Simulates a day by the minute. @param coldWal bytes of WAL of a command whose pages are all changed for the first time since a
 * checkpoint
 */
export function simulate(accounts: number, factor: number, machines: MachineCounts, costs: ActivityCosts, coldWal: number): SimulatedDay {
  const [people, shares] = [peoplesDay(accounts, factor), arrivals()]
  const verified = (1.1 * accounts) / assumed.verifyRoundDays
  const verifyOne = costOf({ verification: 1, verifiedEvent: assumed.eventsOfAccount }, costs, 0)
  // A worker's command: its share in an API process is not known separately, so it is counted whole.
  const { firstCommand } = costs
  const occurrence = { ...firstCommand, api: 0, worker: firstCommand.api + firstCommand.worker }
  const lanes = [
    { left: verified, cost: verifyOne },
    { left: accounts * assumed.occurrences, cost: occurrence },
  ].map((lane) => ({ ...lane, aMinute: 60 / (lane.cost.worker + lane.cost.postgres) }))
  const laneHours = lanes.map(({ left, aMinute }) => left / aMinute / 60)

  let [toRenew, renewedAfter, wal, transactions, workerOfPeople] = [accounts, 0, 0, 0, 0]
  const requests = (people.command ?? 0) + (people.firstCommand ?? 0) + (people.read ?? 0) + (people.notModified ?? 0)
  const used: ResourceCost[] = []
  for (let minute = 0; minute < MINUTES; minute++) {
    const share = shares[minute] as number
    const load: DailyLoad = { idle: 60 * Math.max(machines.apiProcesses, machines.workers) }
    for (const [doing, count] of Object.entries(people)) load[doing as DailyActivity] = count * share
    load.awake = Math.min(60 * machines.apiProcesses, (requests * share) / AWAKE_PACE)
    const commands = (load.command ?? 0) + (load.firstCommand ?? 0)
    const cost = costOf(load, costs, commands / 60)
    cost.wal += commands * Math.max(0, coldWal - costs.command.wal)
    workerOfPeople = Math.max(workerOfPeople, cost.worker / 60)
    for (const lane of lanes) {
      const now = Math.min(lane.left, lane.aMinute)
      lane.left -= now
      for (const part of costParts) cost[part] += now * lane.cost[part]
    }
    // Renewing uses what is left of the workers, and of Postgres up to its limit.
    const free = (have: number, busy: number, each: number) => Math.max(0, have * 60 * 0.9 - busy) / each
    const renewed = Math.min(
      toRenew,
      free(machines.workers, cost.worker, costs.renewal.worker),
      Math.max(0, machines.postgresCores * 60 * assumed.mostBusy - cost.postgres) / costs.renewal.postgres,
    )
    toRenew -= renewed
    if (renewed > 0) renewedAfter = (minute + 1) / 60
    for (const part of costParts) cost[part] += renewed * costs.renewal[part]
    wal += cost.wal
    transactions += cost.transactions
    used.push(cost)
  }
  const most = Math.max(...shares)
  const peak = (part: 'api' | 'postgres' | 'worker', cores: number) => peakOf(used, part, cores, (requests * most) / 60)
  return {
    api: peak('api', machines.apiProcesses),
    postgres: peak('postgres', machines.postgresCores),
    worker: peak('worker', machines.workers),
    workerOfPeople,
    walPeak: Math.max(...used.map((each) => each.wal)) / 60,
    wal,
    transactions,
    streams: ((people.stream ?? 0) * most) / 60,
    commandsPeak: (((people.command ?? 0) + (people.firstCommand ?? 0)) * most) / 60,
    renewedAfter: toRenew > 0 ? Number.POSITIVE_INFINITY : renewedAfter,
    verifyHours: laneHours[0] as number,
    occurrenceHours: laneHours[1] as number,
  }
}

function peakOf(used: readonly ResourceCost[], part: 'api' | 'postgres' | 'worker', have: number, aSecond: number): DailyPeak {
  const cores = Math.max(...used.map((each) => each[part] / 60))
  const minute = used.findIndex((each) => each[part] / 60 === cores)
  const at = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return { cores, share: cores / have, at, waitMs: waitOf(cores, have, aSecond) * 1_000 }
}

/** Seconds that work waits for one of so many cores with random arrivals (Erlang C). @param offered cores that it keeps busy */
export function waitOf(offered: number, servers: number, aSecond: number): number {
  if (offered >= servers) return Number.POSITIVE_INFINITY
  let blocked = 1
  for (let n = 1; n <= servers; n++) blocked = (offered * blocked) / (n + offered * blocked)
  const waits = blocked / (1 - (offered / servers) * (1 - blocked))
  return (waits * (offered / aSecond)) / (servers - offered)
}

/** The machines that a day of salaries needs so that none exceeds its limit in the worst minute. */
export function machinesFor(accounts: number, factor: number, costs: ActivityCosts, coldWal: number): MachineCounts {
  const hours = 3_600 * assumed.renewedWithinHours * 0.8
  const renewing = accounts / hours
  let machines: MachineCounts = {
    postgresCores: Math.ceil((renewing * costs.renewal.postgres) / assumed.mostBusy) + 1,
    apiProcesses: 1,
    workers: Math.ceil(renewing * costs.renewal.worker) + 1,
  }
  // Processes themselves have a cost, so the result is iterated until it is stable.
  for (let round = 0; round < 20; round++) {
    const day = simulate(accounts, factor, machines, costs, coldWal)
    const next = {
      postgresCores: Math.max(machines.postgresCores, Math.ceil(day.postgres.cores / assumed.mostBusy - 1e-9)),
      apiProcesses: Math.max(Math.ceil(day.api.cores / assumed.mostBusy), Math.ceil(day.streams / assumed.streamsOfProcess), 2),
      workers:
        Math.max(machines.workers, Math.ceil(day.workerOfPeople / assumed.mostBusy)) +
        (day.renewedAfter > assumed.renewedWithinHours ? Math.ceil(machines.workers / 10) : 0),
    }
    const same = Object.entries(next).every(([name, count]) => machines[name as keyof MachineCounts] === count)
    machines = next
    if (same) break
  }
  return machines
}

/** Connections of the processes without a pooler. */
export const connectionsOf = ({ apiProcesses, workers }: MachineCounts) => apiProcesses * 11 + workers * 16

/** Bytes that Postgres should cache on an ordinary day. */
export const hotOf = (accounts: number) => accounts * assumed.activeShare * assumed.hotBytes

/** The number of accounts that one place holds by each limit, ascending. Everything grows linearly with the accounts. */
export function holdsOf(
  accounts: number,
  day: SimulatedDay,
  machines: MachineCounts,
  storedAfterYear: number,
): { of: string; accounts: number }[] {
  const shares = {
    'Postgres’ processors': day.postgres.cores / assumed.mostBusy / onePlace.postgresCores,
    'Postgres’ WAL': day.walPeak / onePlace.walBytesASecond,
    'disk after a year': storedAfterYear / onePlace.diskBytes,
    memory: hotOf(accounts) / onePlace.memoryBytes,
    'connections without a pooler': connectionsOf(machines) / onePlace.connections,
    'transactions a day': day.transactions / onePlace.transactionsADay,
    'the one run that verifies': day.verifyHours / onePlace.laneHours,
    'the one run that records occurrences': day.occurrenceHours / onePlace.laneHours,
  }
  return Object.entries(shares)
    .map(([of, share]) => ({ of, accounts: accounts / share }))
    .sort((one, other) => one.accounts - other.accounts)
}
