import type { PoolClient } from 'pg'
import { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import type { JobContext } from '@prumo/backend/jobs/job-worker'
import { Settings } from '@prumo/backend/platform/config/settings'
import type { Database } from '@prumo/backend/platform/database/database'
import { databaseUrls, openDatabase } from '@prumo/backend/platform/database/open-database'
import { entities } from '@prumo/backend/composition/entities'
import type { TestShop } from './test-shop.js'
import { clientOf, type HttpClient } from './test-http.js'

/** A process that can die: from then on it neither sends nor receives anything. */
export interface MortalProcess {
  database: Database
  tools: JobContext
  /** What it was waiting for when it died, and whether before or after it was done; null while it lives. */
  readonly diedAt: string | null
  /** Makes a further wait a place where it may die. */
  step: StepWrapper
  close: () => Promise<void>
}

class ProcessDied extends Error {}

/**
 * Opens the resources of a program that dies at a chosen place. Each wait for the database or for Stripe has two places:
 * before the request is sent, and after it was done but before the answer is received.
 * @param at how many places it survives, or the name of the place where it dies
 */
export async function openMortal({ test }: Pick<TestShop, 'test'>, at: number | string): Promise<MortalProcess> {
  const { settings, http } = clientOf(test.app.get(Settings, { strict: false }))
  const database = await openDatabase({ ...databaseUrls(settings), entities })
  let places = 0
  let diedAt: string | null = null
  const place = (name: string) => {
    if (diedAt !== null) throw new ProcessDied()
    if (typeof at === 'number' ? places++ < at : name !== at) return
    diedAt = name
    throw new ProcessDied()
  }
  const waiting = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    place(`before ${name}`)
    const result = await work()
    place(`after ${name}`)
    return result
  }
  mortalHttp(http, waiting)
  mortalDatabase(database, waiting)
  const commands = new WritePath(database, test.reading)
  return {
    database,
    tools: { ...test.tools(), settings, database, commands: commands as unknown as JobContext['commands'] },
    get diedAt() {
      return diedAt
    },
    step: waiting,
    close: () => database.close(),
  }
}

type StepWrapper = <T>(name: string, work: () => Promise<T>) => Promise<T>

function mortalHttp(http: HttpClient, waiting: StepWrapper): void {
  const makeRequest = http.makeRequest.bind(http)
  http.makeRequest = (...args) => waiting((args[2] ?? '').split('?', 1)[0]?.replace(/\w+_\w{20,}/, ':id') ?? '', () => makeRequest(...args))
}

type QueryFunction = (...args: unknown[]) => Promise<unknown>

function mortalDatabase(database: Database, waiting: StepWrapper): void {
  const { pool } = database
  const nameOf = (statement: unknown) =>
    typeof statement === 'string' ? statement.slice(0, 20) : ((statement as { name?: string }).name ?? 'statement')
  const mortal = (on: { query: unknown }) => {
    const query = (on.query as QueryFunction).bind(on)
    return (...args: unknown[]) => waiting(nameOf(args[0]), () => query(...args))
  }
  const connect = pool.connect.bind(pool)
  const mortalClient = (client: PoolClient) =>
    new Proxy(client, {
      get: (target, name) => (name === 'query' ? mortal(target) : bound(target, Reflect.get(target, name))),
    })
  Object.assign(pool, {
    // It connects to ask, and is counted there.
    query: async (...args: unknown[]) => {
      const client = await connect()
      try {
        return await mortal(client)(...args)
      } finally {
        client.release()
      }
    },
    connect: (callback?: (error: Error | undefined, client: PoolClient | undefined, release: unknown) => void) =>
      callback
        ? connect((error, client, release) => callback(error, client && mortalClient(client), release))
        : connect().then(mortalClient),
  })
  const pipeline = database.pipeline.bind(database)
  database.pipeline = () => {
    const made = pipeline()
    const transaction = made.transaction.bind(made)
    made.transaction = (statements) => waiting('append', () => transaction(statements))
    return made
  }
}

function bound(target: object, value: unknown): unknown {
  return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value
}
