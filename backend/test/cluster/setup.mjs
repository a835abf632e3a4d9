/** One throwaway Postgres for the test run, with a migrated database that every test file's own database is copied from. */
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer, compile, testPrograms } from '../../../scripts/build.mjs'

const prefix = 'prumo-cluster-'

export default async function setup() {
  await buildServer()
  await compile(testPrograms)
  const { startEmbeddedPostgres, sweepAbandonedClusters } = await import('../../dist/platform/embedded-postgres/embedded-postgres.js')
  const { fillTemplate, makeTemplate, TEMPLATE } = await import('../dist/proofs/test-template.js')

  await sweepAbandonedClusters(tmpdir(), prefix)
  const dataDir = mkdtempSync(join(tmpdir(), prefix))
  // As root, Postgres runs as another user, who has to pass.
  chmodSync(dataDir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir, role: 'test' })
  globalThis.prumoTestCluster = { dataDir, postgres }
  await makeTemplate(postgres.url)
  await fillTemplate(postgres.settings)
  // The workers, which start after this, find the cluster here.
  process.env.PRUMO_TEST_CLUSTER = postgres.url
  process.env.PRUMO_TEST_SETTINGS = JSON.stringify(postgres.settings)
  process.env.PRUMO_TEST_TEMPLATE = TEMPLATE
}
