/**
 * A year of subscriptions, for longer than `npm test` can wait: `npm run test:year`.
 * Options: `--seed`, `--people`, `--days`; the worker is dead for ten days in the middle.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { wholeNumbers } from './environment.mjs'
import { repository } from './repository.mjs'

const run = wholeNumbers({ seed: Math.floor(Math.random() * 2 ** 31), people: 50, days: 365 })
bootstrap()

process.stdout.write(`Semente ${run.seed}\n`)
const middle = Math.floor(run.days / 2)
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const args = [jest, 'proofs/year.long', '--config', join(repository, 'backend', 'jest.config.mjs'), '--selectProjects', 'integration']
const env = { ...process.env, PRUMO_YEAR_RUN: JSON.stringify({ ...run, dead: { from: middle, to: middle + 10 } }) }
const { status } = spawnSync(process.execPath, args, { cwd: repository, stdio: 'inherit', env })
process.exit(status ?? 1)
