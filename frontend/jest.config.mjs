import { fileURLToPath } from 'node:url'
import { preset } from '../scripts/jest/preset.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

const jsx = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: { target: 'es2023', parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
}

export default {
  ...preset,
  displayName: 'frontend',
  maxWorkers: 2,
  testTimeout: 60_000,
  testEnvironment: here('jest/browser-environment.mjs'),
  setupFilesAfterEnv: [here('jest/setup.ts')],
  // Long ones run where the run asks for them alone.
  testMatch: process.env.LONG_SPECS ? ['<rootDir>/src/**/*.long.spec.ts'] : ['<rootDir>/src/**/*.spec.ts', '<rootDir>/src/**/*.spec.tsx'],
  testPathIgnorePatterns: process.env.LONG_SPECS ? [] : ['\\.long\\.spec\\.ts$'],
  moduleNameMapper: {
    ...preset.moduleNameMapper,
    '\\.module\\.css$': here('jest/class-names.cjs'),
    '\\.css$': here('jest/no-styles.cjs'),
    // As the build has it (vite.config.ts).
    '^fflate$': here('src/lib/zip-at-once.ts'),
  },
  transform: { '\\.[cm]?[jt]sx?$': ['@swc/jest', jsx] },
}
