/**
 * Measures the worst cost of every route, at the limits of the contract: `npm run test:cost`. `npm run test:all` sends smaller
 * requests, and only compares them with requests of half the size. One part of it: `npm run test:cost -- 'GET /api/goals'`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { repository } from './repository.mjs'

const [only = ''] = process.argv.slice(2)
bootstrap()

const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const config = join(repository, 'backend', 'jest.config.mjs')
const env = { ...process.env, PRUMO_COST_RUN: JSON.stringify({ isComplete: true, only }) }
const { status } = spawnSync(process.execPath, [jest, 'test/cost/', '--config', config, '--selectProjects', 'integration'], {
  cwd: repository,
  stdio: 'inherit',
  env,
})
process.exit(status ?? 1)
