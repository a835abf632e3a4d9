import { v4 } from 'uuid'
import { newId } from '../../lib/new-id'
import type { Command, Entity, QueuedCommand, NewCommand } from './command'
import { discard, resendAfterLogChange, enqueue, retry, isUnsent, prune, withdraw, type QueueChanges } from './queue'
import { entitiesChangedWith, invertCommand, kindOf } from './entity-registry'
import { Sender, type CommandTransport } from './sender'
import { commandsAbout, isEqualExceptAttempts, keepUnchanged, type AnswerPosition } from './optimistic'
import { MemoryStore, openStore, type AccountStore, type CommandFile } from './device-store'
import { runAsLeader } from './leader-tab'
import { recordDiscarded } from './discarded-commands'

export interface OutboxState {
  /** All commands in the account's queue, in order. */
  queue: readonly QueuedCommand[]
  /** False if the browser stores nothing: unsent commands are lost with the page. */
  isPersistent: boolean
}

interface EnqueueOptions {
  replaces?: string | null | undefined
  /** What the command sends, stored with it. */
  file?: Blob | undefined
  /** Belongs to a command that was announced: listeners do not hear of it. */
  isSilent?: boolean
}

/** Notified when a command is accepted in this tab, and when commands end in any tab. */
export interface OutboxListener {
  enqueued?: (command: Command) => void
  parked?: (item: QueuedCommand) => void
  /** The server has new data of these entities. */
  changed?: (entities: ReadonlySet<string>) => void
}

/**
 * The queue of one account's commands to the server. Every tab has the same queue, from the device's store; the leader tab sends it
 * (`sender.ts`). All decisions are in `queue.ts`.
 */
export class CommandOutbox {
  #state: OutboxState
  #store: AccountStore
  /** The store could not be written: the queue continues from memory. */
  #isDetached = false
  /** Whether a cached answer of this tab lacks an answered command. */
  #isNeeded: (item: QueuedCommand) => boolean = () => false
  #isDraining = false
  readonly #account: string
  readonly #sender: Sender
  readonly #stop = new AbortController()
  readonly #channel: BroadcastChannel | null
  readonly #readers = new Set<() => void>()
  readonly #queuesByEntity = new Map<string, readonly QueuedCommand[]>()
  readonly #listeners = new Set<OutboxListener>()
  /** The resulting entities of pruned commands, by command id: an undo starts from them. */
  readonly #results = new Map<string, Entity>()

  /** @param queue the content of the store when it was opened */
  constructor(account: string, store: AccountStore, transport: CommandTransport, queue: readonly QueuedCommand[] = []) {
    this.#account = account
    this.#store = store
    const queued = {
      items: () => this.#state.queue,
      change: (decide: (queue: readonly QueuedCommand[]) => QueueChanges) => this.#change(decide),
      file: (id: string) => this.file(id),
    }
    this.#sender = new Sender(queued, transport, this.#stop.signal)
    this.#state = { queue, isPersistent: store.isPersistent }
    this.#channel = store.isPersistent && 'BroadcastChannel' in globalThis ? new BroadcastChannel(`prumo:outbox:${account}`) : null
  }

  /** Starts to send, and to follow other tabs. */
  start(): void {
    const { signal } = this.#stop
    this.#channel?.addEventListener('message', () => void this.#reload())
    window.addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.#reloadNow)
    // An in-memory queue exists only in this page, so it is sent without leader election.
    const draining = this.#store.isPersistent
      ? runAsLeader(`prumo:outbox:${this.#account}`, (turn) => this.#drain(turn), signal)
      : this.#drain(signal)
    draining.catch((failure: unknown) => signal.aborted || console.error('The outbox stopped', failure))
  }

  stop(): void {
    this.#stop.abort()
    this.wake()
    window.removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.#reloadNow)
    this.#channel?.close()
  }

  /** Sends again at once: the connection, the session or the subscription may be back. */
  wake = (): void => this.#sender.wake()

  /** A suspended tab may have missed notifications of other tabs. */
  #reloadNow = (): void => {
    this.wake()
    void this.#reload()
  }

  state(): OutboxState {
    return this.#state
  }

  /** The queued commands on a kind of entity; the same array until something that screens show has changed. */
  queueOf(entity: string): readonly QueuedCommand[] {
    const part = commandsAbout(this.#state.queue, entity)
    const cached = this.#queuesByEntity.get(entity)
    if (cached && isEqualExceptAttempts(cached, part)) return cached
    this.#queuesByEntity.set(entity, part)
    return part
  }

  subscribe(listener: () => void): () => void {
    this.#readers.add(listener)
    return () => this.#readers.delete(listener)
  }

  listen(listener: OutboxListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Enqueues a command. When this resolves, it is stored on the device.
   * @param newCommand null for a form without changes: then nothing is enqueued
   * @param options.replaces the id of a refused command whose position it takes; discarded if nothing is enqueued
   * @throws if its file cannot be stored: then nothing is enqueued
   */
  enqueue(newCommand: NewCommand, options?: EnqueueOptions): Promise<Command>
  enqueue(newCommand: NewCommand | null, options?: EnqueueOptions): Promise<Command | null>
  async enqueue(newCommand: NewCommand | null, { replaces = null, file, isSilent = false }: EnqueueOptions = {}): Promise<Command | null> {
    if (!newCommand) {
      if (replaces !== null) await this.discard(replaces)
      return null
    }
    const command = this.#createCommand(newCommand)
    // May run a second time if the connection to the store was lost; the command may be stored already.
    const decide = (queue: readonly QueuedCommand[]) =>
      queue.some(({ command: { id } }) => id === command.id) ? { put: [], remove: [] } : enqueue(queue, command, replaces)
    // Notify in the same tick as the queue changes, so that both appear together.
    const notify = () => isSilent || this.#notify(({ enqueued }) => enqueued?.(command))
    await this.#change(decide, { isNew: replaces === null, then: notify, ...(file && { files: [{ id: command.id, content: file }] }) })
    this.wake()
    return command
  }

  /** Undoes a command: withdraws it if it was never sent, otherwise enqueues its inverse. */
  async undo(command: Command): Promise<void> {
    await this.#change((queue) => {
      const item = queue.find((each) => each.command.id === command.id)
      if (item && (item.status.is === 'refused' || item.status.is === 'conflict')) return discard(queue, command.id)
      const done = item?.status.is === 'done' ? item.status.after : (this.#results.get(command.id) ?? null)
      const inverse = invertCommand(command, done)
      return (
        withdraw(queue, command.id) ??
        (inverse ? enqueue(queue, this.#createCommand({ ...inverse, base: done ?? inverse.base })) : { put: [], remove: [] })
      )
    })
    this.wake()
  }

  /** Discards a refused or conflicting command. */
  async discard(id: string): Promise<void> {
    await this.#change((queue) => discard(queue, id))
    this.wake()
  }

  /**
   * Sends a refused or conflicting command again, on the server's present entity.
   * @param kept for a conflicting correction, the fields that keep this device's values; null for all that it changed
   */
  async retry(id: string, kept: readonly string[] | null = null): Promise<void> {
    await this.#change((queue) => retry(queue, id, kept))
    this.wake()
  }

  /** The file of a queued command; null if there is none. */
  file(id: string): Promise<Blob | null> {
    return this.#store.file(id).catch(() => null)
  }

  /** Resolves once a command is no longer waiting; to null if it is no longer in the queue. */
  settled(id: string): Promise<QueuedCommand | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        const item = this.#state.queue.find(({ command }) => command.id === id) ?? null
        if (item?.status.is === 'waiting') return
        forget()
        resolve(item)
      }
      const forget = this.subscribe(look)
      look()
    })
  }

  /**
   * Runs work that makes all queued commands obsolete. Meanwhile and afterwards the queue is empty in every tab, so that none of
   * them is sent. If the work fails, the queue is restored with its files.
   */
  async withEmptyQueue<T>(work: () => Promise<T>): Promise<T> {
    let discarded: readonly QueuedCommand[] = []
    const files = await this.#files()
    await this.#change((queue) => {
      discarded = queue
      return { put: [], remove: queue.map(({ position }) => position) }
    })
    try {
      return await work()
    } catch (failure) {
      await this.#change(() => ({ put: [...discarded], remove: [] }), { files })
      this.wake()
      throw failure
    }
  }

  async #files(): Promise<CommandFile[]> {
    const sending = this.#state.queue.filter(({ command }) => kindOf(command)?.sendsFile).map(({ command }) => command.id)
    const files = await Promise.all(sending.map(async (id) => ({ id, content: await this.file(id) })))
    return files.filter((file): file is CommandFile => file.content !== null)
  }

  /** Removes answered commands that every cached answer of this tab includes; other tabs keep what they still need. */
  async prune(isNeeded: (item: QueuedCommand) => boolean): Promise<void> {
    this.#isNeeded = isNeeded
    if (prune(this.#state.queue, isNeeded).remove.length > 0) await this.#change((queue) => prune(queue, isNeeded))
  }

  /** Sends answered commands again that may be lost with the former log. */
  async resendAfterLogChange(log: string): Promise<void> {
    await this.#change((queue) => resendAfterLogChange(queue, log))
    this.wake()
  }

  /** The keys of commands that the server may have or is about to receive, in order. */
  waitingKeys(): readonly string[] {
    return this.#state.queue.filter(({ status }) => status.is === 'waiting').map(({ command }) => command.key)
  }

  /** Whether an answer says, for each command with an unknown outcome, whether it includes it. */
  isDecided({ included }: AnswerPosition): boolean {
    return this.#state.queue.every(({ isUncertain, command }) => !isUncertain || command.key in included)
  }

  async #drain(turn: AbortSignal): Promise<void> {
    // A queue that moved to memory drains on without leading.
    if (this.#isDraining) return
    this.#isDraining = true
    // A tab that loses the lead was suspended.
    turn.addEventListener('abort', this.#reloadNow)
    await this.#reload()
    await this.#sender.drain(() => !this.#stop.signal.aborted && (!turn.aborted || !this.#store.isPersistent))
    this.#isDraining = false
  }

  #createCommand(newCommand: NewCommand): Command {
    return { ...newCommand, account: this.#account, id: newId(), key: v4(), at: new Date().toISOString() }
  }

  /** @param isNew only adds to the queue, which need not be read first */
  async #change(
    decide: (queue: readonly QueuedCommand[]) => QueueChanges,
    { isNew = false, then, files = [] }: { isNew?: boolean; then?: () => void; files?: readonly CommandFile[] } = {},
  ): Promise<void> {
    let queue: readonly QueuedCommand[]
    try {
      const [added] = isNew ? decide(this.#state.queue).put : []
      queue = (added && (await this.#store.add(added, files[0]))) ?? (await this.#store.change(decide, files))
    } catch (failure) {
      if (this.#stop.signal.aborted) return
      // There may be room for commands, if not for a photo.
      if (isNew && files.length > 0) throw failure
      // The store is full or gone: the queue continues from memory, and the screens show it.
      console.error('The device keeps no commands', failure instanceof Error ? failure.name : '')
      this.#store = new MemoryStore(this.#state.queue, this.#store)
      this.#isDetached = true
      queue = await this.#store.change(decide)
      void this.#drain(this.#stop.signal)
    }
    this.#setQueue(queue)
    then?.()
    if (!this.#stop.signal.aborted) this.#channel?.postMessage('changed')
  }

  /** These commands were decided in memory only: the next page must not send the device's copies. Other waiting commands it may. */
  async #discardOnDevice(ended: readonly QueuedCommand[]): Promise<void> {
    recordDiscarded(
      this.#account,
      ended.map(({ command }) => command.id),
    )
    // Opening the store deletes them; if it does not open now, it will for the next page.
    const device = await openStore(this.#account)
    device.close()
    if (!this.#stop.signal.aborted) this.#channel?.postMessage('changed')
  }

  async #reload(): Promise<void> {
    const store = this.#store
    const queue = await store.queue().catch(() => null)
    if (queue && store === this.#store && !this.#stop.signal.aborted) {
      this.#setQueue(queue)
      this.wake()
    }
  }

  #setQueue(stored: readonly QueuedCommand[]): void {
    const before = this.#state.queue
    const queue = keepUnchanged(before, [...this.#retained(before, stored), ...stored])
    this.#rememberResults(before, queue)
    this.#state = { queue, isPersistent: this.#store.isPersistent }
    for (const listener of this.#readers) listener()
    const ended = this.#isDetached ? changedInMemory(before, queue) : []
    if (ended.length > 0) void this.#discardOnDevice(ended)
    const { changed, parked } = endedCommands(before, queue)
    if (changed.size > 0) this.#notify((listener) => listener.changed?.(changed))
    for (const item of parked) this.#notify((listener) => listener.parked?.(item))
  }

  /** Commands that another tab has pruned and this one still needs. */
  #retained(before: readonly QueuedCommand[], stored: readonly QueuedCommand[]): readonly QueuedCommand[] {
    const there = new Set(stored.map(({ position }) => position))
    return before.filter((item) => item.status.is === 'done' && !there.has(item.position) && this.#isNeeded(item))
  }

  #rememberResults(before: readonly QueuedCommand[], queue: readonly QueuedCommand[]): void {
    const here = new Set(queue.map(({ command }) => command.id))
    for (const { command, status } of before) {
      if (status.is === 'done' && status.after && !here.has(command.id)) this.#results.set(command.id, status.after)
    }
    for (const id of this.#results.keys()) if (this.#results.size > MAX_REMEMBERED) this.#results.delete(id)
  }

  #notify(call: (listener: OutboxListener) => void): void {
    for (const listener of this.#listeners) call(listener)
  }
}

/** The number of results kept for an undo; toasts offer none for longer. */
const MAX_REMEMBERED = 20

/** The unsent commands of all entities with a decision: those of an entity depend on each other. */
function changedInMemory(before: readonly QueuedCommand[], queue: readonly QueuedCommand[]): readonly QueuedCommand[] {
  const isAlike = ({ command, status }: QueuedCommand, among: readonly QueuedCommand[]) =>
    among.some((item) => item.command === command && item.status === status)
  const changed = [...before.filter((item) => !isAlike(item, queue)), ...queue.filter((item) => !isAlike(item, before))]
  const entities = new Set(changed.map(({ command }) => command.entityId))
  return before.filter((item) => isUnsent(item) && entities.has(item.command.entityId))
}

/** The entities that changed on the server, and the commands that need a decision now. */
function endedCommands(
  before: readonly QueuedCommand[],
  queue: readonly QueuedCommand[],
): { changed: ReadonlySet<string>; parked: readonly QueuedCommand[] } {
  const now = new Map(queue.map((item) => [item.command.id, item]))
  const ended = before.filter((item) => isUnsent(item) && !isUnsent(now.get(item.command.id) ?? DONE_STATUS))
  const was = new Map(before.map((item) => [item.command.id, item.status.is]))
  const parked = queue.filter(
    ({ status, command }) => (status.is === 'refused' || status.is === 'conflict') && was.get(command.id) === 'waiting',
  )
  return { changed: new Set(ended.flatMap(({ command }) => entitiesChangedWith(command.entity))), parked }
}

const DONE_STATUS = { status: { is: 'done', log: '', seq: 0, before: null, after: null } } as const
