/**
 * Runs Postgres, the simulator of Stripe and the programs as one: starts them in order, restarts those that die, and ends all
 * of them in order.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { simulator } from './build.mjs'
import { fail } from './environment.mjs'
import { repository } from './repository.mjs'
import { Restarts } from './restarts.mjs'

/** The exit code of a program once a newer release has taken over the database (backend/src/composition/outdated.ts). */
const OUTDATED_CODE = 75
const READY_MS = 90_000
const CHILD_STOP_MS = 12_000
const PORT_WAIT_MS = 6000
const PARENT_EVERY_MS = 500

export class Supervisor {
  #children = new Map()
  #environment
  /** The promise of the server, once it was requested. */
  #postgres = null
  /** The simulator of Stripe, which outlives restarts of the programs. */
  #simulator = null
  #restarts = new Restarts()
  /** Whether all programs were started once. One that dies before has printed why, and a restart would only repeat that. */
  #started = false
  /** @type {Promise<void> | null} */
  #stopping = null
  #patience = new AbortController()

  /**
   * @param settings the settings of loadSettings()
   * @param apiPort the port of the API
   * @param keepGoing whether a program that dies waits for the next saved change, as in development
   */
  constructor(settings, { apiPort = settings.port, keepGoing = false } = {}) {
    this.settings = settings
    this.apiPort = apiPort
    this.keepGoing = keepGoing
    this.#environment = {
      ...process.env,
      PORT: String(apiPort),
      PRUMO_DATA_DIR: settings.dataDir,
      PUBLIC_URL: settings.publicUrl,
      DEMO_SEED: settings.demoSeed ? 'on' : 'off',
      PRUMO_SUPERVISOR_PID: String(process.pid),
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void this.stop(0))
    process.on('uncaughtException', (error) => {
      process.stderr.write(`${error.stack}\n`)
      void this.stop(1)
    })
    this.#watchNpm()
  }

  /** A signal to npm alone ends npm and leaves its child running: that counts as a signal to this program. */
  #watchNpm() {
    if (!process.env.npm_lifecycle_event) return
    const npm = process.ppid
    const watch = () => {
      if (process.ppid !== npm) void this.stop(0)
    }
    setInterval(watch, PARENT_EVERY_MS).unref()
  }

  /** Starts the embedded Postgres, unless the settings name another. */
  async startPostgres() {
    if (this.settings.databaseUrl) return
    const { startEmbeddedPostgres } = await import('../backend/dist/platform/embedded-postgres/embedded-postgres.js')
    const onWait = (owner) => {
      process.stderr.write(`Um comando de operação (processo ${owner.pid}) está usando o banco. O Prumo inicia quando ele terminar.\n`)
    }
    this.#postgres = startEmbeddedPostgres({ dataDir: this.settings.dataDir, role: 'start', onWait, signal: this.#patience.signal })
    const postgres = await this.#postgres.catch((error) => {
      if (this.#stopping) return this.#stopping
      if (error.name === 'StartupError') fail(error.message)
      throw error
    })
    Object.assign(this.#environment, postgres.settings)
    postgres.exited.then(() => this.#end(1, 'O Postgres terminou sem aviso. Parando tudo.'))
  }

  /**
   * Starts the local simulator of Stripe, unless the settings name the real one or another address.
   * @returns its address; null without one
   */
  async startStripeSimulator() {
    const { STRIPE_SECRET_KEY, STRIPE_SIMULATOR_URL } = process.env
    if (this.settings.production || STRIPE_SECRET_KEY || STRIPE_SIMULATOR_URL) return null
    const own = {
      STRIPE_SIMULATOR_PORT: String(this.settings.port + 1),
      STRIPE_WEBHOOK_URL: `http://127.0.0.1:${this.apiPort}/api/webhooks/stripe`,
    }
    const child = spawn(process.execPath, ['--enable-source-maps', join(repository, simulator, 'dist', 'main.js')], {
      cwd: repository,
      env: { ...this.#environment, ...own },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#simulator = child
    child.once('exit', (code, signal) => {
      if (this.#simulator !== child) return
      this.#simulator = null
      void this.#died('o simulador da Stripe', code, signal, () => this.startStripeSimulator())
    })
    const url = await new Promise((resolve) => {
      child.once('message', (message) => resolve(message.url))
      child.once('exit', () => resolve(null))
    })
    if (url === null) return this.#stopping ?? null
    this.#environment.STRIPE_SIMULATOR_URL = url
    return url
  }

  /** Ends the simulator and starts it again, from the latest build. */
  async restartStripeSimulator() {
    await this.#stopSimulator()
    return this.startStripeSimulator()
  }

  /** Starts the programs in order. Resolves to whether all of them are ready; never resolves while everything is ending. */
  async startPrograms(programs) {
    await this.#portIsFree()
    for (const program of programs) {
      if (this.#stopping) return this.#stopping
      this.#spawn(program)
      if (program.ready && !(await this.#isReady(program))) return this.#stopping ?? false
    }
    this.#started = true
    return true
  }

  /** Ends the programs and starts them again, from the latest build. */
  async restartPrograms(programs) {
    await this.#stopChildren()
    return this.startPrograms(programs)
  }

  /** Ends everything: the programs first, then Postgres and the simulator, then this process. */
  stop(code) {
    this.#stopping ??= this.#stopAll().then(
      () => process.exit(code),
      (error) => fail(error.message),
    )
    return this.#stopping
  }

  async #stopAll() {
    this.#patience.abort()
    await this.#stopChildren()
    await this.#stopSimulator()
    const postgres = await this.#postgres?.catch(() => null)
    await postgres?.stop()
  }

  #spawn(program) {
    const { name, file } = program
    const child = spawn(process.execPath, ['--enable-source-maps', join(repository, 'backend', 'dist', file)], {
      cwd: repository,
      env: this.#environment,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    this.#children.set(name, child)
    child.once('exit', (code, signal) => {
      if (this.#children.get(name) !== child) return
      this.#children.delete(name)
      void this.#died(name, code, signal, () => this.#spawn(program))
    })
  }

  /** Restarts a program that exited by itself, unless that cannot help: then everything ends. */
  async #died(name, code, signal, startAgain) {
    if (this.#stopping) return
    const what = `${name[0].toUpperCase()}${name.slice(1)} terminou sem aviso (${signal ? `sinal ${signal}` : `código ${code}`}).`
    if (this.keepGoing) return void process.stderr.write(`${what} Volta quando você salvar uma correção.\n`)
    if (code === OUTDATED_CODE)
      return this.#end(code, 'Uma versão mais nova do Prumo assumiu este banco de dados. Parando tudo: inicie a versão nova.')
    if (!this.#started) return this.#end(1, `${what} Parando tudo.`)
    const wait = this.#restarts.pauseAfterDeath(name, performance.now())
    if (wait === null) return this.#end(1, `${what} Iniciar de novo não adiantou. Parando tudo.`)
    process.stderr.write(`${what} Iniciando de novo.\n`)
    await pause(wait)
    if (!this.#stopping) startAgain()
  }

  /** Ends everything, and prints why unless it is already ending. */
  #end(code, why) {
    if (!this.#stopping) process.stderr.write(`${why}\n`)
    return this.stop(code)
  }

  async #stopChildren() {
    const children = [...this.#children.values()]
    this.#children.clear()
    await Promise.all(children.map(end))
  }

  async #stopSimulator() {
    const child = this.#simulator
    this.#simulator = null
    if (child) await end(child)
  }

  /** Waits until the port of a killed run is free. */
  async #portIsFree() {
    const deadline = Date.now() + PORT_WAIT_MS
    while (!(await canListen(this.apiPort))) {
      if (this.#stopping) return
      if (Date.now() > deadline) {
        const other = `PORT=${this.apiPort + 1} npm start`
        await this.#end(1, `A porta ${this.apiPort} está ocupada por outro programa. Escolha outra, por exemplo: ${other}`)
      }
      await pause(200)
    }
  }

  async #isReady({ name, ready }) {
    const child = this.#children.get(name)
    const deadline = Date.now() + READY_MS
    while (this.#children.get(name) === child && !this.#stopping) {
      if (await answers(`http://127.0.0.1:${this.apiPort}${ready}`)) return true
      if (Date.now() > deadline) await this.#end(1, `Passou de ${READY_MS / 1000} segundos e ${name} ainda não responde. Parando tudo.`)
      await pause(100)
    }
    return false
  }
}

async function end(child) {
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_STOP_MS)
  await exited
  clearTimeout(timer)
}

async function canListen(port) {
  const server = createServer()
  try {
    server.listen(port, '0.0.0.0')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}

async function answers(url) {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
