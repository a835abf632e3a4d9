/**
 * The tests of the queue against Redis, where `npm test` runs them on Postgres: `npm run test:redis`. It starts a Redis (or
 * Valkey) of its own, found on the PATH, on a free port, and keeps nothing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { bootstrap } from './bootstrap.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'

const START_MS = 10_000
const suites = ['src/jobs/', 'src/passwords/reset-mail']

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0)
if (!program) fail('O Redis não está instalado. No Debian ou Ubuntu: apt-get install redis-server')
bootstrap()

const folder = mkdtempSync(join(tmpdir(), 'prumo-redis-'))
const port = await freePort()
const redis = spawn(program, ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', folder], {
  stdio: 'ignore',
})
process.on('exit', () => {
  redis.kill()
  rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
await untilItListens()

const report = join(repository, '.build', 'reports', 'backend-redis.json')
mkdirSync(join(repository, '.build', 'reports'), { recursive: true })
rmSync(report, { force: true })
const jest = join(repository, 'node_modules', 'jest', 'bin', 'jest.js')
const config = join(repository, 'backend', 'jest.config.mjs')
// One after the other, because some of them break every connection there is.
const args = [jest, ...suites, '--config', config, '--json', `--outputFile=${report}`, '--runInBand', '--selectProjects', 'integration']
const env = { ...process.env, PRUMO_TEST_REDIS: `redis://127.0.0.1:${port}` }
const tests = spawn(process.execPath, args, { cwd: repository, stdio: 'inherit', env })
const [code] = await once(tests, 'exit')
process.stdout.write(`\n${countOf(report)} (Redis)\n`)
process.exit(code ?? 1)

async function untilItListens() {
  const deadline = Date.now() + START_MS
  while (!(await listens())) {
    if (Date.now() > deadline || redis.exitCode !== null) fail(`${program} não iniciou na porta ${port}.`)
    await pause(50)
  }
}

function listens() {
  const socket = connect({ port, host: '127.0.0.1' })
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: found } = server.address()
  server.close()
  await once(server, 'close')
  return found
}

function countOf(file) {
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'))
    return `${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`
  } catch {
    return '0 passed, 1 failed'
  }
}
