import { preset } from '../scripts/jest/preset.mjs'

export default { ...preset, displayName: 'shared', testMatch: ['<rootDir>/src/**/*.spec.ts'], maxWorkers: 2 }
