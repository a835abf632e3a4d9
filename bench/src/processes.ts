import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@prumo/backend/platform/free-port'
import pg from 'pg'

/** A program in a process of its own. */
export interface ServerProgram {
  pid: number
  stop(): Promise<void>
}

export interface RunningApi extends ServerProgram {
  origin: string
}

/** Starts a program on a free port and waits until it accepts connections. @param program an address relative to this file */
export async function startServer(program: string, environment: Record<string, string>): Promise<RunningApi> {
  const port = await freePort()
  const child = start(program, { ...environment, PORT: String(port) })
  const origin = `http://127.0.0.1:${port}`
  while (!(await isAnswering(origin))) await stillRunning(child, program)
  return { origin, ...programOf(child) }
}

/** Whether the server answers; the answer is read completely, so that the connection is free again. */
async function isAnswering(origin: string): Promise<boolean> {
  try {
    await (await fetch(origin)).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** Starts the product's worker and waits until it listens for jobs. @param environment its settings, with the database's address */
export async function startWorker(environment: Record<string, string> & { DATABASE_URL: string }): Promise<ServerProgram> {
  const child = start('../../backend/dist/worker.js', environment)
  const client = new pg.Client(environment.DATABASE_URL)
  await client.connect()
  // The application name of the connection that listens for notifications.
  const listening = "select 1 from pg_stat_activity where datname = current_database() and application_name = 'notifications'"
  while ((await client.query(listening)).rowCount === 0) await stillRunning(child, 'The worker')
  await client.end()
  return programOf(child)
}

function start(program: string, environment: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'development', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function stillRunning(child: ChildProcess, name: string): Promise<void> {
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
  await pause(100)
}

function programOf(child: ChildProcess): ServerProgram {
  return {
    pid: child.pid as number,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
