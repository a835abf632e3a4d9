import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { PoolClient } from 'pg'
import type { MigrationInterface, QueryRunner } from 'typeorm'
import type { LogReading } from '@prumo/backend/event-store/log-reading'
import { rebuild } from '@prumo/backend/event-store/rebuild/rebuild'
import { migrations } from '@prumo/backend/composition/migrations'
import type { Database } from '@prumo/backend/platform/database/database'
import { migrate } from '@prumo/backend/platform/database/migrate'
import { dump } from './test-dump.js'
import type { ModelRandom } from './test-model-commands.js'
import { MASTER_KEY, type TestProgram, type TestPrograms } from './test-programs.js'

/** The troubles of processes and database while people work. */
export interface TroubleCounts {
  /** How many times a process is killed and started again. */
  kills: number
  /** How often the clock of one process is wrong by a year for a while; at most four. */
  clocks: number
  /** How long a backup reads, in seconds. */
  dumpSeconds: number
}

/** What the troubles act on, and the share of the commands that is done. */
export interface TroubleScene {
  programs: TestPrograms
  ownerUrl: string
  /** Without limits on the time of statements. */
  database: Database
  /** As the tables' owner. */
  owner: Database
  reading: LogReading
  random: ModelRandom
  share: () => number
  ended: () => boolean
  report: (line: string) => void
  /** Runs a step while no server dies. */
  calm: (happens: () => Promise<void>) => Promise<void>
}

interface ScheduledTrouble {
  /** The share of the commands after which it happens. */
  at: number
  happens: () => Promise<unknown>
}

const YEAR_MS = 365 * 86_400_000
/** The share of a backup for which no command may be committed: if writers waited for it, that would be all of it. */
const STANDSTILL = 0.7
/** The least share of the commands between two troubles. */
const BETWEEN = 0.03
const rebuilding = fileURLToPath(new URL('../dist/proofs/test-rebuild-process.js', import.meta.url))

/** Causes the troubles in turn, with some commands between two of them. Rejects when one has a forbidden effect. */
export async function cause(troubles: TroubleCounts, scene: TroubleScene): Promise<void> {
  const all = [...kills(troubles.kills, scene), ...wrongClocks(troubles.clocks, scene)]
  all.push({ at: 0.3, happens: () => scene.calm(() => backUp(troubles.dumpSeconds, scene)) })
  all.push({ at: 0.75, happens: () => scene.calm(() => rebuildAll(scene)) })
  let free = 0
  for (const { at, happens } of all.toSorted((a, b) => a.at - b.at)) {
    while (scene.share() < Math.max(at, free) && !scene.ended()) await pause(20)
    if (scene.ended()) return
    await happens()
    free = scene.share() + BETWEEN
  }
}

/** Kills processes as a power cut would and starts them again: the first API first, then random ones. */
function kills(count: number, { programs, random, report }: TroubleScene): ScheduledTrouble[] {
  const all = [...programs.apis, ...programs.workers]
  return Array.from({ length: count }, (_, index) => ({
    at: (index + 1) / (count + 1),
    async happens() {
      const program = index === 0 ? (all[0] as TestProgram) : random.of(all)
      report(`kills ${program.kind}`)
      await restart(program, random.whole(0, 800))
    },
  }))
}

/** Starts an API and a worker in turns with a clock that is a year ahead, then a year behind, and then right. */
function wrongClocks(count: number, { programs: { apis, workers }, report }: TroubleScene): ScheduledTrouble[] {
  return Array.from({ length: count }, (_, index) => {
    const program = (index % 2 === 0 ? apis : workers).at(-1) as TestProgram
    const setTo = (clockErrorMs: number) => {
      report(`sets the clock of ${program.kind} ${clockErrorMs === 0 ? 'right' : clockErrorMs > 0 ? 'ahead by a year' : 'back by a year'}`)
      program.clockErrorMs = clockErrorMs
      return restart(program)
    }
    return [
      { at: (index + 0.2) / count, happens: () => setTo(index < 2 ? YEAR_MS : -YEAR_MS) },
      { at: (index + 0.8) / count, happens: () => setTo(0) },
    ]
  }).flat()
}

async function restart(program: TestProgram, pauseMs = 0): Promise<void> {
  await program.kill()
  await pause(pauseMs)
  await program.start()
}

/**
 * A backup reads for seconds. Meanwhile a process starts, a migration changes a table that every append writes, and a
 * rebuild is killed while it swaps a table; commands continue all the time.
 */
async function backUp(seconds: number, scene: TroubleScene): Promise<void> {
  const { ownerUrl, programs, random, report } = scene
  // Connected before anything waits: the time of a command is measured, not that of connecting on a busy machine.
  const observer = await scene.database.pool.connect()
  const meanwhile: Promise<unknown>[] = []
  const dumped = dump(ownerUrl, seconds, () => {
    meanwhile.push(
      restart(random.of(programs.apis)),
      migrate(ownerUrl, [...migrations, WhileDumped9999999999999]),
      cutShort(seconds, scene),
    )
    // Their failures are awaited further below; until then they must not count as unhandled.
    for (const each of meanwhile) each.catch(() => undefined)
  })
  const looking = longestStandstill(observer, dumped)
  // Also after a failure, both have to end before the database is dropped.
  await Promise.allSettled([looking, dumped])
  await Promise.allSettled(meanwhile)
  observer.release()
  const [standstill, events] = await Promise.all([looking, dumped])
  await Promise.all(meanwhile)
  report(`backed up ${events} events in ${seconds} s, in which commands stood still for ${standstill} ms at most`)
  if (standstill > STANDSTILL * seconds * 1000) throw new Error(`Commands stood still for ${standstill} ms while a backup was read`)
}

/** Changes a table that every append writes, without another purpose. */
class WhileDumped9999999999999 implements MigrationInterface {
  name = 'WhileDumped9999999999999'

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_heads add column while_dumped boolean')
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table account_heads drop column while_dumped')
  }
}

/** The longest time without a new event until a promise settles, in milliseconds. */
async function longestStandstill(observer: PoolClient, until: Promise<unknown>): Promise<number> {
  let over = false
  const end = () => void (over = true)
  until.then(end, end)
  let [longest, grew, length] = [0, performance.now(), 0]
  for (let isLast = false; !isLast; await pause(50)) {
    isLast = over
    const { rows } = await observer.query<{ length: number }>('select sum(seq)::bigint as length from account_heads')
    longest = Math.max(longest, performance.now() - grew)
    if (rows[0] && rows[0].length > length) [grew, length] = [performance.now(), rows[0].length]
  }
  return Math.round(longest)
}

/** Kills a rebuild with a table half written, or while it swaps one, for which the backup makes it wait. */
async function cutShort(seconds: number, { ownerUrl, database, report }: TroubleScene): Promise<void> {
  const child = spawn(process.execPath, [rebuilding, ownerUrl, MASTER_KEY], { stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  const isMaking = async () => (await database.rows({ text: `select 1 from pg_tables where tablename like '%shadow%'` })).length > 0
  while (child.exitCode === null && !(await isMaking())) await pause(10)
  await pause((seconds * 1000) / 4)
  if (child.exitCode !== null) throw new Error(`A rebuild that was to be killed had ended with ${child.exitCode}`)
  child.kill('SIGKILL')
  await exited
  report('killed a rebuild')
}

async function rebuildAll({ owner, reading, report }: TroubleScene): Promise<void> {
  const { events, setAsideAccounts } = await rebuild(owner, reading, reading.readModels.projections)
  if (setAsideAccounts.size > 0) throw new Error(`Set aside: ${JSON.stringify([...setAsideAccounts])}`)
  report(`made every read model again, of ${events} events read`)
}
