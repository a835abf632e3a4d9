import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresBinaries } from './binaries.js'
import type { ClusterAccess } from './cluster-access.js'
import { StartupError } from '../data-folder/startup-error.js'
import { freePort } from '../free-port.js'
import { processesIn } from '../data-folder/processes.js'

/** Server settings that differ from Postgres' defaults. */
export type PostgresParameters = Record<string, string>

/** A server process started by this program. */
export interface RunningServer {
  port: number
  /** Settles when the server ends, for any reason. */
  exited: Promise<unknown>
}

const LOG_LIMIT_BYTES = 5_000_000
const START_SECONDS = 60

/**
 * Freed memory that glibc keeps. By default a backend returns the memory of a larger statement and faults it in again for the
 * next one, which takes a quarter of a small batch's time.
 */
const KEEP_FREED_MEMORY = { MALLOC_TRIM_THRESHOLD_: '16777216', MALLOC_TOP_PAD_: '1048576', MALLOC_MMAP_THRESHOLD_: '16777216' }

/** The detail of a violated constraint quotes values, and a logged statement its parameters: both are personal data. */
const LOG_NO_DATA = { log_error_verbosity: 'terse', log_parameter_max_length: '0', log_parameter_max_length_on_error: '0' }

const dataIn = (folder: string) => join(folder, 'data')
const logIn = (folder: string) => join(folder, 'server.log')

/** Postgres' builtin provider sorts and classifies letters the same way on every system. */
const BUILTIN_LOCALE = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/**
 * Creates the cluster if missing, in a new draft folder: an initdb of an interrupted attempt may still be writing to its own.
 * @param locale initdb's options, for a Postgres release without the builtin provider
 */
export async function initialise(
  binaries: PostgresBinaries,
  { folder, password, user }: ClusterAccess,
  durable: boolean,
  locale: readonly string[] = BUILTIN_LOCALE,
): Promise<void> {
  if (existsSync(dataIn(folder))) return
  const draft = join(folder, `draft-${randomBytes(4).toString('hex')}`)
  const passwordFile = `${draft}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (user) chownSync(passwordFile, user.uid, user.gid)
  const access = ['--username=prumo', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const log = openLog(folder)
  const options = ['--no-instructions', ...(durable ? [] : ['--no-sync'])]
  const child = await launch(binaries.initdb, ['-D', draft, '--encoding=UTF8', ...locale, ...access, ...options], folder, user, log.fd)
  const [code] = (await once(child, 'close')) as [number | null]
  rmSync(passwordFile, { force: true })
  if (code !== 0) throw new StartupError(`O banco não pôde ser criado em ${folder}:\n${log.tail()}`)
  renameSync(draft, dataIn(folder))
  for (const name of readdirSync(folder)) if (name.startsWith('draft-')) removeInBackground(join(folder, name))
}

/** Removes the remains of an interrupted attempt; if that fails they only take space. */
function removeInBackground(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The attempt's initdb is still writing; the next start removes it.
  }
}

/**
 * Starts the server on 127.0.0.1 and waits until it accepts connections.
 * @param onPort a port that is already known to clients; any free one by default
 */
export async function start(
  binaries: PostgresBinaries,
  access: ClusterAccess,
  parameters: PostgresParameters,
  onPort?: number,
): Promise<RunningServer> {
  const deadline = Date.now() + START_SECONDS * 1000
  for (;;) {
    const port = onPort ?? (await freePort())
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      timezone: 'UTC',
      ...LOG_NO_DATA,
      ...parameters,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const log = openLog(access.folder)
    const child = await launch(binaries.postgres, ['-D', dataIn(access.folder), ...flags], access.folder, access.user, log.fd)
    const exited = once(child, 'close')
    if (await accepts(child, access.folder, deadline)) {
      child.unref()
      return { port, exited }
    }
    const tail = log.tail()
    // The port was taken in between, or processes of a killed server still hold its shared memory: both resolve by themselves.
    const passing = /could not bind|Address already in use|pre-existing shared memory|lock file .* already exists/.test(tail)
    if (!passing || Date.now() > deadline) throw new StartupError(`O Postgres não iniciou em ${access.folder}:\n${tail}`)
    await pause(200)
  }
}

/** Stops the folder's server, regardless of which process started it, and leftovers of a killed one. Committed data is kept. */
export async function stop(folder: string): Promise<void> {
  if (!existsSync(dataIn(folder))) return
  const data = realpathSync(dataIn(folder))
  const [pidText] = postmasterFile(folder)
  const steps: { signal: NodeJS.Signals; seconds: number; all: boolean }[] = [
    { signal: 'SIGINT', seconds: 15, all: false },
    { signal: 'SIGQUIT', seconds: 5, all: true },
    { signal: 'SIGKILL', seconds: 5, all: true },
  ]
  for (const { signal, seconds, all } of steps) {
    const running = processesIn(data)
    const deadline = Date.now() + seconds * 1000
    for (const pid of running) if (all || pid === Number(pidText)) sendSignal(pid, signal)
    while (processesIn(data).length > 0 && Date.now() < deadline) await pause(20)
    if (processesIn(data).length === 0) {
      // A killed server leaves this file, and its pid may now belong to another program, which Postgres would mistake for a
      // running server.
      rmSync(join(data, 'postmaster.pid'), { force: true })
      return
    }
  }
  throw new StartupError(`Um Postgres antigo em ${folder} não parou (processos ${processesIn(data).join(', ')}).`)
}

/** Polls the status line of postmaster.pid, as pg_ctl does, and checks that the launched process wrote it. */
async function accepts(child: ChildProcess, folder: string, deadline: number): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const lines = postmasterFile(folder)
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    await pause(15)
  }
  return false
}

function postmasterFile(folder: string): string[] {
  try {
    return readFileSync(join(dataIn(folder), 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Detached, so that Ctrl-C reaches this program only, which then stops Postgres in order. */
async function launch(program: string, args: string[], cwd: string, user: ClusterAccess['user'], logFd: number): Promise<ChildProcess> {
  const env = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', ...KEEP_FREED_MEMORY }
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', logFd, logFd], ...user })
  closeSync(logFd)
  try {
    await once(child, 'spawn')
    return child
  } catch (cause) {
    const message = `O Postgres embutido não roda neste sistema (${program}). Informe um Postgres existente em DATABASE_URL.`
    throw new StartupError(message, { cause })
  }
}

/** Opens the server's log for appending; `tail` returns the text written since. */
function openLog(folder: string): { fd: number; tail(): string } {
  const file = logIn(folder)
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT_BYTES) renameSync(file, `${file}.1`)
  const from = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return { fd: openSync(file, 'a', 0o600), tail: () => readFileSync(file).subarray(from).toString('utf8').slice(-2000).trim() }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // The process has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
