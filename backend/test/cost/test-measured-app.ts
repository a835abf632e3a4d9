import 'reflect-metadata'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandBus } from '@nestjs/cqrs'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { v7 as newId } from 'uuid'
import { AppModule } from '@prumo/backend/composition/app.module'
import { logContents } from '@prumo/backend/composition/capabilities'
import { entities } from '@prumo/backend/composition/entities'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { routeTable, type ApiRoute } from '../hostile/test-route-table.js'
import type { Job, JobContext } from '@prumo/backend/jobs/job-worker'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { databaseUrls, openDatabase } from '@prumo/backend/platform/database/open-database'
import { createHttpApp } from '@prumo/backend/platform/http/http-app'
import { FileMailer } from '@prumo/backend/platform/mail/file-mailer'
import { stopOnSignals } from '@prumo/backend/platform/shutdown/shutdown'
import { asOwner } from '@prumo/backend/composition/prepare-database'
import { restoreWorker } from '@prumo/backend/restores/restore.worker'

/**
 * The server in a process of its own, whose parent reads its usage over the IPC channel. It also restores the uploaded copies,
 * as a worker would.
 */

export interface LimitedRoute extends ApiRoute {
  /** The largest accepted body, in bytes. */
  bodyLimit: number
}

export interface ProcessUsage {
  /** Processor time of the whole process since the last reading, in milliseconds. */
  cpuMs: number
  /** The longest time for which the event loop was blocked, in milliseconds. */
  holdMs: number
}

export type MeasurementQuestion =
  { ask: 'usage' } | { ask: 'routes'; token: string } | { ask: 'restore'; accountId: string; restoreId: string }

/** The interval of the probe; its delay is the length of a hold. */
const PROBE_MS = 2
const SMALL_BODY = 102_400
const LARGEST_BODY = 64 * 1024 * 1024

/**
 * Processor time of the event loop's thread, in milliseconds, without the threads that collect garbage or hash passwords.
 * Only Linux provides it; elsewhere it is that of the process.
 */
function eventLoopTime(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
}

/**
 * Watches the event loop. Time that another process or thread took is not counted as a hold: the thread has no processor time in
 * it.
 */
class UsageProbe {
  #cpu = process.cpuUsage()
  #atTick = { wall: performance.now(), cpu: eventLoopTime() }
  #holdMs = 0

  constructor() {
    setInterval(() => this.#tick(), PROBE_MS).unref()
  }

  #tick(): void {
    const [wall, cpu] = [performance.now(), eventLoopTime()]
    this.#holdMs = Math.max(this.#holdMs, Math.min(wall - this.#atTick.wall, cpu - this.#atTick.cpu))
    this.#atTick = { wall: performance.now(), cpu }
  }

  /** The usage since the last call. */
  take(): ProcessUsage {
    this.#tick()
    const { user, system } = process.cpuUsage(this.#cpu)
    const usage = { cpuMs: (user + system) / 1_000, holdMs: this.#holdMs }
    this.#cpu = process.cpuUsage()
    this.#holdMs = 0
    return usage
  }
}

/** Finds the largest accepted length by bisection. */
async function bodyLimitOf(app: NestFastifyApplication, { method, path }: ApiRoute, token: string): Promise<number> {
  const isTaken = async (length: number) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': String(length) }
    const { statusCode } = await app.inject({ method: method as 'POST', url: path.replace(/:\w+/g, newId()), headers, payload: '{}' })
    return statusCode !== 413
  }
  if (['GET', 'HEAD'].includes(method) || !(await isTaken(SMALL_BODY + 1))) return SMALL_BODY
  let [taken, refused] = [SMALL_BODY, LARGEST_BODY]
  while (refused - taken > 1) {
    const between = Math.floor((taken + refused) / 2)
    if (await isTaken(between)) taken = between
    else refused = between
  }
  return taken
}

async function limitedRoutes(app: NestFastifyApplication, token: string): Promise<LimitedRoute[]> {
  const limited: LimitedRoute[] = []
  for (const route of await routeTable(app)) limited.push({ ...route, bodyLimit: await bodyLimitOf(app, route, token) })
  return limited
}

async function bring(tools: JobContext, accountId: string, restoreId: string): Promise<void> {
  const job = {
    id: newId(),
    subject: restoreId,
    accountId,
    attempt: 1,
    signal: new AbortController().signal,
    complete: (effect: Parameters<Job['complete']>[0]) => tools.database.transaction(effect),
  } as unknown as Job
  await restoreWorker.run(job, tools)
  await tools.database.rows({ text: `delete from outbox where kind = 'restore' and subject = $1` }, [restoreId])
}

const settings = loadSettings()
const database = await openDatabase({ ...databaseUrls(settings), entities })
const reading = logReading(logContents, new AccountKeys(settings.masterKey))
await asOwner(settings, (owner) => ensureReadModels(owner, reading))
const app = await createHttpApp(AppModule.with(settings, database, reading), settings, '/nowhere')
stopOnSignals(app, app.getHttpServer())
await app.listen(settings.port, '127.0.0.1')
const mailer = new FileMailer(join(settings.dataDir, 'mails'), 'Prumo <ola@prumo.app>')
const tools: JobContext = { settings, database, reading, commands: app.get(CommandBus, { strict: false }), mailer }
const probe = new UsageProbe()

async function answer(question: MeasurementQuestion): Promise<unknown> {
  if (question.ask === 'usage') return probe.take()
  if (question.ask === 'routes') return limitedRoutes(app, question.token)
  return bring(tools, question.accountId, question.restoreId)
}

process.on('message', (question: MeasurementQuestion) => {
  answer(question).then(
    (answered) => process.send?.({ answered: answered ?? null }),
    (error: Error) => process.send?.({ failed: error.stack ?? error.message }),
  )
})
// Ends with its parent.
process.on('disconnect', () => process.exit())
process.send?.({ answered: 'ready' })
