import 'reflect-metadata'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandBus } from '@nestjs/cqrs'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { v4 as randomId } from 'uuid'
import { AppModule } from '@prumo/backend/composition/app.module'
import { logContents } from '@prumo/backend/composition/capabilities'
import { entities } from '@prumo/backend/composition/entities'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { logReading, type LogReading } from '@prumo/backend/event-store/log-reading'
import type { JobContext } from '@prumo/backend/jobs/job-worker'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import type { Database } from '@prumo/backend/platform/database/database'
import { createTestDatabase, type TestDatabase } from './test-database.js'
import { createHttpApp } from '@prumo/backend/platform/http/http-app'
import { FileMailer } from '@prumo/backend/platform/mail/file-mailer'

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface TestAnswer {
  status: number
  // What a test expects of a body it says itself.
  // oxlint-disable-next-line no-explicit-any
  body: any
  headers: Record<string, string | number | string[] | undefined>
}

interface TestRequest {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** The whole server of the program over a database of the test file's own; requests go in without a socket. */
export interface TestApp {
  app: NestFastifyApplication
  database: Database
  /** Of the tables' owner, for what the program itself may not do. */
  owner: Database
  /** The settings by which a program enters it with each role. */
  addresses: TestDatabase['settings']
  reading: LogReading
  dataDir: string
  send: (method: HttpMethod, path: string, sending?: TestRequest) => Promise<TestAnswer>
  /** Registers a person and gives the session's token and the account. */
  register: (changes?: Record<string, unknown>) => Promise<{ token: string; accountId: string; email: string; password: string }>
  /** Covers a person's session for what asks for a confirmation. @param password the one that `register` gives, if not said */
  confirm: (token: string, password?: string) => Promise<TestAnswer>
  /** What jobs work with. */
  tools: () => JobContext
  close: () => Promise<void>
}

const PASSWORD = 'segredo1'

/** Settings of a test's server that differ from the others', perhaps made of those that lead to its database. */
type TestEnvironment = Record<string, string> | ((addresses: TestDatabase['settings']) => Record<string, string>)

/** A server that many files use: none of them closes it. */
export type SharedTestApp = Omit<TestApp, 'close'>

let shared: Promise<TestApp> | null = null

/**
 * The server that all files of a group use whose settings are the tests' own, since accounts share nothing. Who counts what is
 * of all accounts, runs a worker, or changes the clock, roles or tables starts one with `startTestApp`.
 */
export function sharedTestApp(): Promise<SharedTestApp> {
  shared ??= startTestApp().then((app) => {
    closeAfterFile(() => app.close())
    return app
  })
  return shared
}

/** Closes what the files of a group share, at the end of the last (test/cluster/close-shared.cjs). */
function closeAfterFile(close: () => Promise<void>): void {
  const { prumoShared = [] } = globalThis as { prumoShared?: (() => Promise<void>)[] }
  Object.assign(globalThis, { prumoShared: [...prumoShared, close] })
}

/** Starts a server for a test file of its own. @param appFolder a built app; none if not given */
export async function startTestApp(environment: TestEnvironment = {}, appFolder?: string): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-test-'))
  const { database, owner, settings: addresses, drop } = await createTestDatabase({ entities })
  const own = typeof environment === 'function' ? environment(addresses) : environment
  const settings = loadSettings({ PRUMO_DATA_DIR: dataDir, ...addresses, RATE_LIMITS: 'off', LOG_LEVEL: 'silent', ...own })
  const reading = logReading(logContents, new AccountKeys(settings.masterKey))
  await ensureReadModels(owner, reading)
  const app = await createHttpApp(AppModule.with(settings, database, reading), settings, appFolder ?? join(dataDir, 'no-app'))
  await app.init()
  await app.getHttpAdapter().getInstance().ready()

  const send: TestApp['send'] = async (method, path, { token, body, headers } = {}) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const json = String(answer.headers['content-type']).includes('json')
    return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: answer.headers }
  }
  return {
    app,
    database,
    owner,
    addresses,
    reading,
    dataDir,
    send,
    tools() {
      const mailer = new FileMailer(join(dataDir, 'mails'), 'Prumo <ola@prumo.app>')
      return { settings, database, reading, commands: app.get(CommandBus, { strict: false }), mailer }
    },
    confirm: (token, password = PASSWORD) => send('POST', '/auth/confirm', { token, body: { password } }),
    async register(changes = {}) {
      const registration = {
        name: 'Ana Souza',
        email: `${randomId()}@exemplo.com`,
        password: PASSWORD,
        businessName: 'Ateliê Ana',
        businessType: 'Serviços',
        ...changes,
      }
      const { status, body } = await send('POST', '/auth/register', { body: registration })
      if (status !== 201) throw new Error(`Registration answered ${status}: ${JSON.stringify(body)}`)
      return { token: body.token, accountId: body.user.id, email: registration.email, password: registration.password }
    },
    async close() {
      await app.close()
      await drop()
      await rm(dataDir, { recursive: true })
    },
  }
}
