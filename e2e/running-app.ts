import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))
const START_MS = 120_000

/** The real program, started by `npm start` or `npm run dev`, on its own port and data folder, which outlive its restarts. */
export class RunningApp {
  readonly url: string
  readonly log: string
  #process: ChildProcess | null = null

  private constructor(
    private readonly script: 'start' | 'dev',
    private readonly port: number,
    readonly dataDir: string,
    private readonly settings: Readonly<Record<string, string>> = {},
  ) {
    this.url = `http://localhost:${port}`
    this.log = join(dataDir, 'program.log')
  }

  /**
   * Creates one with demo accounts and without rate limits, independent of the developer's own settings.
   * @param settings further variables of its environment
   */
  static async create(script: 'start' | 'dev' = 'start', settings: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
    const dataDir = mkdtempSync(join(tmpdir(), 'prumo-e2e-'))
    // Where the tests run as root, Postgres runs as another user, who has to reach the folder.
    chmodSync(dataDir, 0o711)
    const { freePort } = await ofServer<{ freePort: () => Promise<number> }>('free-port.js')
    const app = new RunningApp(script, await freePort(), dataDir, settings)
    try {
      await app.start()
    } catch (error) {
      await app.crash()
      await app.remove()
      throw error
    }
    return app
  }

  /** The program that the run started for all workers, which must not stop or configure it. */
  static shared(): RunningApp {
    const { port, dataDir } = JSON.parse(process.env['PRUMO_SHARED_APP'] ?? '') as { port: number; dataDir: string }
    return new RunningApp('start', port, dataDir)
  }

  /** Makes it available to workers by `shared()`, through the environment that they inherit. */
  share(): void {
    process.env['PRUMO_SHARED_APP'] = JSON.stringify({ port: this.port, dataDir: this.dataDir })
  }

  get isRunning(): boolean {
    return this.#process !== null
  }

  /** Resolves when it is ready to serve. */
  async start(): Promise<void> {
    const out = openSync(this.log, 'a')
    const own = { PORT: String(this.port), PRUMO_DATA_DIR: this.dataDir, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...this.settings }
    const child = spawn(process.execPath, [`scripts/${this.script}.mjs`], {
      cwd: repository,
      // It ends with this process, as under npm.
      env: { ...process.env, ...noSettings(), ...own, npm_lifecycle_event: this.script },
      stdio: ['ignore', out, out],
      // In a process group, so that crash() reaches all its processes.
      detached: true,
    })
    closeSync(out)
    this.#process = child
    const deadline = Date.now() + START_MS
    while (!(await this.#isReady())) {
      const ended = child.exitCode !== null || child.signalCode !== null
      if (ended || Date.now() > deadline) throw new Error(`The program did not start:\n${this.#logEnd()}`)
      await pause(100)
    }
  }

  /** Stops it as Ctrl-C does, and throws unless it exits cleanly. */
  async stop(): Promise<void> {
    const child = this.#running()
    child.kill('SIGTERM')
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    if (code !== 0) throw new Error(`The program ended with ${code ?? signal}:\n${this.#logEnd()}`)
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /** Kills supervisor and programs with SIGKILL; Postgres survives, for the next start() to handle. */
  async crash(): Promise<void> {
    const child = this.#running()
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    process.kill(-child.pid!, 'SIGKILL')
    await gone
  }

  /** Kills one of its programs with SIGKILL, such as `worker.js`, as the OOM killer would. @returns its pid */
  kill(program: string): number {
    const pid = this.pidOf(program)
    if (pid === null) throw new Error(`${program} is not running.`)
    process.kill(pid, 'SIGKILL')
    return pid
  }

  /** The pid of one of its programs, such as `worker.js`; null while it does not run. */
  pidOf(program: string): number | null {
    const children = execFileSync('ps', ['-axo', 'ppid=,pid=,args='], { encoding: 'utf8' }).matchAll(/^ *(\d+) +(\d+) (.*)$/gm)
    const found = [...children].find(([, parent, , command]) => Number(parent) === this.#process?.pid && command?.endsWith(program))
    return found ? Number(found[2]) : null
  }

  /** Runs a statement in its Postgres. */
  async sql(statement: string): Promise<void> {
    const { joinOrStartEmbeddedPostgres } = await ofServer<{
      joinOrStartEmbeddedPostgres: (of: { dataDir: string }) => Promise<{ url: string }>
    }>('embedded-postgres/embedded-postgres.js')
    const { onOwnConnection } = await ofServer<{
      onOwnConnection: (
        of: { connectionString: string },
        work: (client: { query: (text: string) => Promise<unknown> }) => unknown,
      ) => Promise<unknown>
    }>('database/own-connection.js')
    const { url } = await joinOrStartEmbeddedPostgres({ dataDir: this.dataDir })
    await onOwnConnection({ connectionString: url }, (client) => client.query(statement))
  }

  /** Resolves to its exit code once it has exited by itself; null after a signal. */
  async ended(): Promise<number | null> {
    const [code] = (await once(this.#process!, 'exit')) as [number | null]
    this.#process = null
    return code
  }

  /** Ends all its processes and deletes the data. */
  async remove(): Promise<void> {
    if (this.#process) await this.stop()
    const { removeCluster } = await ofServer<{ removeCluster: (dataDir: string) => Promise<void> }>(
      'embedded-postgres/embedded-postgres.js',
    )
    await removeCluster(this.dataDir)
  }

  #running(): ChildProcess {
    const child = this.#process
    if (!child) throw new Error('The program is not running.')
    this.#process = null
    return child
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/api/health/ready`, { signal: AbortSignal.timeout(2000) })).ok
    } catch {
      return false
    }
  }

  #logEnd(): string {
    return readFileSync(this.log, 'utf8').slice(-3000)
  }
}

/** A module of the built server's platform. */
async function ofServer<T>(file: string): Promise<T> {
  return (await import(new URL(`../backend/dist/platform/${file}`, import.meta.url).href)) as T
}

/** Every setting empty, which counts as absent and overrides a `.env`. */
function noSettings(): NodeJS.ProcessEnv {
  const names = readFileSync(join(repository, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z0-9_]+)=/gm)
  return Object.fromEntries([...names].map((match) => [match[1], '']))
}
