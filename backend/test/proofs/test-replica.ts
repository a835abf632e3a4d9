import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import { administer } from '../test-database.js'
import { readAccess } from '@prumo/backend/platform/embedded-postgres/cluster-access'
import { removeCluster, startEmbeddedPostgres, type EmbeddedPostgres } from '@prumo/backend/platform/embedded-postgres/embedded-postgres'
import { prepareDatabase } from '@prumo/backend/composition/prepare-database'
import { inDatabase, TEMPLATE } from './test-template.js'

/** A Postgres of the test file's own with a streaming replica. From now on test databases are created on it. */
export interface ReplicatedDatabase {
  primary: EmbeddedPostgres
  replica: EmbeddedPostgres
  /** The same address on the replica. */
  onReplica: (url: string) => string
  /** Runs a statement on the replica as its superuser. */
  administerReplica: (statement: string) => Promise<void>
  close: () => Promise<void>
}

export async function startReplicated(): Promise<ReplicatedDatabase> {
  const [dataDir, copyDir] = [await dataFolder(), await dataFolder()]
  let primary = await startEmbeddedPostgres({ dataDir, role: 'start' })
  await administer(primary.url, `CREATE DATABASE ${TEMPLATE} OWNER prumo_owner`)
  const addresses = Object.fromEntries(Object.entries(primary.settings).map(([name, url]) => [name, inDatabase(url)]))
  const { database } = await prepareDatabase(loadSettings({ PRUMO_DATA_DIR: dataDir, ...addresses }))
  await database.close()

  // The data of a stopped server can be copied as they are.
  await primary.stop()
  // Keeps the owner, who is not always the current user.
  execFileSync('cp', ['-a', join(dataDir, 'postgres'), join(dataDir, 'postgres.json'), copyDir])
  primary = await startEmbeddedPostgres({ dataDir, role: 'start' })
  const { port, username, password } = new URL(primary.url)
  const data = join(readAccess(copyDir)?.folder ?? '', 'data')
  await writeFile(join(data, 'standby.signal'), '')
  const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`
  await writeFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\nmax_standby_streaming_delay = 0\n`)
  const replica = await startEmbeddedPostgres({ dataDir: copyDir, role: 'start' })
  const replicaPort = new URL(replica.url).port
  // A replica belongs to a single server, also where the other tests run on Citus.
  delete process.env.PRUMO_TEST_CITUS
  Object.assign(process.env, {
    PRUMO_TEST_CLUSTER: primary.url,
    PRUMO_TEST_SETTINGS: JSON.stringify(primary.settings),
    PRUMO_TEST_TEMPLATE: TEMPLATE,
  })
  return {
    primary,
    replica,
    onReplica: (url) => Object.assign(new URL(url), { port: replicaPort }).toString(),
    administerReplica: (statement) => administer(replica.url, statement),
    async close() {
      await Promise.all([replica.stop(), primary.stop()])
      await Promise.all([removeCluster(dataDir), removeCluster(copyDir)])
    },
  }
}

async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prumo-cluster-'))
  // Where the tests run as root, Postgres runs as another user, who has to reach the folder.
  await chmod(folder, 0o711)
  return folder
}
