import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startSimulator, type Simulator } from '../../stripe-simulator/simulator.js'
import { simulatedStripe } from '@prumo/backend/platform/config/settings'
import { SUPERVISOR_VARIABLE } from '@prumo/backend/platform/shutdown/supervisor-watch'
import { freePort } from '@prumo/backend/platform/free-port'
import { Mailbox } from './test-mailbox.js'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const wrongClock = new URL('../dist/proofs/test-wrong-clock.js', import.meta.url).href
const START_MS = 60_000

/** The master key of every program here; needed to verify what they wrote. */
export const MASTER_KEY = 'ab'.repeat(32)

/** A process of the real program that a test may kill and start again; an API keeps its port. */
export class TestProgram {
  #child: ChildProcess | undefined
  #said = ''
  /** How far its wall clock is ahead, in milliseconds, from its next start on. */
  clockErrorMs = 0

  constructor(
    readonly kind: 'api' | 'worker',
    private readonly port: number,
    private readonly environment: Readonly<Record<string, string>>,
  ) {}

  get origin(): string {
    return `http://127.0.0.1:${this.port}`
  }

  get runs(): boolean {
    return this.#child !== undefined
  }

  /** What it logged since its last start, at most the last megabyte. */
  get log(): string {
    return this.#said
  }

  /** The end of what it logged since its last start. */
  get said(): string {
    return this.#said.slice(-4_000)
  }

  /** Resolves once it serves, or takes jobs. If it exits while it starts, it is started once more, as its supervisor would. */
  async start(isAgain = false): Promise<void> {
    const { PATH, LD_LIBRARY_PATH } = process.env
    const file = join(dist, this.kind === 'api' ? 'test-app-process.js' : 'test-jobs-process.js')
    const clock =
      this.clockErrorMs === 0 ? {} : { NODE_OPTIONS: `--import ${wrongClock}`, PRUMO_TEST_CLOCK_ERROR_MS: String(this.clockErrorMs) }
    const env = { PATH, LD_LIBRARY_PATH, PORT: String(this.port), ...clock, ...this.environment }
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child = child
    this.#said = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.#said = (this.#said + text.toString()).slice(-1_000_000)))
    const deadline = Date.now() + START_MS
    while (!(await this.#isReady())) {
      // The test killed it while it started.
      if (this.#child !== child) return
      if (child.exitCode !== null && !isAgain) return this.start(true)
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`A program did not start:\n${this.said}`)
      await pause(50)
    }
  }

  /** Ends the process as a power cut would. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM')
  }

  /** The memory of the process, in bytes. */
  memory(): number {
    const pages = readFileSync(`/proc/${this.#child?.pid}/statm`, 'utf8').split(' ')[1]
    return Number(pages) * 4096
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  async #isReady(): Promise<boolean> {
    if (this.kind === 'worker') return this.#said.includes('ready\n')
    try {
      return (await fetch(`${this.origin}/api/health/live`, { signal: AbortSignal.timeout(2_000) })).ok
    } catch {
      return false
    }
  }
}

/** Several APIs and workers over one database, as in a deployment. */
export interface TestPrograms {
  apis: TestProgram[]
  workers: TestProgram[]
  /** Where people pay: a Stripe of their own, which delivers to the first API. */
  shop: { stripe: Simulator['client']; publicUrl: string }
  /** Receives their mails. */
  mailbox: Mailbox
  close: () => Promise<void>
}

/**
 * Starts the programs. @param url of a database with every migration and read model @param others settings that differ from
 * the defaults
 */
export async function startPrograms(
  url: string,
  count: { apis: number; workers: number },
  others: Readonly<Record<string, string>> = {},
): Promise<TestPrograms> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prumo-programs-'))
  // These runs take longer than the minutes for which a new account needs no subscription.
  const grace = { REGISTRATION_GRACE_SECONDS: '86400' }
  const port = await freePort()
  const webhook = { url: `http://127.0.0.1:${port}/api/webhooks/stripe`, secret: simulatedStripe.webhookSecrets[0] }
  const simulator = await startSimulator({ webhook, patience: { retryMs: 100, maxRetryMs: 1_000 } })
  const publicUrl = `http://localhost:${port}`
  const environment = {
    ...grace,
    PUBLIC_URL: publicUrl,
    STRIPE_SIMULATOR_URL: `http://127.0.0.1:${simulator.client.port}`,
    PRUMO_DATA_DIR: dataDir,
    DATABASE_URL: url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    [SUPERVISOR_VARIABLE]: String(process.pid),
    MASTER_KEY,
    JWT_SECRET: 'jwt-'.repeat(10),
    ...others,
  }
  const make = async (kind: TestProgram['kind'], own?: number) => new TestProgram(kind, own ?? (await freePort()), environment)
  const apis = await Promise.all(Array.from({ length: count.apis }, (_, index) => make('api', index === 0 ? port : undefined)))
  const workers = await Promise.all(Array.from({ length: count.workers }, () => make('worker')))
  await Promise.all([...apis, ...workers].map((program) => program.start()))
  return {
    apis,
    workers,
    shop: { stripe: simulator.client, publicUrl },
    mailbox: new Mailbox(dataDir),
    async close() {
      await Promise.all([...apis, ...workers].map((program) => program.stop()))
      await simulator.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
