import { preset } from './jest/preset.mjs'

export default { ...preset, displayName: 'scripts', testMatch: ['<rootDir>/*.spec.mjs'] }
