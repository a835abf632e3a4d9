import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { accountDatabaseName } from '../../lib/device-storage'
import type { QueuedCommand } from './command'
import type { FormDraft } from './form-drafts'
import { isUnsent } from './queue'
import {
  isSealed,
  createKey,
  seal,
  sealBytes,
  unseal,
  unsealBytes,
  type Sealed,
  type SealedCommand,
  type SealedDraft,
  type SealedFile,
} from './seal'
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

interface PlainFile {
  id: string
  type: string
  bytes: ArrayBuffer
}

export interface AccountSchema extends DBSchema {
  commands: { key: number; value: QueuedCommand | SealedCommand }
  reads: { key: string; value: PersistedAnswer }
  drafts: { key: string; value: FormDraft | SealedDraft }
  /** The files of commands, encrypted at all times; not encrypted where the browser has no keys. */
  files: { key: string; value: SealedFile | PlainFile }
  /** The key that encrypts files, and commands and drafts while the session is over. */
  keys: { key: string; value: CryptoKey }
}

const KEY = 'commands'
/** Must be raised with every change of the stored shapes. */
const VERSION = 7
/** The first version whose commands and answers this release reads. */
const OLDEST_READ = 5
/** The first version with a store of drafts. */
const WITH_DRAFTS = 6

/**
 * @param onTaken called when the connection is closed for an upgrade or a deletion
 * @throws however the browser refuses: some throw synchronously
 */
export async function openDatabase(account: string, onTaken: () => void): Promise<IDBPDatabase<AccountSchema>> {
  const database = await openDB<AccountSchema>(accountDatabaseName(account), VERSION, {
    upgrade(made, before) {
      if (before < OLDEST_READ) {
        for (const name of Array.from(made.objectStoreNames)) made.deleteObjectStore(name)
        made.createObjectStore('commands', { keyPath: 'position' })
        made.createObjectStore('reads', { keyPath: 'hash' })
        made.createObjectStore('keys')
      }
      if (before < WITH_DRAFTS) made.createObjectStore('drafts', { keyPath: 'name' })
      made.createObjectStore('files', { keyPath: 'id' })
    },
    // A newer release in another tab upgrades the store, or it is being deleted.
    blocking: (_version, _newVersion, event) => {
      onTaken()
      ;(event.target as IDBDatabase).close()
    },
  })
  await unsealAll(database)
  await deleteDiscarded(account, database)
  await deleteOrphanedFiles(database)
  return database
}

/** Decrypts commands and drafts once the person has signed in again. What the key does not open is deleted. */
async function unsealAll(database: IDBPDatabase<AccountSchema>): Promise<void> {
  const stores = database as unknown as IDBPDatabase
  await Promise.all(['commands', 'drafts'].map((name) => unsealStore(stores, name)))
}

async function unsealStore(database: IDBPDatabase, name: string): Promise<void> {
  const sealed = ((await database.getAll(name)) as (object | Sealed)[]).filter((each): each is Sealed => isSealed(each))
  if (sealed.length === 0) return
  const key = (await database.get('keys', KEY)) as CryptoKey | undefined
  const opened = await Promise.all(sealed.map(async (each) => (key ? unseal(key, each).catch(() => null) : null)))
  const { store, done } = database.transaction(name, 'readwrite', { durability: 'strict' })
  const replace = async (each: Sealed, value: unknown): Promise<void> => {
    const id = keyIn(store, each)
    // Decrypting ended the transaction that read it: another tab may have opened or withdrawn it since.
    const stored = (await store.get(id)) as object | undefined
    if (stored && isSealed(stored)) await (value ? store.put(value) : store.delete(id))
  }
  await Promise.all([...sealed.map((each, index) => replace(each, opened[index])), done])
}

/** Encrypts unsent commands and drafts, and deletes the other commands. Without a key, both stay as they are. */
export async function sealAll(database: IDBPDatabase<AccountSchema>): Promise<void> {
  const key = await deviceKey(database)
  const stores = database as unknown as IDBPDatabase
  await sealStore<QueuedCommand>(stores, 'commands', key, { isKept: isUnsent, idOf: ({ command }) => command.id })
  await sealStore<FormDraft>(stores, 'drafts', key, { isKept: () => true, idOf: (draft) => draft.name })
}

/** The key of the account on this device; null where the browser has none, as without HTTPS. */
async function deviceKey(database: IDBPDatabase<AccountSchema>): Promise<CryptoKey | null> {
  try {
    const stored = await database.get('keys', KEY)
    if (stored) return stored
    const created = await createKey()
    const { store, done } = database.transaction('keys', 'readwrite', { durability: 'strict' })
    // Creating it ended the transaction that looked: another tab may have stored one since.
    const other = await store.get(KEY)
    if (!other) await store.put(created, KEY)
    await done
    return other ?? created
  } catch {
    return null
  }
}

/** The file of a command in the form in which it is stored. */
export async function toStoredFile(
  database: IDBPDatabase<AccountSchema>,
  id: string,
  content: Blob,
): Promise<AccountSchema['files']['value']> {
  const [key, bytes] = [await deviceKey(database), await content.arrayBuffer()]
  const { type } = content
  return key ? { id, type, ...(await sealBytes(key, bytes)) } : { id, type, bytes }
}

/** The file of a command; null if the device has none, or cannot open it. */
export async function readFile(database: IDBPDatabase<AccountSchema>, id: string): Promise<Blob | null> {
  const stored = await database.get('files', id)
  if (!stored) return null
  const { type } = stored
  if (!isSealed(stored)) return new Blob([stored.bytes], { type })
  const key = await database.get('keys', KEY)
  const bytes = key ? await unsealBytes(key, stored).catch(() => null) : null
  return bytes && new Blob([bytes], { type })
}

interface SealingRules<T> {
  isKept: (item: T) => boolean
  idOf: (item: T) => string
}

async function sealStore<T extends object>(
  database: IDBPDatabase,
  name: string,
  key: CryptoKey | null,
  { isKept, idOf }: SealingRules<T>,
): Promise<void> {
  const items = unsealed((await database.getAll(name)) as (T | Sealed)[]) as T[]
  const kept = items.filter(isKept)
  const sealed = key ? await Promise.all(kept.map((item) => seal(key, item))) : []
  const { store, done } = database.transaction(name, 'readwrite', { durability: 'strict' })
  const replace = async (item: T, content: Sealed): Promise<void> => {
    const id = keyIn(store, item)
    // Encrypting ended the transaction that read it: a change under way may have removed it since.
    const stored = (await store.get(id)) as T | Sealed | undefined
    if (stored && !isSealed(stored) && idOf(stored) === idOf(item)) await store.put({ [store.keyPath as string]: id, ...content })
  }
  await Promise.all([
    ...items.filter((item) => !isKept(item)).map((item) => store.delete(keyIn(store, item))),
    ...sealed.map((content, index) => replace(kept[index]!, content)),
    done,
  ])
}

function keyIn({ keyPath }: { keyPath: unknown }, item: object): IDBValidKey {
  return (item as Record<string, IDBValidKey>)[keyPath as string]!
}

/** Leaves out what another tab has sealed: it waits for its person to sign in. */
export function unsealed<T extends object>(stored: readonly T[]): Exclude<T, Sealed>[] {
  return stored.filter((each): each is Exclude<T, Sealed> => !isSealed(each))
}

/** Deletes commands that were discarded while the store could not be written. */
async function deleteDiscarded(account: string, database: IDBPDatabase<AccountSchema>): Promise<void> {
  const discarded = readDiscarded(account)
  if (!discarded) return
  const transaction = database.transaction(['commands', 'reads', 'drafts', 'files'], 'readwrite', { durability: 'strict' })
  const commands = transaction.objectStore('commands')
  const queue = unsealed(await commands.getAll())
  const removed = queue.filter(({ command }) => discarded === 'all' || discarded.includes(command.id))
  await Promise.all([
    ...removed.map(({ position }) => commands.delete(position)),
    ...removed.map(({ command }) => transaction.objectStore('files').delete(command.id)),
    ...(discarded === 'all' ? (['reads', 'drafts', 'files'] as const).map((name) => transaction.objectStore(name).clear()) : []),
    transaction.done,
  ])
  clearDiscarded(account)
}

/** Deletes the files of commands that were deleted while they were encrypted. */
async function deleteOrphanedFiles(database: IDBPDatabase<AccountSchema>): Promise<void> {
  if ((await database.count('files')) === 0) return
  const transaction = database.transaction(['commands', 'files'], 'readwrite')
  const [commands, files] = [await transaction.objectStore('commands').getAll(), transaction.objectStore('files')]
  const open = unsealed(commands)
  // What another tab has encrypted may have any of the files.
  if (open.length === commands.length) {
    const ids = new Set(open.map(({ command }) => command.id))
    const orphaned = (await files.getAllKeys()).filter((id) => !ids.has(id))
    await Promise.all(orphaned.map((id) => files.delete(id)))
  }
  await transaction.done
}

/** A browser may never finish opening or sealing a store; nothing waits longer than this. A busy disk needs some seconds. */
const OPEN_TIMEOUT_MS = 10_000

/** Resolves to null if `coming` fails or takes too long. */
export function withinOpenTimeout<T>(coming: Promise<T | null>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), OPEN_TIMEOUT_MS)
    void coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}
