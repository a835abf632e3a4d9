import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { accountStore } from '../lib/device-storage'
import type { Item } from './command'
import { after, isUnsent, type Changes } from './delivery'
import { isSealed, newKey, Presence, seal, unseal, type Sealed } from './seal'
import { MemoryStore, type KeptRead, type Store } from './store'
import { forgetVoid, notedVoid } from './void-line'

interface Schema extends DBSchema {
  commands: { key: number; value: Item | Sealed }
  reads: { key: string; value: KeptRead }
  /** What commands are sealed with while nobody is signed in. */
  keys: { key: string; value: CryptoKey }
}

const KEY = 'commands'

/** Opens the account's store; in memory where the browser refuses one, as some private windows do. */
export async function openStore(account: string): Promise<Store> {
  return (await orNull(openDevice(account), OPENING_MS)) ?? new MemoryStore()
}

async function openDevice(account: string): Promise<Store> {
  const store = new DeviceStore(account, await Presence.enter(account))
  await store.line()
  return store
}

/** Rejects however a browser refuses: some throw before there is anything to wait for. */
async function connect(account: string, onTaken: () => void): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>(accountStore(account), 2, {
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
async function sealAll(database: IDBPDatabase<Schema>): Promise<void> {
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
function openOf(kept: readonly (Item | Sealed)[]): Item[] {
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

/** A browser that takes longer to open a store keeps nobody waiting. */
const OPENING_MS = 4000

/** What comes in time; null otherwise. */
function orNull<T>(coming: Promise<T | null>, ms: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms)
    void coming.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

class DeviceStore implements Store {
  readonly isKept = true
  readonly #account: string
  readonly #presence: Presence
  #database: Promise<IDBPDatabase<Schema>>
  /** Closed, or another's: not to be opened again. */
  #isOver = false

  constructor(account: string, presence: Presence) {
    this.#account = account
    this.#presence = presence
    this.#database = this.#connected()
  }

  #connected(): Promise<IDBPDatabase<Schema>> {
    return connect(this.#account, () => (this.#isOver = true))
  }

  /** A connection can die, as Safari's does in the background: then it is opened again, once. */
  async #on<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    const connection = this.#database
    try {
      return await work(await connection)
    } catch (failure) {
      if (this.#isOver) throw failure
      if (this.#database === connection) {
        this.#database = this.#connected()
        void connection.then(
          (dead) => dead.close(),
          () => undefined,
        )
      }
      const again = await orNull(this.#database, OPENING_MS)
      if (!again) throw failure
      return work(again)
    }
  }

  line(): Promise<Item[]> {
    return this.#on(async (database) => openOf(await database.getAll('commands')))
  }

  change(decide: (line: readonly Item[]) => Changes): Promise<Item[]> {
    return this.#on((database) => this.#change(database, decide))
  }

  async #change(database: IDBPDatabase<Schema>, decide: (line: readonly Item[]) => Changes): Promise<Item[]> {
    // Strict: on the disk before anyone says so.
    const transaction = database.transaction('commands', 'readwrite', { durability: 'strict' })
    const { store } = transaction
    const line = openOf(await store.getAll())
    const changes = decide(line)
    const writes = [...changes.remove.map((position) => store.delete(position)), ...changes.put.map((item) => store.put(item))]
    // Not only once the page has heard of each write, which takes turns of a busy processor.
    transaction.commit()
    await Promise.all([...writes, transaction.done])
    return after(line, changes)
  }

  add(item: Item): Promise<Item[] | null> {
    return this.#on((database) => this.#add(database, item))
  }

  async #add(database: IDBPDatabase<Schema>, item: Item): Promise<Item[] | null> {
    const transaction = database.transaction('commands', 'readwrite', { durability: 'strict' })
    const { store } = transaction
    const steps = [store.add(item), store.getAll(), transaction.done] as const
    // On its way as a whole: each answer that the page has to hear first waits until a busy processor lets it.
    transaction.commit()
    try {
      const [, line] = await Promise.all(steps)
      return openOf(line)
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'ConstraintError') return null
      throw failure
    }
  }

  reads(): Promise<KeptRead[]> {
    return this.#on((database) => database.getAll('reads'))
  }

  keep(read: KeptRead): Promise<void> {
    return this.#on(async (database) => {
      const transaction = database.transaction('reads', 'readwrite')
      const kept = await transaction.store.get(read.hash)
      if (!kept || kept.log !== read.log || kept.seq <= read.seq) await transaction.store.put(read)
      await transaction.done
    })
  }

  forget(hashes: readonly string[]): Promise<void> {
    return this.#on(async (database) => {
      const transaction = database.transaction('reads', 'readwrite')
      await Promise.all([...hashes.map((hash) => transaction.store.delete(hash)), transaction.done])
    })
  }

  clear(): Promise<void> {
    return this.#on(async (database) => {
      const transaction = database.transaction(['commands', 'reads'], 'readwrite', { durability: 'strict' })
      await Promise.all([transaction.objectStore('commands').clear(), transaction.objectStore('reads').clear(), transaction.done])
    })
  }

  leave(): Promise<void> {
    return this.#on(async (database) => {
      await this.#presence.leave(async () => {
        await database.clear('reads')
        await sealAll(database)
      })
    })
  }

  close(): void {
    this.#isOver = true
    void this.#presence.leave()
    void this.#database.then(
      (database) => database.close(),
      () => undefined,
    )
  }
}
