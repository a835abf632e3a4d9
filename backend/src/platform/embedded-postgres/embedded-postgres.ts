import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries } from './binaries.js'
import { ensureAccess, readAccess } from './cluster-access.js'
import { initialise, start, stop, type PostgresParameters } from './cluster.js'
import { makeRoles, roleSettings } from './roles.js'
import { isAbandoned, findLiveOwner, tryClaim, type DataFolderClaim, type DataFolderOwner, type OwnerRole } from '../data-folder/claim.js'
import { StartupError } from '../data-folder/startup-error.js'

/** A Postgres that this program may use. The process that started it owns it; a joining one never stops it. */
export interface EmbeddedPostgres {
  /** The superuser's address; the program itself connects with those of `settings`. */
  url: string
  /** Environment variables with the address of each role. */
  settings: Record<string, string>
  owned: boolean
  /** Settles when an owned server ends, for any reason; never for a joined one. */
  exited: Promise<unknown>
  /** Stops an owned server, keeping committed data; does nothing to a joined one. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** An existing folder. */
  dataDir: string
  /** Called once when another program must end first. */
  onWait?: (owner: DataFolderOwner) => void
  /** Ends the wait by throwing the signal's reason. */
  signal?: AbortSignal
}

/**
 * Starts the data folder's Postgres, first stopping the server of a killed program. Waits for an ops command that owns it.
 * @param role `test` makes a cluster for one test run, without durability
 * @throws StartupError when another program runs on the folder, or Postgres cannot run
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions & { role: Exclude<OwnerRole, 'ops'> },
): Promise<EmbeddedPostgres> {
  const dataDir = realpathSync(options.dataDir)
  let waiting = false
  for (;;) {
    options.signal?.throwIfAborted()
    const claim = tryClaim(dataDir, options.role)
    if (claim) return startOwned(dataDir, claim, options.role)
    const owner = findLiveOwner(dataDir)
    if (owner && owner.role !== 'ops') {
      throw new StartupError(
        `O Prumo já está rodando nesta pasta de dados (${dataDir}, processo ${owner.pid}). Pare-o antes, ou use outra pasta em PRUMO_DATA_DIR.`,
      )
    }
    if (owner && !waiting) options.onWait?.(owner)
    waiting ||= owner !== null
    await pause(100)
  }
}

/** Joins the Postgres of the running program, or starts it for one command. Waits for another such command. */
export async function joinOrStartEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = realpathSync(options.dataDir)
  let waiting = false
  for (;;) {
    options.signal?.throwIfAborted()
    const claim = tryClaim(dataDir, 'ops')
    if (claim) return startOwned(dataDir, claim, 'ops')
    const owner = findLiveOwner(dataDir)
    if (owner?.port && owner.role !== 'ops') return await joinRunning(dataDir, owner.port)
    if (owner?.role === 'ops' && !waiting) options.onWait?.(owner)
    waiting ||= owner?.role === 'ops'
    await pause(100)
  }
}

/** Removes the clusters that killed test runs left under a folder, and stops their servers. */
export async function sweepAbandonedClusters(parent: string, prefix: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const dataDir = join(parent, name)
    try {
      if (isAbandoned(dataDir)) await removeCluster(dataDir)
    } catch {
      // It belongs to another user, or another run is removing it right now; a later run can remove it.
    }
  }
}

/** Removes a data folder and its cluster, which may be elsewhere. No live program may use it. */
export async function removeCluster(dataDir: string): Promise<void> {
  const access = readAccess(dataDir)
  if (access) {
    await stop(access.folder)
    rmSync(access.folder, { recursive: true, force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
}

// Several test files run whole programs at once, whose workers hold a LISTEN connection for each kind of job.
const testParameters: PostgresParameters = { fsync: 'off', full_page_writes: 'off', shared_buffers: '64MB', max_connections: '300' }

async function startOwned(dataDir: string, claim: DataFolderClaim, role: OwnerRole): Promise<EmbeddedPostgres> {
  try {
    const access = ensureAccess(dataDir)
    const binaries = findBinaries(access.user)
    await stop(access.folder)
    await initialise(binaries, access, role !== 'test')
    const server = await start(binaries, access, role === 'test' ? testParameters : {})
    await makeRoles(address(access.password, server.port), access.password)
    claim.announce(server.port)
    return {
      url: address(access.password, server.port),
      settings: roleSettings(address(access.password, server.port), access.password),
      owned: true,
      exited: server.exited,
      async stop() {
        await stop(access.folder)
        claim.release()
      },
    }
  } catch (error) {
    claim.release()
    throw error
  }
}

async function joinRunning(dataDir: string, port: number): Promise<EmbeddedPostgres> {
  const access = readAccess(dataDir)
  if (!access) throw new StartupError(`A pasta de dados ${dataDir} não tem o acesso ao banco (postgres.json).`)
  const url = address(access.password, port)
  const settings = roleSettings(url, access.password)
  return { url, settings, owned: false, exited: new Promise(() => undefined), stop: () => Promise.resolve() }
}

function address(password: string, port: number): string {
  return `postgres://prumo:${password}@127.0.0.1:${port}/postgres`
}
