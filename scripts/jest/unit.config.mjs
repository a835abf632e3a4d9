/**
 * The unit tests of all workspaces in one run, as in `npm test`: two workers are busy to the end, and specs share module
 * graphs. A spec that mocks modules, chooses its environment or has a store of the device runs alone, with its own graph.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import frontendConfig from '../../frontend/jest.config.mjs'
import scripts from '../jest.config.mjs'
import { repository } from '../repository.mjs'
import { preset } from './preset.mjs'
import { writeSpecGroups } from './spec-groups.mjs'

const { maxWorkers: _maxWorkers, testTimeout, ...frontend } = frontendConfig

const inOwnGraph = specsBelow('frontend/src').filter((path) =>
  /@jest-environment|fake-indexeddb|\bjest\.(mock|doMock|resetModules|isolateModules)/.test(readFileSync(path, 'utf8')),
)
const isUnit = (path) => /\.spec\.tsx?$/.test(path) && !/\.(int|long|engines)\.spec\.ts$/.test(path) && !inOwnGraph.includes(path)

export default {
  maxWorkers: 2,
  testTimeout,
  projects: [
    groups('unit-groups', ['shared/src', 'backend/src', 'backend/stripe-simulator', 'backend/test'], 3, preset),
    groups('frontend-groups', ['frontend/src'], 4, frontend),
    { ...frontend, rootDir: join(repository, 'frontend'), displayName: 'frontend', testMatch: inOwnGraph },
    { ...scripts, rootDir: join(repository, 'scripts') },
  ],
}

function groups(name, folders, count, config) {
  const into = join(repository, '.build', name)
  writeSpecGroups({ root: repository, folders, accepts: isUnit, into, count })
  return { ...config, displayName: name, rootDir: repository, roots: [into], testMatch: ['**/*.spec.ts'] }
}

function specsBelow(folder) {
  const root = join(repository, folder)
  return readdirSync(root, { recursive: true })
    .filter((name) => /\.spec\.tsx?$/.test(name))
    .map((name) => join(root, name))
}
