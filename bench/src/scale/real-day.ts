import { setTimeout as pause } from 'node:timers/promises'
import { ModelRandom } from '@prumo/backend/test/proofs/test-model-commands'
import type { BenchPerson } from '../http/people.js'
import { costOfWork, storedIn, type ResourceCost } from '../usage.js'
import { assumed } from './assumptions.js'
import { arrivals, AWAKE_PACE, type DailyLoad } from './day.js'
import { paced, type ServedSystem } from './served.js'

/** The seconds that the day of 24 hours takes. */
const DAY_SECONDS = 70
/** The least time between two commands of a person: longer than workers wait to gather jobs, as in a real day. */
const BETWEEN_SECONDS = 1.3
const SEED = 7

export interface RealDay {
  /** The activities that happened. */
  load: DailyLoad
  used: ResourceCost
  /** The bytes by which log and replies grew. */
  grown: number
  commands: number
  /** How many commands arrived in the same second as a command, on average. */
  pace: number
}

/**
 * Runs one day of these accounts: the work of midnight first, then people by the curve. Only the second half of the people
 * comes, whose accounts this API process has not cached.
 */
export async function runDay(served: ServedSystem): Promise<RealDay> {
  const { people, watch } = served
  const active = people.slice(people.length / 2, people.length / 2 + Math.round(people.length * assumed.activeShare))
  const load = { firstCommand: 0, command: 0, read: 0, notModified: 0 }
  const [sent, asked] = [new Map<number, number>(), new Map<number, number>()]
  const seen = new Set<BenchPerson>()
  const command = async (person: BenchPerson) => {
    load[seen.has(person) ? 'command' : 'firstCommand']++
    seen.add(person)
    countIn(sent)
    countIn(asked)
    await served.command(person)
    for (let n = 0; n < assumed.readsAfterCommand; n++) await read(person)
  }
  const read = async (person: BenchPerson) => {
    load.read++
    countIn(asked)
    return served.read(person)
  }
  const open = async (person: BenchPerson) => {
    for (let n = 0; n < assumed.readsOfVisit; n++) {
      const answer = await read(person)
      for (let again = 0; again < assumed.notModifiedOfVisit / assumed.readsOfVisit; again++) {
        countIn(asked)
        load[(await served.readAgain(person, answer)) ? 'notModified' : 'read']++
      }
    }
  }

  const emails = await served.register(Math.round(active.length * assumed.visits * assumed.loginShare))
  await served.drained()
  const moment = momentsOfDay()
  const doings: { at: number; once: () => Promise<unknown> }[] = []
  for (const person of active) {
    for (let visit = 0; visit < assumed.visits; visit++) {
      const at = moment()
      doings.push({ at, once: () => open(person) })
      for (let n = 1; n <= assumed.commands / assumed.visits; n++)
        doings.push({ at: at + n * BETWEEN_SECONDS, once: () => command(person) })
    }
  }
  const importers = active.slice(0, Math.round(active.length * assumed.importShare))
  for (const email of emails) doings.push({ at: moment(), once: () => served.login(email) })
  for (const person of importers) doings.push({ at: moment(), once: () => served.importLines(person, assumed.importLines) })
  doings.sort((one, other) => one.at - other.at)

  const leave = await served.openStreams(active)
  await pause(1_000)
  const startedAt = (await watch.query<{ now: string }>('select now()::text as now')).rows[0]?.now
  const before = await storedIn(watch)
  const { cost: used, seconds } = await costOfWork(served, async () => {
    await served.beginRenewing()
    await served.beginVerifying()
    await paced(
      doings.map(({ at }) => at),
      (n) => (doings[n] as (typeof doings)[number]).once(),
    )
    await served.drained()
  })
  const after = await storedIn(watch)
  await leave()

  const { rows } = await watch.query<Record<'accounts' | 'events' | 'answers', string>>(
    `select count(*) as accounts, coalesce(sum(seq), 0) as events, (select count(*) from stored_answers) as answers
     from verifications where verified_at >= $1`,
    [startedAt],
  )
  const [verified] = rows
  return {
    load: {
      ...load,
      login: emails.length,
      importedLine: importers.length * assumed.importLines,
      idle: seconds,
      awake: sumOf(asked, (count) => Math.min(1, count / AWAKE_PACE)),
      stream: active.length * seconds,
      renewal: Number(verified?.answers) / 3,
      verification: Number(verified?.accounts),
      verifiedEvent: Number(verified?.events),
    },
    used,
    grown: after.log + after.replies - before.log - before.replies,
    commands: load.firstCommand + load.command,
    pace: sumOf(sent, (count) => count ** 2) / sumOf(sent, (count) => count),
  }
}

function countIn(seconds: Map<number, number>): void {
  const second = Math.floor(performance.now() / 1_000)
  seconds.set(second, (seconds.get(second) ?? 0) + 1)
}

function sumOf(seconds: ReadonlyMap<number, number>, of: (count: number) => number): number {
  return [...seconds.values()].reduce((sum, count) => sum + of(count), 0)
}

/** Random moments by the curve of a day, in seconds of the short day. */
function momentsOfDay(): () => number {
  const random = new ModelRandom(SEED)
  const shares = arrivals()
  return () => {
    let left = random.fraction()
    const minute = shares.findIndex((share) => (left -= share) <= 0)
    return ((minute < 0 ? 0 : minute) / shares.length) * DAY_SECONDS
  }
}
