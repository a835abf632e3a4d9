/**
 * The integration tests on a Citus cluster, where `npm test` runs them on one Postgres: `npm run test:citus`. It starts a
 * coordinator and two workers with the programs of the Postgres that CLUSTER_PG_BIN names, on free ports, and deletes them
 * afterwards. `npm run test:citus -- proofs/commands` runs the files whose paths contain an argument.
 * `backend/test/cluster/not-on-citus.json` names the tests that need what Citus refuses, with the reason: they have to fail
 * here, and all others to pass.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

bootstrap()
const { buildServer, compile, testPrograms } = await import('./build.mjs')
await buildServer()
await compile(testPrograms)
const { citusBinaries } = await import('../backend/test/dist/proofs/test-citus.js')
if (!process.env.CLUSTER_PG_BIN) fail('Informe em CLUSTER_PG_BIN a pasta dos programas (initdb, postgres) de um Postgres com o Citus.')
if (!citusBinaries()) fail(`Em CLUSTER_PG_BIN (${process.env.CLUSTER_PG_BIN}) não há um Postgres com o Citus: initdb, postgres e citus.so.`)

const reports = join(repository, '.build', 'reports')
mkdirSync(reports, { recursive: true })
const paths = process.argv.slice(2)
// Tests of the cluster itself start servers of their own, so they are a separate run.
const runs = [...(paths.length > 0 ? [] : [{ project: 'engines', paths: ['proofs/citus'] }]), { project: 'citus', paths }]
let child = null
// The run ends its servers itself, and is waited for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child?.kill(signal))
let hasFailed = false
for (const run of runs) if (!(await tests(run))) hasFailed = true
process.exit(hasFailed ? 1 : 0)

async function tests({ project, paths: parts }) {
  const report = join(reports, `backend-citus-${project}.json`)
  rmSync(report, { force: true })
  const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
  const how = ['--config', join(repository, 'backend', 'jest.config.mjs'), '--json', `--outputFile=${report}`, '--selectProjects', project]
  child = spawn(process.execPath, [jest, ...parts, ...how], { cwd: repository, stdio: 'inherit' })
  await once(child, 'exit')
  const { done, broken } = outcomes(report)
  const excused = new Set(excuses().flatMap((excuse) => excuse.tests))
  const [failed, passed] = ['failed', 'passed'].map((status) => done.filter((test) => test.status === status).map(({ name }) => name))
  const unexpected = [
    ...broken,
    ...failed.filter((name) => !excused.has(name)),
    ...passed.filter((name) => excused.has(name)).map((name) => `${name} (passed, although it is excused)`),
  ]
  const excusedNow = failed.filter((name) => excused.has(name)).length
  process.stdout.write(`\n${passed.length} passed, ${unexpected.length} failed, ${excusedNow} excused (Citus, ${project})\n`)
  for (const name of unexpected) process.stdout.write(`  ${name}\n`)
  return unexpected.length === 0 && passed.length > 0
}

/** The result of each test, and the files that could not be run. */
function outcomes(report) {
  try {
    const files = JSON.parse(readFileSync(report, 'utf8')).testResults
    const [sources, proofs] = ['src', 'test'].map((folder) => join(repository, 'backend', folder))
    const nameOf = (file) => relative(file.startsWith(proofs) ? proofs : sources, file)
    return {
      done: files.flatMap((file) =>
        file.assertionResults.map(({ fullName, status }) => ({ name: `${nameOf(file.name)}: ${fullName}`, status })),
      ),
      broken: files.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).map((file) => nameOf(file.name)),
    }
  } catch {
    return { done: [], broken: ['no report'] }
  }
}

function excuses() {
  return JSON.parse(readFileSync(join(repository, 'backend', 'test', 'cluster', 'not-on-citus.json'), 'utf8'))
}
