import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error.js'
import { processIdentity } from './processes.js'

/** `start` lasts until it is stopped, `ops` as long as one command, `test` as long as one test run. */
export type OwnerRole = 'start' | 'ops' | 'test'

/** Who runs Postgres in a data folder. */
export interface DataFolderOwner {
  pid: number
  /** Tells the process from a later one with the same pid. */
  identity: string
  role: OwnerRole
  /** Postgres' port on 127.0.0.1, once it accepts connections. */
  port?: number
}

/** The right to run Postgres in a data folder; ends with the process, however that ends. */
export interface DataFolderClaim {
  announce(port: number): void
  release(): void
}

const MUTEX_MS = 5000

const fileIn = (dataDir: string) => join(dataDir, 'running.json')

/** The living owner of the folder. */
export function findLiveOwner(dataDir: string): DataFolderOwner | null {
  const owner = readOwner(dataDir)
  return owner && processIdentity(owner.pid) === owner.identity ? owner : null
}

/** Whether a program once owned the folder and is gone without having released it. */
export function isAbandoned(dataDir: string): boolean {
  return readOwner(dataDir) !== null && findLiveOwner(dataDir) === null
}

/** Claims the folder, from a dead owner too. Null when a living one has it, or another claimant was faster: ask again. */
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

/** Gives the draft the file's name unless that is taken. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Replaces a dead owner's file. A folder is the mutex, so that two heirs cannot both replace it. */
function tryTakeOver(dataDir: string, draft: string): boolean {
  const mutex = `${fileIn(dataDir)}.takeover`
  try {
    mkdirSync(mutex)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // Held for a moment only: one that stays belongs to a process that was killed in that moment.
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
