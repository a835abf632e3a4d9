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
