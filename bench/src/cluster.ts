import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administer } from '@prumo/backend/test/test-database'
import { removeCluster, startEmbeddedPostgres } from '@prumo/backend/platform/embedded-postgres/embedded-postgres'

/** Enough for every contender to have a connection for each of its callers. */
const CONNECTIONS = 500

/** A Postgres with the durable settings of `npm start`, for one run; each contender has a database of its own. */
export interface BenchCluster {
  /** Creates an empty database and returns its address. */
  database: (name: string) => Promise<string>
  /** Drops a database and ends its connections. */
  drop: (name: string) => Promise<void>
  /** Enables `pg_stat_statements`, which counts the distinct statements of a database. */
  countStatements: () => Promise<void>
  /** Writes all dirty pages, so that no contender pays for those of another. */
  settle: () => Promise<void>
  remove: () => Promise<void>
}

export async function startCluster(): Promise<BenchCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-bench-'))
  // Where the bench runs as root, Postgres runs as another user.
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
