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
  const { openDatabase } = await import('../dist/platform/database/open-database.js')
  const { grant } = await import('../dist/platform/database/grants.js')
  const { grants } = await import('../dist/grants.js')

  await sweepAbandonedClusters(tmpdir(), prefix)
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  // As root, Postgres runs as another user, who has to pass.
  chmodSync(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
  globalThis.prumoTestCluster = { dataDir, postgres }
  // Tests do to the log and to others' connections what no part of the program does; a superuser's rights would hide missing grants.
  await administer(
    postgres.url,
    `GRANT SET ON PARAMETER session_replication_role, log_error_verbosity TO prumo_owner;
     GRANT prumo_app, prumo_ops, pg_monitor, pg_signal_backend TO prumo_owner`,
  )
  await administer(postgres.url, `CREATE DATABASE ${template} OWNER prumo_owner`)
  const there = (url) => Object.assign(new URL(url), { pathname: `/${template}` }).toString()
  const ownerUrl = there(postgres.settings.DATABASE_OWNER_URL)
  await migrate(ownerUrl, migrations)
  await migrateQueue(ownerUrl)
  const owner = await openDatabase({ url: ownerUrl, patient: true })
  const { DATABASE_URL: app, DATABASE_OPS_URL: ops } = postgres.settings
  await grant(owner, { app, ops, owner: ownerUrl }, grants)
  await owner.close()
  // The workers, which start after this, find the cluster here.
  process.env.PRUMO_TEST_CLUSTER = postgres.url
  process.env.PRUMO_TEST_SETTINGS = JSON.stringify(postgres.settings)
  process.env.PRUMO_TEST_TEMPLATE = template
}
