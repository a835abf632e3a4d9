import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error.js'
import { processIdentity } from './processes.js'

/** `start` runs until stopped, `ops` for one command, `test` for one test run. */
export type OwnerRole = 'start' | 'ops' | 'test'

/** The process that runs Postgres in a data folder. */
export interface DataFolderOwner {
  pid: number
  /** Distinguishes the process from a later one with the same pid. */
  identity: string
  role: OwnerRole
  /** Postgres' port on 127.0.0.1, set once it accepts connections. */
  port?: number
}

/** The exclusive right to run Postgres in a data folder; it ends with the process, also by a crash. */
export interface DataFolderClaim {
  announce(port: number): void
  release(): void
}

const MUTEX_MS = 5000

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/** The folder's owner if its process is alive. */
export function findLiveOwner(dataDir: string): DataFolderOwner | null {
  const owner = readOwner(dataDir)
  return owner && processIdentity(owner.pid) === owner.identity ? owner : null
}

/** Whether an owner ended without releasing the folder. */
export function isAbandoned(dataDir: string): boolean {
  return readOwner(dataDir) !== null && findLiveOwner(dataDir) === null
}

/** Claims the folder, also from a dead owner. Null when a live process owns it or another claimant won: try again. */
export function tryClaim(dataDir: string, role: OwnerRole): DataFolderClaim | null {
  const file = fileIn(dataDir)
  const draft = `${file}.${process.pid}`
  const me: DataFolderOwner = { pid: process.pid, identity: processIdentity(process.pid) ?? '', role }
  try {
    writeFileSync(draft, JSON.stringify(me))
    if (!tryLink(draft, file) && !tryTakeOver(dataDir, draft)) return null
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartupError(`A pasta de dados ${dataDir} não pode ser usada (${code}). Escolha outra em PRUMO_DATA_DIR.`, { cause })
  } finally {
    rmSync(draft, { force: true })
  }
  return {
    announce(port) {
      writeFileSync(draft, JSON.stringify({ ...me, port }))
      renameSync(draft, file)
    },
    release() {
      if (readOwner(dataDir)?.identity === me.identity) rmSync(file, { force: true })
    },
  }
}

/** Links the draft to the file's name; false when the name is taken. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Replaces a dead owner's file. Creating a directory is the mutex, so that only one claimant replaces it. */
function tryTakeOver(dataDir: string, draft: string): boolean {
  const mutex = `${fileIn(dataDir)}.takeover`
  try {
    mkdirSync(mutex)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // The mutex is held for moments: an old one belongs to a process killed while holding it.
    const since = statSync(mutex, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > MUTEX_MS) rmSync(mutex, { recursive: true, force: true })
    return false
  }
  try {
    if (!isAbandoned(dataDir)) return false
    renameSync(draft, fileIn(dataDir))
    return true
  } finally {
    rmdirSync(mutex)
  }
}

function readOwner(dataDir: string): DataFolderOwner | null {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as DataFolderOwner
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (error instanceof SyntaxError) return { pid: 0, identity: '', role: 'start' }
    throw error
  }
}
