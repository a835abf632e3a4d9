import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { accountDatabaseName } from '../lib/device-storage'
import type { Item } from './command'
import { isUnsent } from './delivery'
import { isSealed, newKey, seal, unseal, type Sealed } from './seal'
import { forgetVoid, notedVoid } from './void-line'

/** Something read from the server, as it is kept for the next start. */
export interface KeptRead {
  hash: string
  key: readonly unknown[]
  data: unknown
  /** What it reflects. */
  log: string
  seq: number
  /** When it was asked for, in milliseconds. */
  at: number
  /** Which release wrote it; what was kept before releases wrote theirs has none. */
  release?: string
}

export interface Schema extends DBSchema {
  commands: { key: number; value: Item | Sealed }
  reads: { key: string; value: KeptRead }
  /** What commands are sealed with while nobody is signed in. */
  keys: { key: string; value: CryptoKey }
}

const KEY = 'commands'

/** Rejects however a browser refuses: some throw before there is anything to wait for. */
export async function connect(account: string, onTaken: () => void): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>(accountDatabaseName(account), 2, {
    async upgrade(made, before, _after, transaction) {
      if (before < 1) {
        made.createObjectStore('commands', { keyPath: 'position' })
        made.createObjectStore('reads', { keyPath: 'hash' })
      }
      made.createObjectStore('keys')
      if (before !== 1) return
      // What was read and answered then says no positions.
      const commands = transaction.objectStore('commands')
      const answered = openOf(await commands.getAll()).filter((item) => !isUnsent(item))
      await Promise.all([transaction.objectStore('reads').clear(), ...answered.map(({ position }) => commands.delete(position))])
    },
    // A newer release in another tab takes it over, or it is deleted.
    blocking: (_version, _wanted, event) => {
      onTaken()
      ;(event.target as IDBDatabase).close()
    },
  })
  await unsealAll(database)
  await dropVoid(account, database)
  return database
}

/** The person is back: what waits is as it was. What no key opens is lost. */
async function unsealAll(database: IDBPDatabase<Schema>): Promise<void> {
  const sealed = (await database.getAll('commands')).filter(isSealed)
  if (sealed.length === 0) return
  const key = await database.get('keys', KEY)
  const opened = await Promise.all(sealed.map(async (each) => (key ? unseal(key, each).catch(() => null) : null)))
  const { store, done } = database.transaction('commands', 'readwrite', { durability: 'strict' })
  await Promise.all([...opened.map((item, index) => (item ? store.put(item) : store.delete(sealed[index]!.position))), done])
}

/** What was never sent is sealed, and the rest of the line goes. Where there is no key to be had it stays as it is. */
export async function sealAll(database: IDBPDatabase<Schema>): Promise<void> {
  const line = openOf(await database.getAll('commands'))
  const unsent = line.filter(isUnsent)
  let key: CryptoKey | null = null
  try {
    key = await newKey()
    await database.put('keys', key, KEY)
  } catch {
    key = null
  }
  const sealed = key ? await Promise.all(unsent.map((item) => seal(key, item))) : []
  const { store, done } = database.transaction('commands', 'readwrite', { durability: 'strict' })
  const gone = line.filter((item) => !isUnsent(item))
  await Promise.all([...gone.map(({ position }) => store.delete(position)), ...sealed.map((each) => store.put(each)), done])
}

/** What another tab sealed is its person's to open, who has to sign in first. */
export function openOf(kept: readonly (Item | Sealed)[]): Item[] {
  return kept.filter((each): each is Item => !isSealed(each))
}

/** Lets go of what could not be written off when that was decided. */
async function dropVoid(account: string, database: IDBPDatabase<Schema>): Promise<void> {
  const noted = notedVoid(account)
  if (!noted) return
  const transaction = database.transaction(['commands', 'reads'], 'readwrite', { durability: 'strict' })
  const commands = transaction.objectStore('commands')
  const line = openOf(await commands.getAll())
  const gone = line.filter(({ command }) => noted === 'all' || noted.includes(command.id))
  await Promise.all([
    ...gone.map(({ position }) => commands.delete(position)),
    ...(noted === 'all' ? [transaction.objectStore('reads').clear()] : []),
    transaction.done,
  ])
  forgetVoid(account)
}

/** A browser that takes longer to open a store, or to seal one, keeps nobody waiting. */
const OPENING_MS = 4000

/** What comes in time; null otherwise. */
export function orNull<T>(coming: Promise<T | null>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), OPENING_MS)
    void coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}
