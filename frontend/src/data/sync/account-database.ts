import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { accountDatabaseName } from '../../lib/device-storage'
import type { QueuedCommand } from './command'
import { isUnsent } from './queue'
import { isSealed, createKey, seal, unseal, type SealedCommand } from './seal'
import { clearDiscarded, readDiscarded } from './discarded-commands'

/** Something read from the server, as it is kept for the next start. */
export interface PersistedAnswer {
  hash: string
  key: readonly unknown[]
  data: unknown
  /** What it reflects. */
  log: string
  seq: number
  /** When it was asked for, in milliseconds. */
  fetchedAt: number
  /** Which release wrote it. */
  release: string
}

export interface AccountSchema extends DBSchema {
  commands: { key: number; value: QueuedCommand | SealedCommand }
  reads: { key: string; value: PersistedAnswer }
  /** What commands are sealed with while nobody is signed in. */
  keys: { key: string; value: CryptoKey }
}

const KEY = 'commands'
/** Raised with every change of the shapes that are stored. */
const VERSION = 3

/** Rejects however a browser refuses: some throw before there is anything to wait for. */
export async function openDatabase(account: string, onTaken: () => void): Promise<IDBPDatabase<AccountSchema>> {
  const database = await openDB<AccountSchema>(accountDatabaseName(account), VERSION, {
    upgrade(made) {
      // Deletes an older store: no release reads the shapes that it holds.
      for (const name of [...made.objectStoreNames]) made.deleteObjectStore(name)
      made.createObjectStore('commands', { keyPath: 'position' })
      made.createObjectStore('reads', { keyPath: 'hash' })
      made.createObjectStore('keys')
    },
    // A newer release in another tab takes it over, or it is deleted.
    blocking: (_version, _wanted, event) => {
      onTaken()
      ;(event.target as IDBDatabase).close()
    },
  })
  await unsealAll(database)
  await deleteDiscarded(account, database)
  return database
}

/** The person is back: what waits is as it was. What no key opens is lost. */
async function unsealAll(database: IDBPDatabase<AccountSchema>): Promise<void> {
  const sealed = (await database.getAll('commands')).filter(isSealed)
  if (sealed.length === 0) return
  const key = await database.get('keys', KEY)
  const opened = await Promise.all(sealed.map(async (each) => (key ? unseal(key, each).catch(() => null) : null)))
  const { store, done } = database.transaction('commands', 'readwrite', { durability: 'strict' })
  await Promise.all([...opened.map((item, index) => (item ? store.put(item) : store.delete(sealed[index]!.position))), done])
}

/** What was never sent is sealed, and the rest of the queue goes. Where there is no key to be had it stays as it is. */
export async function sealAll(database: IDBPDatabase<AccountSchema>): Promise<void> {
  const queue = unsealed(await database.getAll('commands'))
  const unsent = queue.filter(isUnsent)
  let key: CryptoKey | null = null
  try {
    key = await createKey()
    await database.put('keys', key, KEY)
  } catch {
    key = null
  }
  const sealed = key ? await Promise.all(unsent.map((item) => seal(key, item))) : []
  const { store, done } = database.transaction('commands', 'readwrite', { durability: 'strict' })
  const gone = queue.filter((item) => !isUnsent(item))
  await Promise.all([...gone.map(({ position }) => store.delete(position)), ...sealed.map((each) => store.put(each)), done])
}

/** What another tab sealed is its person's to open, who has to sign in first. */
export function unsealed(kept: readonly (QueuedCommand | SealedCommand)[]): QueuedCommand[] {
  return kept.filter((each): each is QueuedCommand => !isSealed(each))
}

/** Lets go of what could not be written off when that was decided. */
async function deleteDiscarded(account: string, database: IDBPDatabase<AccountSchema>): Promise<void> {
  const noted = readDiscarded(account)
  if (!noted) return
  const transaction = database.transaction(['commands', 'reads'], 'readwrite', { durability: 'strict' })
  const commands = transaction.objectStore('commands')
  const queue = unsealed(await commands.getAll())
  const gone = queue.filter(({ command }) => noted === 'all' || noted.includes(command.id))
  await Promise.all([
    ...gone.map(({ position }) => commands.delete(position)),
    ...(noted === 'all' ? [transaction.objectStore('reads').clear()] : []),
    transaction.done,
  ])
  clearDiscarded(account)
}

/** A browser that takes longer to open a store, or to seal one, keeps nobody waiting. */
const OPEN_TIMEOUT_MS = 4000

/** What comes in time; null otherwise. */
export function withinOpenTimeout<T>(coming: Promise<T | null>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), OPEN_TIMEOUT_MS)
    void coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}
