import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../test-queue.js'
import { freePort } from '@prumo/backend/platform/free-port'

/** A PgBouncer of the test's own in transaction mode, in front of one server. */
export interface TestPgBouncer {
  /** The same address through PgBouncer. */
  through: (url: string) => string
  /** Ends it with all of its connections, and starts it again. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

/** The path of PgBouncer, from the PATH or `CLUSTER_PGBOUNCER`; undefined without it. */
export const pgBouncerProgram = () =>
  [process.env.CLUSTER_PGBOUNCER ?? '', 'pgbouncer'].find(
    (name) => name && spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  )

/** @param program the path of PgBouncer @param addresses of the server, one for each role that may connect */
export async function startPgBouncer(program: string, addresses: readonly string[]): Promise<TestPgBouncer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'prumo-bouncer-'))
  const [first = ''] = addresses
  const users = addresses.map((address) => new URL(address)).map(({ username, password }) => `"${username}" "${password}"`)
  writeFileSync(join(folder, 'users.txt'), `${users.join('\n')}\n`)
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: join(folder, 'users.txt'),
    pool_mode: 'transaction',
    max_prepared_statements: 1_000,
    max_client_conn: 500,
    default_pool_size: 20,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `[databases]\n* = host=127.0.0.1 port=${new URL(first).port}\n[pgbouncer]\n${lines.join('\n')}\n`)
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0
  for (const each of [folder, join(folder, 'users.txt'), file]) chmodSync(each, isRoot ? 0o755 : 0o700)
  const through = (url: string) => Object.assign(new URL(url), { port: String(port) }).toString()
  const start = async () => {
    const child = spawn(program, isRoot ? ['-u', 'nobody', file] : [file], { stdio: 'ignore' })
    await until(() => answers(through(first)), 10_000)
    return child
  }
  let child = await start()
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    through,
    async restart() {
      await kill()
      child = await start()
    },
    async close() {
      await kill()
      rmSync(folder, { recursive: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
