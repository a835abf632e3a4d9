/** One throwaway Citus cluster for the test run, with a distributed database that every test file's own database is copied from. */
import { tmpdir } from 'node:os'
import { buildServer, compile, testPrograms } from '../../../scripts/build.mjs'

export default async function setup() {
  await buildServer()
  await compile(testPrograms)
  const { sweepAbandonedClusters } = await import('../../dist/platform/embedded-postgres/embedded-postgres.js')
  const { startCitus } = await import('../dist/proofs/test-citus.js')

  await sweepAbandonedClusters(tmpdir(), 'prumo-cluster-')
  // Without this a signal, or a second one, ends the process without its last act, which is to end the servers.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
  const citus = await startCitus()
  globalThis.prumoTestCitus = citus
  // The workers, which start after this, find the cluster here.
  Object.assign(process.env, citus.variables)
}
