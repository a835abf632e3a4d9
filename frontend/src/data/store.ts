import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import { accountStore } from '../lib/device-storage'
import type { Item } from './command'
import { after, type Changes } from './delivery'

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

/**
 * Which release of the app this page runs: the address of the page's own script, which the build names after all that it
 * leads to.
 */
export function runningRelease(): string {
  return document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? ''
}

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
  close: () => void
}

interface Schema extends DBSchema {
  commands: { key: number; value: Item }
  reads: { key: string; value: KeptRead }
}

/** Opens the account's store; in memory where the browser refuses one, as some private windows do. */
export async function openStore(account: string): Promise<Store> {
  const opened = openDevice(account).catch(() => null)
  return (await orNull(opened, OPENING_MS)) ?? new MemoryStore()
}

/** Rejects however a browser refuses: some throw before there is anything to wait for. */
async function openDevice(account: string): Promise<Store> {
  const database = await openDB<Schema>(accountStore(account), 1, {
    upgrade(fresh) {
      fresh.createObjectStore('commands', { keyPath: 'position' })
      fresh.createObjectStore('reads', { keyPath: 'hash' })
    },
    // A newer release in another tab takes it over.
    blocking: (_version, _wanted, event) => (event.target as IDBDatabase).close(),
  })
  return new DeviceStore(database)
}

/** A browser that takes longer to open a store keeps nobody waiting. */
const OPENING_MS = 4000

/** What comes in time; null otherwise. */
function orNull<T>(coming: Promise<T | null>, ms: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms)
    void coming.then(resolve).finally(() => clearTimeout(timer))
  })
}

class DeviceStore implements Store {
  readonly isKept = true
  readonly #database: IDBPDatabase<Schema>

  constructor(database: IDBPDatabase<Schema>) {
    this.#database = database
  }

  line(): Promise<Item[]> {
    return this.#database.getAll('commands')
  }

  async change(decide: (line: readonly Item[]) => Changes): Promise<Item[]> {
    // Strict: on the disk before anyone says so.
    const transaction = this.#database.transaction('commands', 'readwrite', { durability: 'strict' })
    const { store } = transaction
    const line = await store.getAll()
    const changes = decide(line)
    const writes = [...changes.remove.map((position) => store.delete(position)), ...changes.put.map((item) => store.put(item))]
    // Not only once the page has heard of each write, which takes turns of a busy processor.
    transaction.commit()
    await Promise.all([...writes, transaction.done])
    return after(line, changes)
  }

  async add(item: Item): Promise<Item[] | null> {
    const transaction = this.#database.transaction('commands', 'readwrite', { durability: 'strict' })
    const { store } = transaction
    const steps = [store.add(item), store.getAll(), transaction.done] as const
    // On its way as a whole: each answer that the page has to hear first waits until a busy processor lets it.
    transaction.commit()
    try {
      const [, line] = await Promise.all(steps)
      return line
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'ConstraintError') return null
      throw failure
    }
  }

  reads(): Promise<KeptRead[]> {
    return this.#database.getAll('reads')
  }

  async keep(read: KeptRead): Promise<void> {
    const transaction = this.#database.transaction('reads', 'readwrite')
    const kept = await transaction.store.get(read.hash)
    if (!kept || kept.log !== read.log || kept.seq <= read.seq) await transaction.store.put(read)
    await transaction.done
  }

  async forget(hashes: readonly string[]): Promise<void> {
    const transaction = this.#database.transaction('reads', 'readwrite')
    await Promise.all([...hashes.map((hash) => transaction.store.delete(hash)), transaction.done])
  }

  async clear(): Promise<void> {
    const transaction = this.#database.transaction(['commands', 'reads'], 'readwrite', { durability: 'strict' })
    await Promise.all([transaction.objectStore('commands').clear(), transaction.objectStore('reads').clear(), transaction.done])
  }

  close(): void {
    this.#database.close()
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

  close(): void {
    // Nothing is held.
  }
}
