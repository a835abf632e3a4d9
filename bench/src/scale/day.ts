import { costByPart, type ResourceCost } from '../usage.js'
import { assumed, curve, onePlace, replyRetention } from './assumptions.js'

/**
 * Commands a second at which `command` and `crowdedCommand` are measured: workers gather the jobs of commands that arrive together.
 */
export const paces = { command: 30, crowdedCommand: 100 } as const

/** Requests a second that keep one API process awake without a pause; fewer cost that share of it. */
export const AWAKE_PACE = 150

/**
 * The activities with a cost. `firstCommand` is one on an account that its process has not cached, at the slower pace. `idle` is a
 * second of one API process with one worker, `awake` one in which an API process is asked, `stream` a second of one stream.
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
export type ActivityCosts = Record<DailyActivity, ResourceCost>
/** How often each activity happens. */
export type DailyLoad = Partial<Record<DailyActivity, number>>

/** Bytes that remain stored, of tables with their indexes. */
export interface StoredBytes {
  /** Of a command, by purpose. */
  ofCommand: Record<'log' | 'replies' | 'readModels' | 'rest', number>
  /** Of an account with its first ten events. */
  ofAccount: number
  /** Of an imported line. */
  ofLine: number
}

/** The total cost of a load. @param aSecond commands that arrive in a second, whose jobs are gathered */
export function costOf(load: DailyLoad, costs: ActivityCosts, aSecond: number): ResourceCost {
  const crowded = ((load.command ?? 0) + (load.firstCommand ?? 0)) * crowdedness(aSecond)
  return costByPart((part) =>
    dailyActivities.reduce(
      (sum, doing) => sum + (load[doing] ?? 0) * costs[doing][part],
      crowded * (costs.crowdedCommand[part] - costs.command[part]),
    ),
  )
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
  const raw = Array.from({ length: MINUTES }, (_, minute) =>
    curve.peaks.reduce((sum, { hour, width, weight }) => {
      const apart = Math.abs(minute / 60 - hour)
      return sum + weight * Math.exp(-((Math.min(apart, 24 - apart) / width) ** 2) / 2)
    }, curve.atAnyTime as number),
  )
  const all = raw.reduce((sum, each) => sum + each, 0)
  return raw.map((each) => each / all)
}

/** The activities of all people in a day. @param factor relative to an ordinary day */
function peoplesDay(accounts: number, factor: number) {
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

/** What one place with so many accounts needs on a day of salaries. */
export type PlaceNeeds = ReturnType<typeof needsOf>

/** @param coldWal bytes of WAL of a command whose pages are all changed for the first time since a checkpoint */
export function needsOf(accounts: number, costs: ActivityCosts, stored: StoredBytes, coldWal: number) {
  const day = peoplesDay(accounts, assumed.salary.fifthWorkingDay)
  const commandsOfDay = day.command + day.firstCommand
  // The share of the day in a second of its busiest minute.
  const peak = Math.max(...arrivals()) / 60
  const [commands, streams] = [commandsOfDay * peak, day.stream * peak]
  const requests = commands + (day.read + day.notModified) * peak
  const least = Math.max(2, Math.ceil(streams / assumed.streamsOfProcess))
  const load: DailyLoad = { idle: least, awake: Math.min(least, requests / AWAKE_PACE) }
  for (const [doing, count] of Object.entries(day)) load[doing as DailyActivity] = count * peak
  const busy = costOf(load, costs, commands)

  const renewals = accounts / (3_600 * assumed.renewedWithinHours * 0.8)
  const postgresCores = Math.ceil(Math.max(busy.postgres, renewals * costs.renewal.postgres + 1) / assumed.mostBusy)
  const workers = Math.max(Math.ceil(busy.worker / assumed.mostBusy), Math.ceil(renewals * costs.renewal.worker) + 1)
  const apiProcesses = Math.max(least, Math.ceil(busy.api / assumed.mostBusy))
  const renewal = Math.max(costs.renewal.postgres / (postgresCores * assumed.mostBusy), costs.renewal.worker / (workers * 0.9))

  const verified = (1.1 * accounts) / assumed.verifyRoundDays
  const verifyOne = costOf({ verification: 1, verifiedEvent: assumed.eventsOfAccount }, costs, 0)
  const { firstCommand } = costs
  const whole = costOf(
    { ...day, idle: 86_400 * apiProcesses, renewal: accounts, verification: verified, verifiedEvent: verified * assumed.eventsOfAccount },
    costs,
    commandsOfDay / 86_400,
  )
  const cold = Math.max(0, coldWal - costs.command.wal)
  const diskAtFirst = accounts * stored.ofAccount
  const growth = growthOfYear(accounts, stored)
  return {
    commands,
    postgresCores,
    busyPostgres: busy.postgres,
    apiProcesses,
    workers,
    streams,
    connections: apiProcesses * 11 + workers * 16,
    memory: accounts * assumed.activeShare * assumed.hotBytes,
    walPeak: busy.wal + commands * cold,
    wal: whole.wal + commandsOfDay * cold,
    transactions: whole.transactions,
    diskAtFirst,
    growth,
    renewalHours: (accounts * renewal) / 3_600,
    verifyHours: (verified * (verifyOne.worker + verifyOne.postgres)) / 3_600,
    // A worker's command: its share in an API process is not known separately, so it is counted whole.
    occurrenceHours: (accounts * assumed.occurrences * (firstCommand.api + firstCommand.worker + firstCommand.postgres)) / 3_600,
  }
}

/** Bytes by which tables and indexes grow in the first year, with the replies of its last days. */
function growthOfYear(accounts: number, stored: StoredBytes): number {
  const { command, firstCommand, importedLine } = peoplesDay(accounts, 1)
  const { fifthWorkingDay, tenth, twentieth, last } = assumed.salary
  // Ordinary days with the same work: twelve months with their days of salaries.
  const days = 365 + 12 * (fifthWorkingDay + tenth + twentieth + last - 4)
  const { replies, log, readModels, rest } = stored.ofCommand
  const { days: kept, bytesOfKey } = replyRetention
  const ofCommands = days * (log + readModels + rest) + kept * replies + (days - kept) * bytesOfKey
  return (command + firstCommand) * ofCommands + days * importedLine * stored.ofLine
}

/** The number of accounts that one place holds by each limit, ascending. Everything grows linearly with the accounts. */
export function holdsOf(accounts: number, needs: PlaceNeeds): { of: string; accounts: number }[] {
  const shares = {
    'Postgres’ processors': needs.busyPostgres / assumed.mostBusy / onePlace.postgresCores,
    'Postgres’ WAL': needs.walPeak / onePlace.walBytesASecond,
    'disk after a year': (needs.diskAtFirst + needs.growth) / onePlace.diskBytes,
    memory: needs.memory / onePlace.memoryBytes,
    'connections without a pooler': needs.connections / onePlace.connections,
    'transactions a day': needs.transactions / onePlace.transactionsADay,
    'the one run that verifies': needs.verifyHours / onePlace.laneHours,
    'the one run that records occurrences': needs.occurrenceHours / onePlace.laneHours,
  }
  return Object.entries(shares)
    .map(([of, share]) => ({ of, accounts: accounts / share }))
    .sort((one, other) => one.accounts - other.accounts)
}
