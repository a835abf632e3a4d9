import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from './database.js'
import { openDatabase, type DatabaseOptions } from './open-database.js'

/** Runs one statement on a connection of its own, for what no pool may do, such as making and removing databases. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface TestDatabase {
  database: Database
  url: string
  /** Closes the pool and removes the database. */
  drop: () => Promise<void>
}

/** A database of the test file's own, with every migration applied, on the cluster that the test run started. */
export async function createTestDatabase(options: Omit<DatabaseOptions, 'url'> = {}): Promise<TestDatabase> {
  const { PRUMO_TEST_CLUSTER: cluster, PRUMO_TEST_TEMPLATE: template } = process.env
  if (!cluster || !template) throw new Error('Only *.int.spec.ts files, run by jest, have a test cluster.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(cluster, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = Object.assign(new URL(cluster), { pathname: `/${name}` }).toString()
  const database = await openDatabase({ url, ...options })
  return {
    database,
    url,
    async drop() {
      await database.close()
      await administer(cluster, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/**
 * Has the clock of a test's database stand still at a moment, or go on so many milliseconds ahead. Functions of the same
 * names stand in front of those by which Postgres tells the time, so the whole program asks them. Its connections are
 * ended, because they know the old ones.
 */
export async function setServerClock(database: Database, to: Date | number): Promise<void> {
  const url = (database.dataSource.options as { url: string }).url
  const name = new URL(url).pathname.slice(1)
  const told = typeof to === 'number' ? `pg_catalog.clock_timestamp() + interval '${to} milliseconds'` : `timestamptz '${to.toISOString()}'`
  await administer(
    url,
    `create schema if not exists told;
     create or replace function told.clock_timestamp() returns timestamptz language sql volatile as $$ select ${told} $$;
     create or replace function told.now() returns timestamptz language sql volatile as $$ select ${told} $$;
     alter database ${name} set search_path = told, pg_catalog, public;
     select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
  )
  while (
    !(await database.setClock().then(
      () => true,
      () => false,
    ))
  )
    await pause(20)
}
