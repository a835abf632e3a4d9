/** One throwaway Postgres for the test run, with a migrated database that every test file's own database is copied from. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer } from '../../scripts/build.mjs'

const prefix = 'prumo-cluster-'
const template = 'prumo_template'

export default async function setup() {
  await buildServer()
  const { startEmbeddedPostgres, sweepAbandonedClusters } = await import('../dist/platform/embedded-postgres/embedded-postgres.js')
  const { administer } = await import('../dist/platform/database/test-database.js')
  const { migrate } = await import('../dist/platform/database/migrate.js')
  const { migrations } = await import('../dist/migrations.js')
  const { migrateQueue } = await import('../dist/jobs/queue-backend.js')

  await sweepAbandonedClusters(tmpdir(), prefix)
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  // As root, Postgres runs as another user, who has to pass.
  chmodSync(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
  globalThis.prumoTestCluster = { dataDir, postgres }
  await administer(postgres.url, `CREATE DATABASE ${template}`)
  const templateUrl = Object.assign(new URL(postgres.url), { pathname: `/${template}` }).toString()
  await migrate(templateUrl, migrations)
  await migrateQueue(templateUrl)
  // The workers, which start after this, find the cluster here.
  process.env.PRUMO_TEST_CLUSTER = postgres.url
  process.env.PRUMO_TEST_TEMPLATE = template
}
