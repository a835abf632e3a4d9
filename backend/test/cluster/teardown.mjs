export default async function teardown() {
  const { removeCluster } = await import('../../dist/platform/embedded-postgres/embedded-postgres.js')
  const { dataDir, postgres } = globalThis.prumoTestCluster
  await postgres.stop()
  await removeCluster(dataDir)
}
