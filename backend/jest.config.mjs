import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { preset } from '../scripts/jest/preset.mjs'

const inBackend = (path) => fileURLToPath(new URL(path, import.meta.url))
const cluster = {
  setupFilesAfterEnv: [inBackend('test/cluster/close-shared.cjs')],
  // Of a password's hash only the cost is another, which would be an eighth of the processor time of these tests.
  moduleNameMapper: { ...preset.moduleNameMapper, '^@node-rs/argon2$': inBackend('test/cluster/cheap-argon2.cjs') },
  globalSetup: '<rootDir>/test/cluster/setup.mjs',
  globalTeardown: '<rootDir>/test/cluster/teardown.mjs',
}

/** @param name of the folder below `.build` that holds the groups, which Jest insists on finding */
function groups(name) {
  const folder = fileURLToPath(new URL(`../.build/${name}`, import.meta.url))
  mkdirSync(folder, { recursive: true })
  return { ...preset, displayName: name, roots: [folder], testMatch: ['**/*.spec.ts'], ...cluster }
}

export default {
  // One more than the cores of a small machine: most of an integration test is waiting.
  maxWorkers: 3,
  testTimeout: 90_000,
  projects: [
    {
      ...preset,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,stripe-simulator,test}/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.(int|long|engines)\\.spec\\.ts$'],
    },
    {
      ...preset,
      displayName: 'integration',
      testMatch: ['<rootDir>/{src,test}/**/*.{int,long}.spec.ts'],
      ...cluster,
    },
    // The same tests in groups that share a module graph, as `npm test` and `npm run test:all` run them (scripts/jest/spec-groups.mjs).
    groups('integration-groups'),
    groups('long-groups'),
    {
      ...preset,
      // Starts servers of its own: `npm run test:redis`, `npm run test:cluster`.
      displayName: 'engines',
      testMatch: ['<rootDir>/{src,test}/**/*.engines.spec.ts'],
      ...cluster,
    },
    {
      ...preset,
      // On the Postgres that CLUSTER_PG_BIN names: `npm run test:citus`.
      displayName: 'citus',
      testMatch: ['<rootDir>/{src,test}/**/*.{int,long}.spec.ts'],
      ...cluster,
      globalSetup: '<rootDir>/test/cluster/setup-citus.mjs',
      globalTeardown: '<rootDir>/test/cluster/teardown-citus.mjs',
    },
  ],
}
