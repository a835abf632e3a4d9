import { fileURLToPath } from 'node:url'
import { preset } from '../scripts/jest/preset.mjs'

const setupFilesAfterEnv = [fileURLToPath(new URL('../scripts/jest/retries.cjs', import.meta.url))]

export default {
  // One more than the cores of a small machine: most of an integration test is waiting.
  maxWorkers: 3,
  testTimeout: 90_000,
  projects: [
    {
      ...preset,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,stripe-simulator}/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.(int|engines)\\.spec\\.ts$'],
    },
    {
      ...preset,
      displayName: 'integration',
      testMatch: ['<rootDir>/src/**/*.int.spec.ts'],
      setupFilesAfterEnv,
      globalSetup: '<rootDir>/test-cluster/setup.mjs',
      globalTeardown: '<rootDir>/test-cluster/teardown.mjs',
    },
    {
      ...preset,
      // The same tests in groups that share a module graph, as `npm test` runs them (scripts/jest/spec-groups.mjs).
      displayName: 'integration-groups',
      roots: ['<rootDir>/../.build/integration'],
      testMatch: ['**/*.spec.ts'],
      setupFilesAfterEnv,
      globalSetup: '<rootDir>/test-cluster/setup.mjs',
      globalTeardown: '<rootDir>/test-cluster/teardown.mjs',
    },
    {
      ...preset,
      // Starts servers of its own: `npm run test:redis`, `npm run test:cluster`.
      displayName: 'engines',
      testMatch: ['<rootDir>/src/**/*.engines.spec.ts'],
      setupFilesAfterEnv,
      globalSetup: '<rootDir>/test-cluster/setup.mjs',
      globalTeardown: '<rootDir>/test-cluster/teardown.mjs',
    },
    {
      ...preset,
      // On the Postgres that CLUSTER_PG_BIN names: `npm run test:citus`.
      displayName: 'citus',
      testMatch: ['<rootDir>/src/**/*.int.spec.ts'],
      globalSetup: '<rootDir>/test-cluster/setup-citus.mjs',
      globalTeardown: '<rootDir>/test-cluster/teardown-citus.mjs',
    },
  ],
}
