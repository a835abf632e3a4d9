import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { tryClaim } from '@prumo/backend/platform/data-folder/claim'
import { processesIn } from '@prumo/backend/platform/data-folder/processes'
import { distribute } from '@prumo/backend/platform/database/distribute'
import type { Database } from '@prumo/backend/platform/database/database'
import { onOwnConnection } from '@prumo/backend/platform/database/own-connection'
import { administer } from '../test-database.js'
import type { PostgresBinaries } from '@prumo/backend/platform/embedded-postgres/binaries'
import { ensureAccess, readAccess } from '@prumo/backend/platform/embedded-postgres/cluster-access'
import { initialise, start, stop, type PostgresParameters } from '@prumo/backend/platform/embedded-postgres/cluster'
import { removeCluster } from '@prumo/backend/platform/embedded-postgres/embedded-postgres'
import { makeRoles, roleSettings } from '@prumo/backend/platform/embedded-postgres/roles'
import { fillTemplate, inDatabase, makeTemplate, TEMPLATE } from './test-template.js'

/** Postgres 15 has no locale of its own. */
const LOCALE = ['--locale=C.UTF-8']

const PARAMETERS: PostgresParameters = {
  shared_preload_libraries: 'citus',
  // A session of a test has connections to each node, and a transaction over several nodes is prepared on each.
  max_connections: '400',
  max_prepared_transactions: '400',
  // Each database has a process that detects deadlocks between nodes and ends the prepared transactions of a lost coordinator.
  max_worker_processes: '64',
  wal_level: 'logical',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  'citus.local_hostname': '127.0.0.1',
  'citus.node_conninfo': 'sslmode=disable',
  'citus.shard_count': '4',
  'citus.max_adaptive_executor_pool_size': '2',
  'citus.enable_statistics_collection': 'off',
}

export interface CitusNode {
  /** The address of the superuser. */
  url: string
  /** Ends the server with all of its sessions at once, as a power cut would. */
  kill: () => Promise<void>
  /** Starts it again on the same port and data. */
  restart: () => Promise<void>
}

/** A coordinator and its workers, each a server of its own. */
export interface TestCitus {
  coordinator: CitusNode
  workers: CitusNode[]
  /** The variables with which `createTestDatabase` makes its databases here. */
  variables: Record<'PRUMO_TEST_CLUSTER' | 'PRUMO_TEST_SETTINGS' | 'PRUMO_TEST_TEMPLATE' | 'PRUMO_TEST_CITUS', string>
  /** Makes a template whose tables are on the coordinator alone, as in a single Postgres before it grows. @returns its name */
  makeUndistributed: () => Promise<string>
  close: () => Promise<void>
}

/** The Postgres with Citus in the folder of CLUSTER_PG_BIN; null without one. */
export function citusBinaries(): PostgresBinaries | null {
  const folder = process.env.CLUSTER_PG_BIN
  if (!folder) return null
  const [initdb, postgres] = [join(folder, 'initdb'), join(folder, 'postgres')]
  const libraries = ['lib', 'lib/postgresql'].map((name) => join(dirname(realpathSync(folder)), name, 'citus.so'))
  return [initdb, postgres].every(existsSync) && libraries.some(existsSync) ? { initdb, postgres } : null
}

/** Starts a cluster with a distributed template, of which every test database is a copy. */
export async function startCitus(numberOfWorkers = 2): Promise<TestCitus> {
  const binaries = citusBinaries()
  if (!binaries) throw new Error('CLUSTER_PG_BIN names no folder of a Postgres with Citus.')
  const folders = Array.from({ length: numberOfWorkers + 1 }, dataFolder)
  // An interrupted run ends at once.
  const end = () => folders.forEach(endNow)
  process.once('exit', end)
  try {
    const servers = await Promise.all(folders.map((folder) => startNode(binaries, folder)))
    const [coordinator, ...workers] = servers
    if (!coordinator) throw new Error('There is no coordinator.')
    const settings = roleSettings(coordinator.url, coordinator.password)
    await fillTemplates(servers, settings, TEMPLATE, (owner) => distribute(owner))
    return {
      coordinator,
      workers,
      variables: {
        PRUMO_TEST_CLUSTER: coordinator.url,
        PRUMO_TEST_SETTINGS: JSON.stringify(settings),
        PRUMO_TEST_TEMPLATE: TEMPLATE,
        PRUMO_TEST_CITUS: JSON.stringify(servers.map(({ url }) => url)),
      },
      async makeUndistributed() {
        const name = 'prumo_undistributed'
        await Promise.all(servers.map(({ url }) => makeNodeTemplate(url, name)))
        await fillTemplates(servers, settings, name, () => Promise.resolve())
        return name
      },
      async close() {
        await Promise.all(folders.map(removeCluster))
        process.off('exit', end)
      },
    }
  } catch (error) {
    await Promise.all(folders.map(removeCluster))
    throw error
  }
}

function dataFolder(): string {
  // The next run deletes what a killed one left under this name.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'prumo-cluster-')))
  // Where the tests run as root, Postgres runs as another user, who has to reach the folder.
  chmodSync(folder, 0o711)
  tryClaim(folder, 'test')
  return folder
}

async function startNode(binaries: PostgresBinaries, dataDir: string): Promise<CitusNode & { password: string }> {
  const access = ensureAccess(dataDir)
  const data = join(access.folder, 'data')
  await initialise(binaries, access, false, LOCALE)
  // The nodes connect to each other with every role.
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  const { port } = await start(binaries, access, PARAMETERS)
  const url = `postgres://prumo:${access.password}@127.0.0.1:${port}/postgres`
  await makeRoles(url, access.password)
  await makeNodeTemplate(url, TEMPLATE)
  return {
    url,
    password: access.password,
    async kill() {
      while (killAll(data) > 0) await pause(10)
    },
    async restart() {
      await stop(access.folder)
      await start(binaries, access, PARAMETERS, port)
    },
  }
}

async function makeNodeTemplate(url: string, name: string): Promise<void> {
  await makeTemplate(url, name)
  await administer(inDatabase(url, name), 'CREATE EXTENSION citus')
}

/** Kills every process of the server. @returns how many there were */
function killAll(data: string): number {
  const running = existsSync(data) ? processesIn(realpathSync(data)) : []
  for (const pid of running) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process ended in between.
    }
  }
  return running.length
}

/** For the exit of this process: waits for no server. */
function endNow(dataDir: string): void {
  const folder = existsSync(dataDir) ? readAccess(dataDir)?.folder : undefined
  if (folder && existsSync(folder)) {
    // A server that is being made works in the folder of its draft.
    const parts = () => [folder, ...readdirSync(folder).map((name) => join(folder, name))]
    while (parts().reduce((running, part) => running + killAll(part), 0) > 0);
    rmSync(folder, { recursive: true, force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
}

/** Fills a template, a part on each node, and ends every session in it. */
async function fillTemplates(
  servers: readonly CitusNode[],
  settings: Record<string, string>,
  name: string,
  after: (owner: Database) => Promise<unknown>,
): Promise<void> {
  const [coordinator = '', ...workers] = servers.map(({ url }) => inDatabase(url, name))
  await administer(coordinator, `SELECT citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator).port})`)
  for (const worker of workers) await administer(coordinator, `SELECT citus_add_node('127.0.0.1', ${new URL(worker).port})`)
  await fillTemplate(settings, after, name)
  // Citus' own background connections would prevent copying it.
  await Promise.all(servers.map(({ url }) => administer(url, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)))
  for (const { url } of servers) while ((await endSessions(url, name)) > 0) await pause(20)
}

/** @returns how many sessions the template still had */
function endSessions(connectionString: string, name: string): Promise<number> {
  const statement = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
  return onOwnConnection({ connectionString }, async (client) => (await client.query(statement)).rows.length)
}
