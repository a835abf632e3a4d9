import type { IDBPDatabase } from 'idb'
import {
  openDatabase,
  readFile,
  toStoredFile,
  unsealed,
  withinOpenTimeout,
  sealAll,
  type PersistedAnswer,
  type AccountSchema,
} from './account-database'
import type { QueuedCommand } from './command'
import type { DraftChanges, DraftStore, FormDraft } from './form-drafts'
import { applyChanges, type QueueChanges } from './queue'
import { TabLock } from './tab-lock'

/** The file of a new command, by its id. */
export interface CommandFile {
  id: string
  content: Blob
}

/** The stored data of one account on this device: its queue of commands, its cached answers, and the drafts of its forms. */
export interface AccountStore extends DraftStore {
  /** False if the browser stores nothing: then all of it lives as long as the page. */
  readonly isPersistent: boolean
  queue: () => Promise<QueuedCommand[]>
  /**
   * Decides on the whole queue and writes the changes in one transaction, so that no other tab can interfere. The files of removed
   * commands are deleted with them.
   * @param files stored in the same transaction @returns the queue afterwards
   */
  change: (decide: (queue: readonly QueuedCommand[]) => QueueChanges, files?: readonly CommandFile[]) => Promise<QueuedCommand[]>
  /**
   * Adds a command without reading the queue first. @param file stored in the same transaction
   * @returns the queue afterwards; null, adding nothing, if its position is taken
   */
  add: (item: QueuedCommand, file?: CommandFile) => Promise<QueuedCommand[] | null>
  /** The file of a command; null if there is none. */
  file: (id: string) => Promise<Blob | null>
  answers: () => Promise<PersistedAnswer[]>
  /** Stores an answer, unless the stored one reflects a later position. */
  putAnswer: (read: PersistedAnswer) => Promise<void>
  deleteAnswers: (hashes: readonly string[]) => Promise<void>
  clear: () => Promise<void>
  /** For an expired session: deletes the answers, and encrypts unsent commands and drafts until the person signs in again. */
  seal: () => Promise<void>
  close: () => void
}

/** Opens the account's store; in memory if the browser refuses one, as some private windows do. */
export async function openStore(account: string): Promise<AccountStore> {
  const opening = openDeviceStore(account)
  const store = await withinOpenTimeout(opening)
  if (store) return store
  // One that opens later is not used: its lock would keep other tabs from sealing.
  opening.then(
    (late) => late.close(),
    () => undefined,
  )
  return new MemoryStore()
}

/** A store of a guest, who leaves nothing on the device. */
export function openMemoryStore(): AccountStore {
  return new MemoryStore()
}

async function openDeviceStore(account: string): Promise<AccountStore> {
  const store = new DeviceStore(account, await TabLock.acquire(account))
  try {
    await store.queue()
    return store
  } catch (failure) {
    store.close()
    throw failure
  }
}

class DeviceStore implements AccountStore {
  readonly isPersistent = true
  readonly #account: string
  readonly #lock: TabLock
  #database: Promise<IDBPDatabase<AccountSchema>>
  /** Closed, or taken over by another connection: must not be reopened. */
  #isClosed = false

  constructor(account: string, lock: TabLock) {
    this.#account = account
    this.#lock = lock
    this.#database = this.#connect()
  }

  #connect(): Promise<IDBPDatabase<AccountSchema>> {
    return openDatabase(this.#account, () => (this.#isClosed = true))
  }

  /** A connection can be lost, as Safari's is in the background; then it is reopened once. */
  async #withDatabase<T>(work: (database: IDBPDatabase<AccountSchema>) => Promise<T>): Promise<T> {
    const connection = this.#database
    try {
      return await work(await connection)
    } catch (failure) {
      if (this.#isClosed) throw failure
      if (this.#database === connection) {
        this.#database = this.#connect()
        void connection.then(
          (dead) => dead.close(),
          () => undefined,
        )
      }
      const again = await withinOpenTimeout(this.#database)
      if (!again) throw failure
      return work(again)
    }
  }

  queue(): Promise<QueuedCommand[]> {
    return this.#withDatabase(async (database) => unsealed(await database.getAll('commands')))
  }

  change(decide: (queue: readonly QueuedCommand[]) => QueueChanges, files: readonly CommandFile[] = []): Promise<QueuedCommand[]> {
    return this.#withDatabase((database) => this.#change(database, decide, files))
  }

  async #change(
    database: IDBPDatabase<AccountSchema>,
    decide: (queue: readonly QueuedCommand[]) => QueueChanges,
    added: readonly CommandFile[],
  ): Promise<QueuedCommand[]> {
    const storedFiles = await Promise.all(added.map(({ id, content }) => toStoredFile(database, id, content)))
    // Strict: on the disk before the promise resolves.
    const transaction = database.transaction(['commands', 'files'], 'readwrite', { durability: 'strict' })
    const [store, files] = [transaction.objectStore('commands'), transaction.objectStore('files')]
    const queue = unsealed(await store.getAll())
    const changes = decide(queue)
    const writes: Promise<unknown>[] = [
      ...changes.remove.map((position) => store.delete(position)),
      ...changes.put.map((item) => store.put(item)),
      ...removedIds(queue, changes).map((id) => files.delete(id)),
      ...storedFiles.map((file) => files.put(file)),
    ]
    // Committing explicitly saves waiting for the success event of each write on a busy page.
    transaction.commit()
    await Promise.all([...writes, transaction.done])
    return applyChanges(queue, changes)
  }

  add(item: QueuedCommand, file?: CommandFile): Promise<QueuedCommand[] | null> {
    return this.#withDatabase((database) => this.#add(database, item, file))
  }

  async #add(database: IDBPDatabase<AccountSchema>, item: QueuedCommand, file?: CommandFile): Promise<QueuedCommand[] | null> {
    const storedFile = file && (await toStoredFile(database, file.id, file.content))
    const transaction = database.transaction(['commands', 'files'], 'readwrite', { durability: 'strict' })
    const store = transaction.objectStore('commands')
    const writtenFile = storedFile ? transaction.objectStore('files').put(storedFile) : Promise.resolve()
    const steps = [store.add(item), store.getAll(), transaction.done, writtenFile] as const
    // Committing explicitly saves waiting for the success event of each request on a busy page.
    transaction.commit()
    try {
      const [, queue] = await Promise.all(steps)
      return unsealed(queue)
    } catch (failure) {
      if (failure instanceof Error && failure.name === 'ConstraintError') return null
      throw failure
    }
  }

  file(id: string): Promise<Blob | null> {
    return this.#withDatabase((database) => readFile(database, id))
  }

  answers(): Promise<PersistedAnswer[]> {
    return this.#withDatabase((database) => database.getAll('reads'))
  }

  putAnswer(read: PersistedAnswer): Promise<void> {
    return this.#withDatabase(async (database) => {
      const transaction = database.transaction('reads', 'readwrite')
      const stored = await transaction.store.get(read.hash)
      if (!stored || stored.log !== read.log || stored.seq <= read.seq) await transaction.store.put(read)
      await transaction.done
    })
  }

  deleteAnswers(hashes: readonly string[]): Promise<void> {
    return this.#withDatabase(async (database) => {
      const transaction = database.transaction('reads', 'readwrite')
      await Promise.all([...hashes.map((hash) => transaction.store.delete(hash)), transaction.done])
    })
  }

  drafts(): Promise<FormDraft[]> {
    return this.#withDatabase(async (database) => unsealed(await database.getAll('drafts')))
  }

  changeDrafts({ put, remove }: DraftChanges): Promise<void> {
    return this.#withDatabase(async (database) => {
      const transaction = database.transaction('drafts', 'readwrite')
      const { store } = transaction
      const writes = [...remove.map((name) => store.delete(name)), ...put.map((draft) => store.put(draft))]
      // Committed explicitly, because a page that is being left runs no further task.
      transaction.commit()
      await Promise.all([...writes, transaction.done])
    })
  }

  clear(): Promise<void> {
    return this.#withDatabase(async (database) => {
      const names = ['commands', 'reads', 'drafts', 'files'] as const
      const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
      await Promise.all([...names.map((name) => transaction.objectStore(name).clear()), transaction.done])
    })
  }

  seal(): Promise<void> {
    return this.#withDatabase(async (database) => {
      await this.#lock.release(async () => {
        await database.clear('reads')
        await sealAll(database)
      })
    })
  }

  close(): void {
    this.#isClosed = true
    void this.#lock.release()
    void this.#database.then(
      (database) => database.close(),
      () => undefined,
    )
  }
}

/** The ids of the commands that are in the queue no more after changes. */
function removedIds(queue: readonly QueuedCommand[], changes: QueueChanges): string[] {
  if (changes.remove.length === 0 && !changes.put.some(({ position, command }) => isReplaced(queue, position, command.id))) return []
  const left = new Set(applyChanges(queue, changes).map(({ command }) => command.id))
  return queue.map(({ command }) => command.id).filter((id) => !left.has(id))
}

function isReplaced(queue: readonly QueuedCommand[], position: number, id: string): boolean {
  return queue.some((item) => item.position === position && item.command.id !== id)
}

/** Lives as long as the page. */
export class MemoryStore implements AccountStore {
  readonly isPersistent = false
  #queue: QueuedCommand[]
  readonly #files = new Map<string, Blob>()
  readonly #reads = new Map<string, PersistedAnswer>()
  readonly #drafts = new Map<string, FormDraft>()

  /** @param former the store that the queue comes from, which may still read its files */
  constructor(
    queue: readonly QueuedCommand[] = [],
    private readonly former: Pick<AccountStore, 'file'> | null = null,
  ) {
    this.#queue = [...queue]
  }

  async queue(): Promise<QueuedCommand[]> {
    return this.#queue
  }

  async change(decide: (queue: readonly QueuedCommand[]) => QueueChanges, files: readonly CommandFile[] = []): Promise<QueuedCommand[]> {
    const changes = decide(this.#queue)
    for (const id of removedIds(this.#queue, changes)) this.#files.delete(id)
    for (const { id, content } of files) this.#files.set(id, content)
    this.#queue = applyChanges(this.#queue, changes)
    return this.#queue
  }

  async add(item: QueuedCommand, file?: CommandFile): Promise<QueuedCommand[] | null> {
    if (this.#queue.some(({ position }) => position === item.position)) return null
    return this.change(() => ({ put: [item], remove: [] }), file && [file])
  }

  async file(id: string): Promise<Blob | null> {
    return this.#files.get(id) ?? this.former?.file(id).catch(() => null) ?? null
  }

  async answers(): Promise<PersistedAnswer[]> {
    return [...this.#reads.values()]
  }

  async putAnswer(read: PersistedAnswer): Promise<void> {
    this.#reads.set(read.hash, read)
  }

  async deleteAnswers(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) this.#reads.delete(hash)
  }

  async drafts(): Promise<FormDraft[]> {
    return [...this.#drafts.values()]
  }

  async changeDrafts({ put, remove }: DraftChanges): Promise<void> {
    for (const name of remove) this.#drafts.delete(name)
    for (const draft of put) this.#drafts.set(draft.name, draft)
  }

  async clear(): Promise<void> {
    this.#queue = []
    this.#files.clear()
    this.#reads.clear()
    this.#drafts.clear()
  }

  async seal(): Promise<void> {
    this.#reads.clear()
  }

  close(): void {
    // Nothing to close.
  }
}
