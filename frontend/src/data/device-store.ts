import type { IDBPDatabase } from 'idb'
import { connect, openOf, orNull, sealAll, type KeptRead, type Schema } from './account-database'
import type { Item } from './command'
import { after, type Changes } from './delivery'
import { Presence } from './seal'

/** What one account keeps on this device: its line of commands, and what it last read. */
export interface Store {
  /** False where the browser keeps nothing: then both live for as long as the page. */
  readonly isKept: boolean
  line: () => Promise<Item[]>
  /** Decides on the whole line and writes what was decided, as one: no tab comes between. Answers the line after it. */
  change: (decide: (line: readonly Item[]) => Changes) => Promise<Item[]>
  /** Adds one to the line, which is not read before. Answers the line after it; null, and adds nothing, where its place is taken. */
  add: (item: Item) => Promise<Item[] | null>
  reads: () => Promise<KeptRead[]>
  /** Puts a read away; one that reflects more stays. */
  keep: (read: KeptRead) => Promise<void>
  forget: (hashes: readonly string[]) => Promise<void>
  clear: () => Promise<void>
  /** Nobody is signed in any more: what was read goes, and what was never sent stays, sealed, until somebody is. */
  leave: () => Promise<void>
  close: () => void
}

/** Opens the account's store; in memory where the browser refuses one, as some private windows do. */
export async function openStore(account: string): Promise<Store> {
  return (await orNull(openDevice(account))) ?? new MemoryStore()
}

async function openDevice(account: string): Promise<Store> {
  const store = new DeviceStore(account, await Presence.enter(account))
  await store.line()
  return store
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
      const again = await orNull(this.#database)
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

/** For as long as the page lives. */
export class MemoryStore implements Store {
  readonly isKept = false
  #line: Item[]
  readonly #reads = new Map<string, KeptRead>()

  constructor(line: readonly Item[] = []) {
    this.#line = [...line]
  }

  async line(): Promise<Item[]> {
    return this.#line
  }

  async change(decide: (line: readonly Item[]) => Changes): Promise<Item[]> {
    this.#line = after(this.#line, decide(this.#line))
    return this.#line
  }

  async add(item: Item): Promise<Item[] | null> {
    if (this.#line.some(({ position }) => position === item.position)) return null
    return this.change(() => ({ put: [item], remove: [] }))
  }

  async reads(): Promise<KeptRead[]> {
    return [...this.#reads.values()]
  }

  async keep(read: KeptRead): Promise<void> {
    this.#reads.set(read.hash, read)
  }

  async forget(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) this.#reads.delete(hash)
  }

  async clear(): Promise<void> {
    this.#line = []
    this.#reads.clear()
  }

  async leave(): Promise<void> {
    this.#reads.clear()
  }

  close(): void {
    // Nothing is held.
  }
}
