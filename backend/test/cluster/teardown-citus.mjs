export default async function teardown() {
  await globalThis.prumoTestCitus.close()
}
