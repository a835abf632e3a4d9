import { preset } from '../scripts/jest/preset.mjs'

export default {
  maxWorkers: 2,
  testTimeout: 90_000,
  projects: [
    {
      ...preset,
      displayName: 'unit',
      testMatch: ['<rootDir>/{src,stripe-simulator}/**/*.spec.ts'],
      testPathIgnorePatterns: ['\\.int\\.spec\\.ts$'],
    },
    {
      ...preset,
      displayName: 'integration',
      testMatch: ['<rootDir>/src/**/*.int.spec.ts'],
      globalSetup: '<rootDir>/test-cluster/setup.mjs',
      globalTeardown: '<rootDir>/test-cluster/teardown.mjs',
    },
  ],
}
