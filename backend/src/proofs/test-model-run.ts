import { setTimeout as pause } from 'node:timers/promises'
import { logContents } from '../capabilities.js'
import { logReading } from '../event-store/log-reading.js'
import { ensureReadModels } from '../event-store/projection/rebuild.js'
import { verifyAccount } from '../event-store/verify/verify.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { createTestDatabase } from '../platform/database/test-database.js'
import type { Database } from '../platform/database/database.js'
import { Random } from './test-model-commands.js'
import { Person } from './test-model-person.js'
import { MASTER_KEY, startPrograms, type Program, type Programs } from './test-programs.js'

export interface ModelRun {
  seed: number
  apis: number
  workers: number
  accounts: number
  commands: number
  /** How many processes are killed on the way, and started again. */
  kills: number
  /** How often at least each type of event must have been recorded. */
  everyType: number
}

/** How many people work at one time. */
const AT_ONCE = 10
const ANALYSIS_MS = 60_000
/** How often everyone goes on while some type of event was recorded too seldom, which is chance's doing. */
const MORE_ROUNDS = 200

/** People work through several processes, some of which are killed; in the end everything is as the model has it. */
export async function runModel(run: ModelRun, tell: (line: string) => void): Promise<void> {
  const { database, url, drop } = await createTestDatabase()
  const reading = logReading(logContents, new AccountKeys(Buffer.from(MASTER_KEY, 'hex')))
  await ensureReadModels(database, reading)
  const programs = await startPrograms(url, run)
  try {
    const random = new Random(run.seed)
    const people = Array.from({ length: run.accounts }, (_, index) => new Person(programs.apis, run.seed * 10_007 + index, { shop: programs.shop }))
    await inTurns(people, (person) => person.register())
    tell(`${people.length} accounts`)
    await work(run, people, programs, random, tell)
    for (let round = 0; round < MORE_ROUNDS && (await rareTypes(database, run.everyType, ENDING)).length > 0; round++) {
      await inTurns(people, (person) => person.flurry())
    }
    await inTurns(people, (person) => person.lookAtAll())
    await inTurns(people, (person) => person.lookAtAnalysis(ANALYSIS_MS))
    await inTurns(people.slice(0, Math.max(run.everyType, 1)), (person) => person.erase())
    for (const { id } of people) {
      const { problem } = await verifyAccount(database, reading, id)
      if (problem !== null) throw new Error(`Account ${id}: ${problem}`)
    }
    const rare = await rareTypes(database, run.everyType, [])
    if (rare.length > 0) throw new Error(`Hardly recorded, or never: ${rare.join(', ')}`)
    await checkOutbox(database)
  } finally {
    await programs.close()
    await drop()
  }
}

/** Does something with everyone, a few at a time. */
async function inTurns(people: readonly Person[], each: (person: Person) => Promise<void>): Promise<void> {
  const waiting = [...people]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let person = waiting.shift(); person; person = waiting.shift()) await each(person)
    }),
  )
}

async function work(run: ModelRun, people: readonly Person[], programs: Programs, random: Random, tell: (line: string) => void): Promise<void> {
  const issued = () => people.reduce((sum, person) => sum + person.issued, 0)
  const busy = new Set<Person>()
  const failures: Error[] = []
  const fail = (error: Error) => void failures.push(error)
  const begun = Date.now()
  const lanes = Array.from({ length: Math.min(AT_ONCE, people.length) }, async () => {
    while (issued() < run.commands && failures.length === 0) {
      const free = people.filter((person) => !busy.has(person))
      const person = random.of(free)
      busy.add(person)
      await person.flurry().catch(fail)
      busy.delete(person)
    }
  })
  const killing = killAtRandom(run, [...programs.apis, ...programs.workers], random, issued, () => failures.length > 0, tell).catch(fail)
  await Promise.all(lanes)
  await killing
  const [failure] = failures
  if (failure) throw failure
  tell(`${issued()} commands in ${Math.round((Date.now() - begun) / 1000)} s`)
}

/** Kills a process, any one, whenever another share of the commands is through, and starts it again a while later. */
async function killAtRandom(run: ModelRun, all: readonly Program[], random: Random, issued: () => number, ended: () => boolean, tell: (line: string) => void): Promise<void> {
  for (let kill = 1; kill <= run.kills; kill++) {
    while (issued() < (run.commands * kill) / (run.kills + 1)) {
      if (ended()) return
      await pause(20)
    }
    const program = kill === 1 ? (all[0] as Program) : random.of(all)
    await program.kill()
    tell(`killed ${program.kind} at ${issued()} commands`)
    await pause(random.whole(0, 800))
    await program.start()
  }
}

/** Events that nobody causes here: they come with the months, through which `subscriptions/delivery-order.int.spec.ts` goes. */
const RESERVED = new Set<string>(['SubscriptionRenewed', 'SubscriptionPaymentFailed'])

/** What people do last of all. */
const ENDING = ['AccountErased']

/** The types of events that were recorded too seldom: a kind of command that nobody issues here would be proved by nobody. */
async function rareTypes(database: Database, least: number, later: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ type: string; n: number }>({ text: 'select type, count(*) as n from events group by type' })
  const counts = new Map(rows.map(({ type, n }) => [type, n]))
  const types = logContents.families.flatMap(({ definitions }) => definitions).map(({ type }) => type)
  return types.filter((type) => !RESERVED.has(type) && !later.includes(type) && (counts.get(type) ?? 0) < least)
}

/** Everything that followed from the commands is done, and nothing of it died. */
async function checkOutbox(database: Database): Promise<void> {
  const deadline = Date.now() + ANALYSIS_MS
  for (;;) {
    const left = await database.rows<{ kind: string; dead: boolean }>({ text: 'select kind, failed_at is not null as dead from outbox' })
    if (left.length === 0) return
    if (left.some(({ dead }) => dead) || Date.now() > deadline) throw new Error(`Left to be done: ${JSON.stringify(left.slice(0, 5))}`)
    await pause(100)
  }
}
