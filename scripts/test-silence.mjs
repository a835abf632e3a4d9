/**
 * A network to Postgres that swallows everything, for longer than `npm test` can wait: `npm run test:silence`.
 * Options: `--seed`, `--seconds` of silence, `--people`.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { wholeNumbers } from './environment.mjs'
import { repository } from './repository.mjs'

const { seconds, ...run } = wholeNumbers({ seed: Math.floor(Math.random() * 2 ** 31), seconds: 60, people: 12 })
bootstrap()

process.stdout.write(`Semente ${run.seed}\n`)
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const args = [jest, 'proofs/silence.long', '--config', join(repository, 'backend', 'jest.config.mjs'), '--selectProjects', 'integration']
const env = { ...process.env, PRUMO_SILENCE_RUN: JSON.stringify({ ...run, silenceMs: seconds * 1000, patience: 1 }) }
const { status } = spawnSync(process.execPath, args, { cwd: repository, stdio: 'inherit', env })
process.exit(status ?? 1)
