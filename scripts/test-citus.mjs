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
mkdirSync(reports, { recursive: true })
const paths = process.argv.slice(2)
// What befalls the cluster itself has servers of its own, so it is a run of its own.
const runs = [...(paths.length > 0 ? [] : [{ project: 'engines', paths: ['proofs/citus'] }]), { project: 'citus', paths }]
let child = null
// The run ends its servers itself, and is waited for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal))
let failed = false
for (const run of runs) if (!(await tests(run))) failed = true
process.exit(failed ? 1 : 0)

async function tests({ project, paths: parts }) {
  const report = join(reports, `backend-citus-${project}.json`)
  rmSync(report, { force: true })
  const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
  const how = ['--config', join(repository, 'backend', 'jest.config.mjs'), '--json', `--outputFile=${report}`, '--selectProjects', project]
  child = spawn(process.execPath, [jest, ...parts, ...how], { cwd: repository, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  process.stdout.write(`\n${countOf(report)} (Citus, ${project})\n`)
  return code === 0
}

function countOf(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'))
    return `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`
  } catch {
    return '0 passed, 1 failed'
  }
}
