import { setTimeout as pause } from 'node:timers/promises'
import { logContents } from '@prumo/backend/composition/capabilities'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { verifyAccount } from '@prumo/backend/event-store/verify/verify'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import type { Database } from '@prumo/backend/platform/database/database'
import { isAway } from '@prumo/backend/platform/database/sqlstate'
import { createTestDatabase } from '../test-database.js'
import { Crowd, type CrowdSample } from './test-crowd.js'
import { ModelPerson } from './test-model-person.js'
import { SilencedNetwork, type ResumeMode } from './test-network.js'
import { MASTER_KEY, startPrograms, type TestPrograms } from './test-programs.js'

export interface SilenceRun {
  seed: number
  /** How long nothing arrives, in milliseconds. */
  silenceMs: number
  people: number
  /** A factor for the time limits: 1, or more on a busy machine. */
  patience: number
  /** What happens to the connections after each silence; by default each mode once. */
  silences?: readonly ResumeMode[]
}

/** The limit for each answer, also a refusal, and for the recovery. */
const WITHIN_MS = 10_000
/** Two seconds, and what a busy machine needs to notice. */
const READY_WITHIN_MS = 3_500
/** The least time that a silence continues after readiness has to report it. */
const READY_SEEN_MS = 1_000
/** How much more memory an API may use while nothing gets through. */
const MEMORY = 150 * 1024 * 1024
const WELL_FOR_MS = 1_500

/**
 * An API and a worker lose their Postgres twice to a network that swallows everything: once the connections come back,
 * once they never do. The answers meanwhile, and the state afterwards, are compared with the model.
 */
export async function runSilence(run: SilenceRun, report: (line: string) => void): Promise<void> {
  const withinMs = WITHIN_MS * run.patience
  const { database, owner, url, drop } = await createTestDatabase()
  const reading = logReading(logContents, new AccountKeys(Buffer.from(MASTER_KEY, 'hex')))
  await ensureReadModels(owner, reading)
  const network = await SilencedNetwork.to(url)
  const programs = await startPrograms(network.through(url), { apis: 1, workers: 1 })
  try {
    const [api] = programs.apis as [TestPrograms['apis'][number]]
    const people = Array.from({ length: run.people }, (_, index) => new ModelPerson(programs.apis, run.seed * 10_007 + index, { withinMs }))
    await Promise.all(people.map((person) => person.register()))
    const crowd = new Crowd(api, withinMs)
    await crowd.begin()
    const ended = new AbortController()
    const failures: Error[] = []
    const working = people.map(async (person) => {
      while (!ended.signal.aborted) await person.flurry()
    })
    const worked = Promise.all(working.map((each) => each.catch((failure: Error) => void failures.push(failure))))
    try {
      for (const afterwards of run.silences ?? (['held back', 'dead'] as const))
        await goSilent(run, afterwards, { network, crowd, database, report })
    } finally {
      ended.abort()
      network.speakAgain()
      await Promise.all([crowd.end(), worked])
    }
    checkAnswered(crowd.samples, withinMs)
    const [failure] = failures
    if (failure) throw failure
    await crowd.checkWritten()
    for (const person of people) await person.lookAtAll()
    for (const accountId of [...people.map(({ id }) => id), ...crowd.accounts]) {
      const { problem } = await verifyAccount(database, reading, accountId)
      if (problem !== null) throw new Error(`Account ${accountId}: ${problem}`)
    }
  } finally {
    await programs.close()
    await network.close()
    await drop()
  }
}

interface SilenceScene {
  network: SilencedNetwork
  crowd: Crowd
  database: Database
  report: (line: string) => void
}

async function goSilent(
  { silenceMs, patience }: SilenceRun,
  afterwards: ResumeMode,
  { network, crowd, database, report }: SilenceScene,
): Promise<void> {
  const [withinMs, readyWithinMs] = [WITHIN_MS * patience, Math.min(READY_WITHIN_MS * patience, silenceMs - READY_SEEN_MS)]
  await untilWell(crowd, database, Date.now(), withinMs * 3)
  const before = crowd.memory
  const fell = Date.now()
  network.fallSilent(afterwards)
  await pause(silenceMs)
  network.speakAgain()
  const returned = Date.now()
  const wellAfter = await untilWell(crowd, database, returned, withinMs)
  const grown = Math.round((crowd.memory - before) / 1024 / 1024)
  const refused = crowd.samples.filter(({ at, status }) => at > fell && at < returned && status === 503)
  const slowest = Math.max(0, ...refused.filter(({ what }) => what !== 'ready').map(({ ms }) => ms))
  report(
    `${afterwards}: ${refused.length} refusals, the slowest after ${slowest} ms; well ${wellAfter} ms after the return; ${grown} MB more`,
  )
  if (crowd.memory - before > MEMORY) throw new Error(`The API holds ${grown} MB more than before the silence`)
  const ready = crowd.samples.filter(({ what, at }) => what === 'ready' && at > fell + 200 && at < returned - readyWithinMs)
  const late = ready.find(({ status, ms }) => status !== 503 || ms > readyWithinMs)
  if (ready.length === 0 || late) throw new Error(`In the silence ready answered ${JSON.stringify(late)}`)
}

/** Waits until all requests succeed for a while, and a worker stored something. @returns the time it took, in milliseconds */
async function untilWell(crowd: Crowd, database: Database, since: number, withinMs: number): Promise<number> {
  const text = 'select 1 from stored_answers where computed_at > $1 limit 1'
  for (let wellSince = since; ; await pause(100)) {
    const now = Date.now()
    const bad = crowd.samples.filter(({ at, status }) => at >= wellSince && (status === 0 || status >= 300)).map(({ at }) => at)
    if (bad.length > 0) wellSince = Math.max(...bad) + 1
    // A server that refuses reads, because everything held back arrives at once, has not recovered yet.
    const worked = await database.rows({ text }, [new Date(since)]).then((rows) => rows.length > 0, falseWhereAway)
    if (worked && now - wellSince >= WELL_FOR_MS && crowd.isWellSince(wellSince)) return wellSince - since
    if (now - since < withinMs + WELL_FOR_MS + 500) continue
    const last = crowd.samples.slice(-9).map(({ what, status, ms }) => `${what} ${status} ${ms} ms`)
    throw new Error(`Not well ${now - since} ms after the return: ${worked ? '' : 'nothing was worked off; '}${last.join(', ')}`)
  }
}

function falseWhereAway(failure: unknown): false {
  if (isAway(failure)) return false
  throw failure
}

function checkAnswered(samples: readonly CrowdSample[], withinMs: number): void {
  const bad = samples.find(({ ms, status }) => ms > withinMs || (status >= 300 && status !== 503) || status === 0)
  if (bad) throw new Error(`Answered too late, or wrongly: ${JSON.stringify(bad)}`)
}
