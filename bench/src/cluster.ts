import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer } from '@prumo/backend/test/test-database'
import { removeCluster, startEmbeddedPostgres } from '@prumo/backend/platform/embedded-postgres/embedded-postgres'

/** Enough for every contender to keep a connection for each of its callers. */
const CONNECTIONS = 500

/** A Postgres as `npm start` runs it, durable, for the length of a run; each contender has a database of its own. */
export interface BenchCluster {
  /** Makes an empty database and gives its address. */
  database: (name: string) => Promise<string>
  /** Removes a database, whoever is still connected to it. */
  drop: (name: string) => Promise<void>
  /** From now on Postgres knows how many different statements a database was sent, in `pg_stat_statements`. */
  countStatements: () => Promise<void>
  /** Writes out what lies in memory, so that no contender pays for what another left. */
  settle: () => Promise<void>
  remove: () => Promise<void>
}

export async function startCluster(): Promise<BenchCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-'))
  // The user of Postgres is another one when this runs as root.
  await chmod(dataDir, 0o711)
  const draft = await startEmbeddedPostgres({ dataDir, role: 'start' })
  await administer(draft.url, `alter system set max_connections = ${CONNECTIONS}`)
  await draft.stop()
  let postgres = await startEmbeddedPostgres({ dataDir, role: 'start' })
  return {
    async database(name) {
      await administer(postgres.url, `create database ${name}`)
      return Object.assign(new URL(postgres.url), { pathname: `/${name}` }).toString()
    },
    drop: (name) => administer(postgres.url, `drop database ${name} with (force)`),
    async countStatements() {
      await administer(postgres.url, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
      await postgres.stop()
      postgres = await startEmbeddedPostgres({ dataDir, role: 'start' })
      await administer(
        Object.assign(new URL(postgres.url), { pathname: '/template1' }).toString(),
        'create extension if not exists pg_stat_statements',
      )
    },
    settle: () => administer(postgres.url, 'checkpoint'),
    async remove() {
      await postgres.stop()
      await removeCluster(dataDir)
    },
  }
}
