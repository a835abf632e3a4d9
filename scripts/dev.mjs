/** The same as start, with hot reload: the interface through vite's server, the API built and started anew at each change. */
import { watch } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { bootstrap } from './bootstrap.mjs'
import { readEnvironmentFile, settingsOrExit } from './environment.mjs'
import { repository } from './repository.mjs'

const SETTLE_MS = 120

bootstrap()
const { buildServer } = await import('./build.mjs')
await buildServer()
const { Supervisor } = await import('./supervisor.mjs')
const { programs } = await import('./programs.mjs')
const { announce } = await import('./announcement.mjs')

readEnvironmentFile()
const settings = await settingsOrExit()
const apiPort = await freePort()
const supervisor = new Supervisor(settings, { apiPort, keepGoing: true })
await supervisor.startPostgres()
await supervisor.startPrograms(programs)
await startVite()
announce(settings)

let changed = false
let rebuilding = false
let timer
for (const workspace of ['shared', 'backend']) {
  watch(join(repository, workspace, 'src'), { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(() => void rebuild(), SETTLE_MS)
  })
}

/** One at a time; what changes meanwhile is built after it. */
async function rebuild() {
  changed = true
  if (rebuilding) return
  rebuilding = true
  while (changed) {
    changed = false
    try {
      const rebuilt = await buildServer()
      if (rebuilt.length > 0 && (await supervisor.restartPrograms(programs))) process.stdout.write(`Recarregado: ${rebuilt.join(', ')}.\n`)
    } catch (error) {
      process.stderr.write(`${error.message}\nA versão anterior continua no ar.\n`)
    }
  }
  rebuilding = false
}

async function startVite() {
  // vite.config.ts points its proxy there.
  process.env.API_URL = `http://127.0.0.1:${apiPort}`
  const vite = await import('vite')
  const server = await vite.createServer({ root: join(repository, 'frontend'), server: { port: settings.port, strictPort: true } })
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
