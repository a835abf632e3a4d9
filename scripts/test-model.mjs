/**
 * The long run of commands over several processes, compared with a model: `npm run test:model`. Processes are killed at random,
 * the clock of one is wrong by a year, a backup is read, and a rebuild is killed. Options: `--seed`, `--processes` (APIs),
 * `--workers`, `--accounts`, `--commands`, `--kills`, `--clocks` (how often one is wrong, at most four), `--dump` (seconds).
 * It prints the seed, which gives the same commands again; their interleaving depends on the machine.
 * `npm run test:cluster` is the same on several engines: Citus with two worker nodes where `CLUSTER_PG_BIN` names its programs,
 * otherwise a primary with a replica; PgBouncer in front of it (on the PATH, or where `CLUSTER_PGBOUNCER` says); three masters
 * of Redis or Valkey; three APIs and three workers. Each engine fails now and then. It names what is not installed, and runs
 * without.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { wholeNumbers } from './environment.mjs'
import { repository } from './repository.mjs'

const isOnEngines = process.argv[2] === 'cluster'
if (isOnEngines) process.argv.splice(2, 1)

const standard = {
  seed: Math.floor(Math.random() * 2 ** 31),
  processes: 3,
  workers: isOnEngines ? 3 : 2,
  accounts: 200,
  commands: 20_000,
  kills: 12,
  clocks: 4,
  dump: 8,
}
const { processes, dump, ...run } = wholeNumbers(standard)
bootstrap()

process.stdout.write(`Semente ${run.seed}\n`)
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const project = isOnEngines ? 'engines' : 'integration'
const args = [jest, 'proofs/model.(long|engines)', '--config', join(repository, 'backend', 'jest.config.mjs'), '--selectProjects', project]
const env = {
  ...process.env,
  PRUMO_MODEL_RUN: JSON.stringify({ ...run, apis: processes, dumpSeconds: dump, everyType: Math.max(1, Math.floor(run.commands / 400)) }),
}
const { status } = spawnSync(process.execPath, args, { cwd: repository, stdio: 'inherit', env })
process.exit(status ?? 1)
