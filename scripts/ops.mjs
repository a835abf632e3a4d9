/** Runs a command of the operator with the same settings. Uses a running program's Postgres, or starts it for one command. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { fail, readEnvironmentFile, settingsOrExit } from './environment.mjs'
import { repository } from './repository.mjs'

/** The exit code when the database did not answer; 1 means wrong data. */
const UNANSWERED = 2

bootstrap()
const { buildServer } = await import('./build.mjs')
await buildServer()

readEnvironmentFile()
const settings = await settingsOrExit(UNANSWERED)
const postgres = settings.databaseUrl ? null : await enterPostgres()
const stripeSimulator = await simulatorUrl()
const child = spawn(process.execPath, ['--enable-source-maps', join(repository, 'backend', 'dist', 'ops.js'), ...process.argv.slice(2)], {
  cwd: repository,
  env: {
    ...process.env,
    ...postgres?.settings,
    ...(stripeSimulator && { STRIPE_SIMULATOR_URL: stripeSimulator }),
    PRUMO_DATA_DIR: settings.dataDir,
    DEMO_SEED: settings.demoSeed ? 'on' : 'off',
    PRUMO_SUPERVISOR_PID: String(process.pid),
  },
  stdio: 'inherit',
})
// A Ctrl-C also reaches the command; this process has to outlive it, to stop Postgres.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.once('exit', (code, signal) => {
  const end = () => process.exit(code ?? (signal === 'SIGINT' ? 130 : UNANSWERED))
  if (postgres) postgres.stop().then(end, (error) => fail(error.message, UNANSWERED))
  else end()
})

/** The address of a running program's simulator of Stripe. */
async function simulatorUrl() {
  if (settings.production || process.env.STRIPE_SECRET_KEY || process.env.STRIPE_SIMULATOR_URL) return null
  const { findLiveOwner } = await import('../backend/dist/platform/data-folder/claim.js')
  const port = findLiveOwner(join(settings.dataDir, 'stripe-simulator'))?.port
  return port ? `http://127.0.0.1:${port}` : null
}

async function enterPostgres() {
  const { joinOrStartEmbeddedPostgres } = await import('../backend/dist/platform/embedded-postgres/embedded-postgres.js')
  const onWait = (owner) => {
    process.stderr.write(`Outro comando de operação (processo ${owner.pid}) está usando o banco. Este começa quando ele terminar.\n`)
  }
  try {
    return await joinOrStartEmbeddedPostgres({ dataDir: settings.dataDir, onWait })
  } catch (error) {
    if (error.name !== 'StartupError') throw error
    fail(error.message, UNANSWERED)
  }
}
