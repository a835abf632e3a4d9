/**
 * Sends hostile requests to every route of a running server: `npm run test:hostile`, where `npm test` sends fewer. Another
 * number: `npm run test:hostile -- 50000`. The same requests again: `npm run test:hostile -- 20000 <seed>`.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

const [requests = '20000', seed = String(randomInt(2 ** 32))] = process.argv.slice(2)
if (![requests, seed].every((text) => /^\d{1,10}$/.test(text))) fail('Use: npm run test:hostile -- [quantidade] [semente]')
bootstrap()

process.stdout.write(`${requests} hostile requests, seed ${seed}\n`)
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const config = join(repository, 'backend', 'jest.config.mjs')
const env = { ...process.env, PRUMO_HOSTILE_REQUESTS: requests, PRUMO_HOSTILE_SEED: seed }
const { status } = spawnSync(
  process.execPath,
  [jest, 'test/hostile/hostile-requests.long', '--config', config, '--selectProjects', 'integration'],
  {
    cwd: repository,
    stdio: 'inherit',
    env,
  },
)
process.exit(status ?? 1)
