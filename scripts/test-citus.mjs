/**
 * The integration tests on a Citus cluster, where `npm test` runs them on one Postgres: `npm run test:citus`. It starts a
 * coordinator and two workers with the programs of the Postgres that CLUSTER_PG_BIN names, on free ports, and keeps nothing.
 * `npm run test:citus -- proofs/commands`, or parts of several paths, are these files alone.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

bootstrap()
const { buildServer } = await import('./build.mjs')
await buildServer()
const { citusBinaries } = await import('../backend/dist/proofs/test-citus.js')
if (!process.env.CLUSTER_PG_BIN) fail('Informe em CLUSTER_PG_BIN a pasta dos programas (initdb, postgres) de um Postgres com o Citus.')
if (!citusBinaries()) fail(`Em CLUSTER_PG_BIN (${process.env.CLUSTER_PG_BIN}) não há um Postgres com o Citus: initdb, postgres e citus.so.`)

const reports = join(repository, '.build', 'reports')
const report = join(reports, 'backend-citus.json')
mkdirSync(reports, { recursive: true })
rmSync(report, { force: true })
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const how = ['--config', join(repository, 'backend', 'jest.config.mjs'), '--json', `--outputFile=${report}`, '--selectProjects', 'citus']
const child = spawn(process.execPath, [jest, ...process.argv.slice(2), ...how], { cwd: repository, stdio: 'inherit' })
// The run ends its servers itself, and is waited for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
const [code] = await once(child, 'exit')
process.stdout.write(`\n${countOf(report)} (Citus)\n`)
process.exit(code === 0 ? 0 : 1)

function countOf(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'))
    return `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`
  } catch {
    return '0 passed, 1 failed'
  }
}
