import { fileURLToPath } from 'node:url'
import { swcOptions } from '../swc-options.mjs'

/**
 * What every workspace's jest needs to run the sources. Jest runs CommonJS, because it cannot require() an ESM package on
 * Node 20; so the packages that are ESM only are compiled too.
 */
const esmOnly = ['@nestjs', 'uuid', 'content-disposition', 'cookie']

export const preset = {
  testEnvironment: 'node',
  resolver: fileURLToPath(new URL('resolver.cjs', import.meta.url)),
  moduleNameMapper: {
    '^@prumo/shared/(.*)$': fileURLToPath(new URL('../../shared/src/$1.ts', import.meta.url)),
    '^@prumo/backend/(.*)$': fileURLToPath(new URL('../../backend/src/$1.ts', import.meta.url)),
  },
  transform: { '\\.[cm]?[jt]sx?$': ['@swc/jest', { ...swcOptions, sourceMaps: 'inline', module: { type: 'commonjs' } }] },
  transformIgnorePatterns: [`/node_modules/(?!(.*/node_modules/)?(${esmOnly.join('|')})/)`],
}
