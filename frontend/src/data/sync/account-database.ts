import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { accountDatabaseName } from '../../lib/device-storage'
import type { QueuedCommand } from './command'
import { isUnsent } from './queue'
import { isSealed, createKey, seal, unseal, type SealedCommand } from './seal'
import { clearDiscarded, readDiscarded } from './discarded-commands'

/** An answer of the server, as stored for the next start. */
export interface PersistedAnswer {
  hash: string
  key: readonly unknown[]
  data: unknown
  /** The position of the log that it reflects. */
  log: string
  seq: number
  /** When it was requested, in milliseconds. */
  fetchedAt: number
  /** The release that stored it. */
  release: string
}

export interface AccountSchema extends DBSchema {
  commands: { key: number; value: QueuedCommand | SealedCommand }
  reads: { key: string; value: PersistedAnswer }
  /** The key that encrypts commands while the session is over. */
  keys: { key: string; value: CryptoKey }
}

const KEY = 'commands'
/** Must be raised with every change of the stored shapes. */
const VERSION = 5

/**
 * @param onTaken called when the connection is closed for an upgrade or a deletion
 * @throws however the browser refuses: some throw synchronously
 */
export async function openDatabase(account: string, onTaken: () => void): Promise<IDBPDatabase<AccountSchema>> {
  const database = await openDB<AccountSchema>(accountDatabaseName(account), VERSION, {
    upgrade(made) {
      // No release reads the shapes of an older store.
      for (const name of Array.from(made.objectStoreNames)) made.deleteObjectStore(name)
      made.createObjectStore('commands', { keyPath: 'position' })
      made.createObjectStore('reads', { keyPath: 'hash' })
      made.createObjectStore('keys')
    },
    // A newer release in another tab upgrades the store, or it is being deleted.
    blocking: (_version, _newVersion, event) => {
      onTaken()
      ;(event.target as IDBDatabase).close()
    },
  })
  await unsealAll(database)
  await deleteDiscarded(account, database)
  return database
}

/** Decrypts the commands once the person has signed in again. A command that the key does not open is deleted. */
async function unsealAll(database: IDBPDatabase<AccountSchema>): Promise<void> {
  const sealed = (await database.getAll('commands')).filter(isSealed)
  if (sealed.length === 0) return
  const key = await database.get('keys', KEY)
  const opened = await Promise.all(sealed.map(async (each) => (key ? unseal(key, each).catch(() => null) : null)))
  const { store, done } = database.transaction('commands', 'readwrite', { durability: 'strict' })
  const replace = async ({ position }: SealedCommand, item: QueuedCommand | null): Promise<void> => {
    // Decrypting ended the transaction that read it: another tab may have opened or withdrawn it since.
    const stored = await store.get(position)
    if (stored && isSealed(stored)) await (item ? store.put(item) : store.delete(position))
  }
  await Promise.all([...sealed.map((each, index) => replace(each, opened[index] ?? null)), done])
}

/** Encrypts unsent commands, and deletes the others. Without a key, unsent commands stay as they are. */
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
  const removed = queue.filter((item) => !isUnsent(item))
  const replace = async (item: QueuedCommand, sealedItem: SealedCommand): Promise<void> => {
    // Encrypting ended the transaction that read it: a change under way may have removed it since.
    const stored = await store.get(item.position)
    if (stored && !isSealed(stored) && stored.command.id === item.command.id) await store.put(sealedItem)
  }
  await Promise.all([
    ...removed.map(({ position }) => store.delete(position)),
    ...sealed.map((each, index) => replace(unsent[index]!, each)),
    done,
  ])
}

/** Leaves out commands that another tab has sealed: they wait for their person to sign in. */
export function unsealed(stored: readonly (QueuedCommand | SealedCommand)[]): QueuedCommand[] {
  return stored.filter((each): each is QueuedCommand => !isSealed(each))
}

/** Deletes commands that were discarded while the store could not be written. */
async function deleteDiscarded(account: string, database: IDBPDatabase<AccountSchema>): Promise<void> {
  const discarded = readDiscarded(account)
  if (!discarded) return
  const transaction = database.transaction(['commands', 'reads'], 'readwrite', { durability: 'strict' })
  const commands = transaction.objectStore('commands')
  const queue = unsealed(await commands.getAll())
  const removed = queue.filter(({ command }) => discarded === 'all' || discarded.includes(command.id))
  await Promise.all([
    ...removed.map(({ position }) => commands.delete(position)),
    ...(discarded === 'all' ? [transaction.objectStore('reads').clear()] : []),
    transaction.done,
  ])
  clearDiscarded(account)
}

/** A browser may never finish opening or sealing a store; nothing waits longer than this. */
const OPEN_TIMEOUT_MS = 4000

/** Resolves to null if `coming` fails or takes too long. */
export function withinOpenTimeout<T>(coming: Promise<T | null>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), OPEN_TIMEOUT_MS)
    void coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}
