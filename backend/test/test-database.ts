import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@prumo/backend/platform/database/database'
import { onOwnConnection } from '@prumo/backend/platform/database/own-connection'
import { openDatabase, type DatabaseOptions, type DatabaseRole } from '@prumo/backend/platform/database/open-database'

/** Runs one statement on a connection of its own, for what no pool may do, such as creating and dropping databases. */
export async function administer(url: string, statement: string): Promise<void> {
  await onOwnConnection({ connectionString: url }, (client) => client.query(statement))
}

/** Citus lists the database among the objects that all nodes share; in a copy that entry would still name the template. */
const NAME_ITSELF = `
  UPDATE pg_catalog.pg_dist_object SET objid = (SELECT oid FROM pg_database WHERE datname = current_database())
  WHERE classid = 'pg_database'::regclass`

export interface TestDatabase {
  /** With the rights of the program, or those of the role that the test chose. */
  database: Database
  /** As the tables' owner, who may also do what no part of the program does: disable triggers, end connections. */
  owner: Database
  url: string
  ownerUrl: string
  /** The settings with which a program connects to it. */
  settings: Record<'DATABASE_URL' | 'DATABASE_OWNER_URL' | 'DATABASE_OPS_URL', string>
  /** Closes the pools and drops the database. */
  drop: () => Promise<void>
}

/**
 * Creates a database for the test file, with every migration applied, on the cluster that the test run started. On Citus each
 * node has its part of the template, and a copy of all parts is a distributed database again.
 * @param as the role of `database`, by default the program's; tests that create tables choose another
 */
export async function createTestDatabase({
  as = 'app',
  ...options
}: Omit<DatabaseOptions, 'url'> & { as?: DatabaseRole } = {}): Promise<TestDatabase> {
  const { PRUMO_TEST_CLUSTER: cluster, PRUMO_TEST_SETTINGS: roles, PRUMO_TEST_TEMPLATE: template, PRUMO_TEST_CITUS: citus } = process.env
  if (!cluster || !roles || !template) throw new Error('Only *.int.spec.ts files, run by jest, have a test cluster.')
  const nodes = citus ? (JSON.parse(citus) as string[]) : [cluster]
  const name = `test_${randomBytes(6).toString('hex')}`
  const there = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()
  const onEachNode = (statement: string) => Promise.all(nodes.map((node) => administer(node, statement)))
  await onEachNode(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER prumo_owner`)
  if (citus) await Promise.all(nodes.map((node) => administer(there(node), NAME_ITSELF)))
  const addresses = Object.entries(JSON.parse(roles) as TestDatabase['settings']).map(([variable, url]) => [variable, there(url)])
  const settings = Object.fromEntries(addresses) as TestDatabase['settings']
  const ownerUrl = settings.DATABASE_OWNER_URL
  const url = { app: settings.DATABASE_URL, ops: settings.DATABASE_OPS_URL, owner: ownerUrl }[as]
  const database = await openDatabase({ url, ...options })
  const owner = await openDatabase({ url: ownerUrl, patient: true })
  return {
    database,
    owner,
    url,
    ownerUrl,
    settings,
    async drop() {
      await Promise.all([database.close(), owner.close()])
      await onEachNode(`DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/**
 * Stops the clock of a test's database at a moment, or sets it ahead by so many milliseconds. Functions that shadow
 * those of Postgres return the time, so the whole program uses it. Connections are ended, because they have cached the
 * old functions, and their end is waited for: one that ends later would fail a request of the test.
 */
export async function setServerClock(database: Database, to: Date | number): Promise<void> {
  const name = new URL((database.dataSource.options as { url: string }).url).pathname.slice(1)
  const url = Object.assign(new URL(process.env.PRUMO_TEST_CLUSTER ?? ''), { pathname: `/${name}` }).toString()
  const shifted =
    typeof to === 'number' ? `pg_catalog.clock_timestamp() + interval '${to} milliseconds'` : `timestamptz '${to.toISOString()}'`
  await administer(
    url,
    `create schema if not exists shifted;
     grant usage on schema shifted to public;
     create or replace function shifted.clock_timestamp() returns timestamptz language sql volatile as $$ select ${shifted} $$;
     create or replace function shifted.now() returns timestamptz language sql stable as $$ select ${shifted} $$;
     alter database ${name} set search_path = shifted, pg_catalog, public`,
  )
  const others = `from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`
  await administer(url, `select pg_terminate_backend(pid, 5000) ${others}`)
  while (
    !(await database.setClock().then(
      () => true,
      () => false,
    ))
  )
    await pause(20)
}
