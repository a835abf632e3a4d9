import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MASTER_KEY } from './append/prumo.js'
import type { BenchCluster } from './cluster.js'
import { LONG_GRACE, signIn, type BenchPerson } from './http/people.js'
import { startServer, startWorker, type RunningApi, type ServerProgram } from './processes.js'

/** The product's processes on a database of their own, with limits as in production. */
export interface BenchProduct {
  url: string
  settings: Record<string, string> & { DATABASE_URL: string }
  /** Opens accounts with a session each. */
  signIn(count: number): Promise<BenchPerson[]>
  startApi(more?: Record<string, string>): Promise<RunningApi>
  startWorker(): Promise<ServerProgram>
  /** Stops the processes and deletes their files. */
  close(): Promise<void>
}

export async function createProduct(cluster: BenchCluster, name: string): Promise<BenchProduct> {
  const url = await cluster.database(name)
  const secret = randomBytes(32).toString('base64')
  const dataDir = await mkdtemp(join(tmpdir(), `prumo-bench-${name}-`))
  const settings = {
    JWT_SECRET: secret,
    MASTER_KEY: MASTER_KEY.toString('base64'),
    PRUMO_DATA_DIR: dataDir,
    DATABASE_URL: url,
    DEMO_SEED: 'off',
    LOG_LEVEL: 'warn',
    ...LONG_GRACE,
  }
  const started: ServerProgram[] = []
  const stoppedAtClose = <Program extends ServerProgram>(program: Program): Program => {
    started.unshift(program)
    return program
  }
  return {
    url,
    settings,
    signIn: (count) => signIn(url, secret, count),
    startApi: async (more) => stoppedAtClose(await startServer('../../backend/dist/main.js', { ...settings, ...more })),
    startWorker: async () => stoppedAtClose(await startWorker(settings)),
    async close() {
      for (const program of started) await program.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
