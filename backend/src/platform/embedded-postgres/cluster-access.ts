import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openFolder, sharedFolder } from './binaries.js'
import { StartupError } from '../data-folder/startup-error.js'
import { canReach, isRunningAsRoot, unprivilegedUser, type SystemUser } from './system-user.js'

/** Location and credentials of a data folder's cluster. */
export interface ClusterAccess {
  /** Absolute path; contains the cluster in `data`, and the server's log. */
  folder: string
  password: string
  /** The user that Postgres runs as, if not the current one. */
  user: SystemUser | null
}

const fileIn = (dataDir: string) => join(dataDir, 'postgres.json')

/** The access of the data folder's cluster; null before one was created. */
export function readAccess(dataDir: string): Omit<ClusterAccess, 'user'> | null {
  try {
    const { folder, password } = JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as { folder: string; password: string }
    return { folder: resolve(dataDir, folder), password }
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    throw new StartupError(`O acesso ao banco em ${fileIn(dataDir)} não pode ser lido (${code ?? message}).`, { cause })
  }
}

/** The access, created if missing: a folder that Postgres can reach, and a password. Called only by the folder's owner. */
export function ensureAccess(dataDir: string): ClusterAccess {
  const existing = readAccess(dataDir)
  if (existing) return { ...existing, user: userOf(existing.folder) }
  const user = isRunningAsRoot() ? unprivilegedUser() : null
  const folder = user && !canReach(dataDir, user, 0o1) ? makeSharedFolder() : join(dataDir, 'postgres')
  mkdirSync(folder, { recursive: true })
  if (user) chownSync(folder, user.uid, user.gid)
  chmodSync(folder, 0o700)
  const password = randomBytes(24).toString('hex')
  const draft = `${fileIn(dataDir)}.${process.pid}`
  // Relative inside the data folder, so that the folder can be moved.
  writeFileSync(draft, JSON.stringify({ folder: folder.startsWith(dataDir) ? 'postgres' : folder, password }), { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
  return { folder, password, user }
}

/** The user that may run an existing cluster: its owner, also on behalf of root. */
function userOf(folder: string): SystemUser | null {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (!stats) {
    throw new StartupError(`A pasta do banco ${folder} não existe mais. Traga-a de volta, ou apague a pasta de dados para começar de novo.`)
  }
  if (isRunningAsRoot()) {
    const user = { uid: stats.uid, gid: stats.gid }
    if (canReach(folder, user)) return user
    throw new StartupError(`O usuário ${user.uid} do Postgres não alcança ${folder}. Libere a passagem (chmod o+x) nas pastas acima dela.`)
  }
  if (stats.uid === process.getuid?.()) return null
  throw new StartupError(
    `O banco em ${folder} pertence a outro usuário (${stats.uid}). Inicie como ele ou como root, ou use outra pasta em PRUMO_DATA_DIR.`,
  )
}

/** A new folder under /var/lib, for a data folder that the user of Postgres cannot enter, such as one in root's home. */
function makeSharedFolder(): string {
  const clusters = join(sharedFolder, 'clusters')
  openFolder(sharedFolder)
  openFolder(clusters)
  return mkdtempSync(join(clusters, 'postgres-'))
}
