/** `npm start` with hot reload: vite's server for the interface; Nest's CLI watches the API, which restarts at each change. */
import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { readEnvironmentFile, settingsOrExit } from './environment.mjs'
import { repository } from './repository.mjs'

const SETTLE_MS = 120

bootstrap()
const { buildServer, compile, nestOutput, publishNestBuild, simulator } = await import('./build.mjs')
await buildServer()
const { Supervisor } = await import('./supervisor.mjs')
const { programs } = await import('./programs.mjs')
const { announce } = await import('./announcement.mjs')

readEnvironmentFile()
const settings = await settingsOrExit()
const apiPort = await freePort()
const supervisor = new Supervisor(settings, { apiPort, keepGoing: true })
await supervisor.startPostgres()
const stripeSimulator = await supervisor.startStripeSimulator()
await supervisor.startPrograms(programs)
await startVite()
announce(settings, stripeSimulator)

let changed = false
let rebuilding = false
let timer
// The output of an earlier run would be taken for that of this one.
rmSync(nestOutput, { recursive: true, force: true })
mkdirSync(nestOutput, { recursive: true })
for (const folder of [join(repository, 'shared', 'src'), join(repository, simulator), nestOutput]) {
  watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void rebuild(), SETTLE_MS)
  })
}
watchByNest()

/** Rebuilds one change at a time; later ones are handled after it. */
async function rebuild() {
  changed = true
  if (rebuilding) return
  rebuilding = true
  while (changed) {
    changed = false
    try {
      const rebuilt = (await compile('shared')) ? ['shared'] : []
      if (publishNestBuild()) rebuilt.push('backend')
      // It keeps its address and its data.
      if ((await compile(simulator)) && stripeSimulator) {
        await supervisor.restartStripeSimulator()
        process.stdout.write('Recarregado: o simulador da Stripe.\n')
      }
      if (rebuilt.length > 0 && (await supervisor.restartPrograms(programs))) process.stdout.write(`Recarregado: ${rebuilt.join(', ')}.\n`)
    } catch (error) {
      process.stderr.write(`${error.message}\nA versão anterior continua no ar.\n`)
    }
  }
  rebuilding = false
}

/** Runs `nest build --watch`, which reports what does not compile and leaves it out. */
function watchByNest() {
  const cli = join(repository, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js')
  const nest = spawn(process.execPath, [cli, 'build', '--watch', '--silent'], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, RUST_BACKTRACE: '0' },
  })
  process.on('exit', () => nest.kill())
  nest.once('exit', (code) => {
    if (code === null) return
    process.stderr.write('O compilador do Nest terminou sem aviso. Parando tudo.\n')
    void supervisor.stop(1)
  })
}

async function startVite() {
  // The proxy of vite.config.ts uses this address.
  process.env.API_URL = `http://127.0.0.1:${apiPort}`
  const vite = await import('vite')
  const listening = process.listeners('SIGTERM')
  const server = await vite.createServer({ root: join(repository, 'frontend'), server: { port: settings.port, strictPort: true } })
  // Vite would end the process before the supervisor has ended its children.
  for (const listener of process.listeners('SIGTERM')) if (!listening.includes(listener)) process.off('SIGTERM', listener)
  await server.listen()
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}
