/**
 * The tests of the queue against Redis, where `npm test` runs them on Postgres: `npm run test:redis`. It starts one Redis (or
 * Valkey) from the PATH, and then a cluster of three, on free ports, and deletes them afterwards. `npm run test:redis -- one`
 * or `cluster` runs a part of it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

/** On a cluster only the tests that use the queue directly, and those of the cluster itself. */
const runs = {
  one: { projects: ['integration'], suites: ['src/jobs/', 'src/passwords/reset-mail'] },
  cluster: { projects: ['integration', 'engines'], suites: ['src/jobs/queue.int', 'src/jobs/daily.int', 'src/jobs/redis-cluster'] },
}
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(runs)
const unknown = chosen.filter((name) => !(name in runs))
if (unknown.length > 0) fail(`Parte desconhecida: ${unknown.join(', ')}. Use: ${Object.keys(runs).join(', ')}.`)

bootstrap()
const { buildServer, compile, testPrograms } = await import('./build.mjs')
await buildServer()
await compile(testPrograms)
const { redisProgram, startRedis, startRedisCluster } = await import('../backend/test/dist/test-redis-servers.js')
if (!redisProgram()) fail('O Redis não está instalado. No Debian ou Ubuntu: apt-get install redis-server')

let running = null
process.on('exit', () => running?.close())
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))

let failed = false
for (const name of chosen) {
  running = name === 'one' ? await startRedis() : await startRedisCluster()
  const urls = (running.servers ?? [running]).map(({ port }) => `redis://127.0.0.1:${port}`)
  if (!(await tests(name, urls.join(',')))) failed = true
  running.close()
}
process.exit(failed ? 1 : 0)

async function tests(name, PRUMO_TEST_REDIS) {
  const reports = join(repository, '.build', 'reports')
  const report = join(reports, `backend-redis-${name}.json`)
  mkdirSync(reports, { recursive: true })
  rmSync(report, { force: true })
  const { projects, suites } = runs[name]
  const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
  const config = join(repository, 'backend', 'jest.config.mjs')
  // Sequentially, because some of them break every connection.
  const how = ['--config', config, '--json', `--outputFile=${report}`, '--runInBand', '--selectProjects', ...projects]
  const child = spawn(process.execPath, [jest, ...suites, ...how], {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, PRUMO_TEST_REDIS },
  })
  const [code] = await once(child, 'exit')
  process.stdout.write(`\n${countOf(report)} (${name === 'one' ? 'Redis' : 'Redis cluster'})\n`)
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
