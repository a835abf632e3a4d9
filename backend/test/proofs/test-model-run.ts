import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { logContents } from '@prumo/backend/composition/capabilities'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { createTestDatabase, type TestDatabase } from '../test-database.js'
import { recordAccountAccess } from '@prumo/backend/operator/account-access'
import type { Database } from '@prumo/backend/platform/database/database'
import { ModelRandom } from './test-model-commands.js'
import { ModelPerson } from './test-model-person.js'
import { cause, type TroubleScene, type TroubleCounts } from './test-model-troubles.js'
import { attachedBytes } from './test-model.js'
import { MASTER_KEY, startPrograms } from './test-programs.js'

export interface ModelRun extends TroubleCounts {
  seed: number
  apis: number
  workers: number
  accounts: number
  commands: number
  /** The least number of events of each type. */
  everyType: number
}

/** The number of people who work at the same time. */
const AT_ONCE = 10
const ANALYSIS_MS = 60_000
/** The most rounds that are added while a type of event is still too rare, which is a matter of chance. */
const MORE_ROUNDS = 200

/**
 * People work through several processes, while troubles happen; in the end everything has to agree with the model.
 * @param surrounding additional settings of the processes, derived from those of the database
 * @param calm runs a step while no server dies, because an operator would repeat it otherwise
 */
export async function runModel(
  run: ModelRun,
  report: (line: string) => void,
  surrounding: (addresses: TestDatabase['settings']) => Promise<Record<string, string>> = () => Promise.resolve({}),
  calm: TroubleScene['calm'] = (happens) => happens(),
): Promise<void> {
  const { database, owner, url, ownerUrl, settings, drop } = await createTestDatabase({ patient: true })
  const reading = logReading(logContents, new AccountKeys(Buffer.from(MASTER_KEY, 'hex')))
  await ensureReadModels(owner, reading)
  const before = await stateOf(database)
  const around = await surrounding(settings)
  const programs = await startPrograms(url, run, around)
  try {
    const random = new ModelRandom(run.seed)
    const people = Array.from(
      { length: run.accounts },
      (_, index) => new ModelPerson(programs.apis, run.seed * 10_007 + index, { shop: programs.shop, mailbox: programs.mailbox }),
    )
    await forEachPerson(people, (person) => person.register())
    report(`${people.length} accounts`)
    await work(run, people, { programs, ownerUrl, database, owner, reading, random, report, calm })
    await calm(() => checkEnd(run, people, { database, reading }, before))
    if (around.OPS_TOKEN) for (const { origin } of programs.apis) report(await replicaReads(origin, around.OPS_TOKEN))
  } finally {
    await calm(() => programs.close().then(drop))
  }
}

/** Adds rounds until rare events have happened, then compares the processes and the database with the model. */
async function checkEnd(
  run: ModelRun,
  people: readonly ModelPerson[],
  on: Pick<TroubleScene, 'database' | 'reading'>,
  before: DatabaseState,
): Promise<void> {
  const { database, reading } = on
  for (let round = 0; round < MORE_ROUNDS && (await rareTypes(database, run.everyType, ENDING)).length > 0; round++) {
    await forEachPerson(people, (person) => person.flurry())
  }
  await forEachPerson(people.slice(0, run.everyType), async (person) => {
    const look = { accountId: person.id, operator: 'ana.lima', line: 'events', reason: 'pedido 4711' }
    const [noted] = await Promise.all([recordAccountAccess(on, look), person.flurry()])
    assert.equal(noted, true)
  })
  await forEachPerson(people, (person) => person.lookAtAll())
  await forEachPerson(people, (person) => person.lookAtAnalysis(ANALYSIS_MS))
  await checkUsage(database, people)
  await forEachPerson(people.slice(0, Math.max(run.everyType, 1)), (person) => person.erase())
  for (const { id } of people) {
    const { problem } = await verifyAccount(database, reading, id)
    if (problem !== null) throw new Error(`Account ${id}: ${problem}`)
  }
  const rare = await rareTypes(database, run.everyType, [])
  if (rare.length > 0) throw new Error(`Hardly recorded, or never: ${rare.join(', ')}`)
  await checkOutbox(database)
  await checkTimes(database, before.time)
  assert.deepEqual((await stateOf(database)).tables, before.tables)
}

/** The number of an API's reads that the replica answered since its last start, by outcome. */
async function replicaReads(origin: string, token: string): Promise<string> {
  const answer = await fetch(`${origin}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const lines = (await answer.text()).matchAll(/^prumo_replica_reads_total\{outcome="(\w+)"\} (\d+)$/gm)
  return `reads of the replica at ${origin}: ${[...lines].map(([, outcome, count]) => `${count} ${outcome}`).join(', ')}`
}

/** Calls `each` for everyone, a few at a time. */
async function forEachPerson(people: readonly ModelPerson[], each: (person: ModelPerson) => Promise<void>): Promise<void> {
  const waiting = [...people]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let person = waiting.shift(); person; person = waiting.shift()) await each(person)
    }),
  )
}

async function work(run: ModelRun, people: readonly ModelPerson[], around: Omit<TroubleScene, 'share' | 'ended'>): Promise<void> {
  const { random, report } = around
  const issued = () => people.reduce((sum, person) => sum + person.issued, 0)
  const busy = new Set<ModelPerson>()
  const failures: Error[] = []
  const fail = (error: Error) => void failures.push(error)
  const startedAt = Date.now()
  const caused = new AbortController()
  const lanes = Array.from({ length: Math.min(AT_ONCE, people.length) }, async () => {
    while ((issued() < run.commands || !caused.signal.aborted) && failures.length === 0) {
      const free = people.filter((person) => !busy.has(person))
      const person = random.of(free)
      busy.add(person)
      await person.flurry().catch(fail)
      busy.delete(person)
    }
  })
  const reportWithCount = (line: string) => report(`${issued()} commands: ${line}`)
  const causing = cause(run, { ...around, report: reportWithCount, share: () => issued() / run.commands, ended: () => failures.length > 0 })
    .catch(fail)
    .finally(() => caused.abort())
  await Promise.all(lanes)
  await causing
  const [failure] = failures
  if (failure) throw failure
  report(`${issued()} commands in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/**
 * Events that this run cannot cause. Some take days or months (`subscriptions/delivery-order.long.spec.ts`,
 * `recurrences/recurring-year.long.spec.ts`), others come from restoring a copy, which
 * `restores/restores.int.spec.ts` kills halfway.
 */
const RESERVED = new Set<string>([
  'AttachmentExpired',
  'GuestAccessExpired',
  'SubscriptionRenewed',
  'SubscriptionPaymentFailed',
  'OccurrencesRecorded',
  'RestoreStarted',
  'PortionBrought',
  'ImportBrought',
  'FundMovementBrought',
])

/** The last events of the run. */
const ENDING = ['AccountLooked', 'AccountErased']

/** The types of events that were recorded too rarely: without them the run proves nothing about their commands. */
async function rareTypes(database: Database, least: number, later: readonly string[]): Promise<string[]> {
  const rows = await database.rows<{ type: string; n: number }>({ text: 'select type, count(*) as n from events group by type' })
  const counts = new Map(rows.map(({ type, n }) => [type, n]))
  const types = logContents.families.flatMap(({ definitions }) => definitions).map(({ type }) => type)
  return types.filter((type) => !RESERVED.has(type) && !later.includes(type) && (counts.get(type) ?? 0) < least)
}

/** The bytes of each account's receipts are those that its limit counts. */
async function checkUsage(database: Database, people: readonly ModelPerson[]): Promise<void> {
  const rows = await database.rows<{ id: string; bytes: number }>({
    text: 'select account_id as id, bytes from attached_bytes where bytes <> 0',
  })
  const counted = new Map(rows.map(({ id, bytes }) => [id, bytes]))
  for (const { id, account } of people) assert.equal(counted.get(id) ?? 0, attachedBytes(account), `Bytes of the receipts of ${id}`)
}

/** Every job that the commands enqueued is done, and none is a dead letter. */
async function checkOutbox(database: Database): Promise<void> {
  const deadline = Date.now() + ANALYSIS_MS
  for (;;) {
    const left = await database.rows<{ kind: string; dead: boolean }>({ text: 'select kind, failed_at is not null as dead from outbox' })
    if (left.length === 0) return
    if (left.some(({ dead }) => dead) || Date.now() > deadline) throw new Error(`Left to be done: ${JSON.stringify(left.slice(0, 5))}`)
    await pause(100)
  }
}

/** How far the estimates of two processes of the clock of Postgres may differ, in seconds. */
const RECKONING = 2

/** Every event has a time within the run, and no daily job is of a day in the future. */
async function checkTimes(database: Database, since: string): Promise<void> {
  const wrong = await database.rows(
    {
      text: `select 'event ' || type as what, recorded_at::text as at from events
      where recorded_at not between $1::timestamptz - interval '${RECKONING} s' and clock_timestamp() + interval '${RECKONING} s'
      union all select 'daily ' || kind, ran_for::text from daily_runs
        where ran_for > (clock_timestamp() at time zone 'America/Sao_Paulo')::date
      limit 5`,
    },
    [since],
  )
  if (wrong.length > 0) throw new Error(`At a time that was not: ${JSON.stringify(wrong)}`)
}

/** The time, and what an interrupted rebuild may leave behind: tables, and enabled triggers. */
interface DatabaseState {
  time: string
  tables: unknown[]
}

async function stateOf(database: Database): Promise<DatabaseState> {
  const [now] = await database.rows<{ time: string }>({ text: 'select clock_timestamp()::text as time' })
  const tables = await database.rows({
    text: `select tablename as name, null as enabled from pg_tables where schemaname = 'public'
      union all select tgname, tgenabled::text from pg_trigger where not tgisinternal order by name`,
  })
  return { time: now?.time ?? '', tables }
}
