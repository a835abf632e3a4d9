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
  // `any`: each test states what it expects of a body.
  // oxlint-disable-next-line no-explicit-any
  body: any
  headers: Record<string, string | number | string[] | undefined>
}

interface TestRequest {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** The whole server over a database of the test file's own; requests are injected without a socket. */
export interface TestApp {
  app: NestFastifyApplication
  database: Database
  /** As the tables' owner, for what the program itself may not do. */
  owner: Database
  /** The settings with which a program connects to the database, one for each role. */
  addresses: TestDatabase['settings']
  reading: LogReading
  dataDir: string
  send: (method: HttpMethod, path: string, sending?: TestRequest) => Promise<TestAnswer>
  /** Registers a person. @returns the session's token and the account */
  register: (changes?: Record<string, unknown>) => Promise<{ token: string; accountId: string; email: string; password: string }>
  /** Confirms a person's session, as sensitive requests require. @param password by default the one that `register` uses */
  confirm: (token: string, password?: string) => Promise<TestAnswer>
  /** The tools that jobs receive. */
  tools: () => JobContext
  close: () => Promise<void>
}

const PASSWORD = 'segredo1'

/** Settings that differ from the tests' defaults, perhaps derived from those of the database. */
type TestEnvironment = Record<string, string> | ((addresses: TestDatabase['settings']) => Record<string, string>)

/** A server that many files share: none of them closes it. */
export type SharedTestApp = Omit<TestApp, 'close'>

let shared: Promise<TestApp> | null = null

/**
 * The server that the files of a group share: accounts are independent of each other. A file that counts rows of all
 * accounts, runs a worker, or changes the clock, roles or tables starts its own with `startTestApp`.
 */
export function sharedTestApp(): Promise<SharedTestApp> {
  shared ??= startTestApp().then((app) => {
    closeAfterFile(() => app.close())
    return app
  })
  return shared
}

/** Closes what the files of a group share, after the last of them (test/cluster/close-shared.cjs). */
function closeAfterFile(close: () => Promise<void>): void {
  const { prumoShared = [] } = globalThis as { prumoShared?: (() => Promise<void>)[] }
  Object.assign(globalThis, { prumoShared: [...prumoShared, close] })
}

/** Starts a server for one test file. @param appFolder a built app; none by default */
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
