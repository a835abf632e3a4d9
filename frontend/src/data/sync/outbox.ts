import { v4 } from 'uuid'
import { newId } from '../../lib/new-id'
import type { Command, Entity, QueuedCommand, NewCommand } from './command'
import { discard, resendAfterLogChange, enqueue, retry, isUnsent, prune, withdraw, type QueueChanges } from './queue'
import { entitiesChangedWith, invertCommand } from './entity-registry'
import { Sender, type CommandTransport } from './sender'
import { commandsAbout, isEqualExceptAttempts, keepUnchanged, type AnswerPosition } from './optimistic'
import { MemoryStore, openStore, type AccountStore } from './device-store'
import { runAsLeader } from './leader-tab'
import { recordDiscarded } from './discarded-commands'

export interface OutboxState {
  /** Everything in the account's queue, in order. */
  queue: readonly QueuedCommand[]
  /** False where the browser keeps nothing: what waits is gone with the page. */
  isPersistent: boolean
}

interface EnqueueOptions {
  replaces?: string | null | undefined
}

/** What others are told: a command was accepted in this tab; some ended, in any tab. */
export interface OutboxListener {
  enqueued?: (command: Command) => void
  parked?: (item: QueuedCommand) => void
  /** The server has something new of these. */
  changed?: (entities: ReadonlySet<string>) => void
}

/**
 * The commands of one account on their way to the server. Every tab holds the same queue, from the device's store; the
 * one whose turn it is sends it (`sender.ts`). All decisions are in `queue.ts`.
 */
export class CommandOutbox {
  #state: OutboxState
  #store: AccountStore
  /** The device keeps nothing more of the queue, which goes on from memory. */
  #isDetached = false
  /** Whether something that is shown here lacks an answered command. */
  #isNeeded: (item: QueuedCommand) => boolean = () => false
  #isDraining = false
  readonly #account: string
  readonly #sender: Sender
  readonly #stop = new AbortController()
  readonly #channel: BroadcastChannel | null
  readonly #readers = new Set<() => void>()
  readonly #queuesByEntity = new Map<string, readonly QueuedCommand[]>()
  readonly #listeners = new Set<OutboxListener>()
  /** The entities that commands led to which the queue has let go of, by the commands' ids: undoing one starts from there. */
  readonly #results = new Map<string, Entity>()

  /** @param queue what the store held when it was opened */
  constructor(account: string, store: AccountStore, transport: CommandTransport, queue: readonly QueuedCommand[] = []) {
    this.#account = account
    this.#store = store
    this.#sender = new Sender({ items: () => this.#state.queue, change: (decide) => this.#change(decide) }, transport, this.#stop.signal)
    this.#state = { queue, isPersistent: store.isPersistent }
    this.#channel = store.isPersistent && 'BroadcastChannel' in globalThis ? new BroadcastChannel(`prumo:outbox:${account}`) : null
  }

  /** Begins to send, and to hear of other tabs. */
  start(): void {
    const { signal } = this.#stop
    this.#channel?.addEventListener('message', () => void this.#reload())
    window.addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.#reloadNow)
    // What only this page has nobody else can send.
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

  /** Another attempt now: the connection, the session or the subscription may be back. */
  wake = (): void => this.#sender.wake()

  /** A tab that was suspended may not have been told what others did. */
  #reloadNow = (): void => {
    this.wake()
    void this.#reload()
  }

  state(): OutboxState {
    return this.#state
  }

  /** What of the queue speaks of a kind of entity; the same object until something else is to be shown of it. */
  queueOf(entity: string): readonly QueuedCommand[] {
    const part = commandsAbout(this.#state.queue, entity)
    const known = this.#queuesByEntity.get(entity)
    if (known && isEqualExceptAttempts(known, part)) return known
    this.#queuesByEntity.set(entity, part)
    return part
  }

  subscribe(reader: () => void): () => void {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  listen(listener: OutboxListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Enqueues a command. When this resolves, it is stored on the device.
   * @param wanted null for a form in which nothing changed: then nothing is enqueued
   * @param replaces the id of a refused command whose position it takes; discarded where nothing is enqueued
   */
  enqueue(wanted: NewCommand, options?: EnqueueOptions): Promise<Command>
  enqueue(wanted: NewCommand | null, options?: EnqueueOptions): Promise<Command | null>
  async enqueue(wanted: NewCommand | null, { replaces = null }: EnqueueOptions = {}): Promise<Command | null> {
    if (!wanted) {
      if (replaces !== null) await this.discard(replaces)
      return null
    }
    const command = this.#createCommand(wanted)
    // Decided again where the store died on the way, it may be there already.
    const decide = (queue: readonly QueuedCommand[]) =>
      queue.some(({ command: { id } }) => id === command.id) ? { put: [], remove: [] } : enqueue(queue, command, replaces)
    // Notify in the same tick as the queue changes, so that both appear together.
    const told = () => this.#notify(({ enqueued }) => enqueued?.(command))
    await this.#change(decide, { isNew: replaces === null, then: told })
    this.wake()
    return command
  }

  /** Takes a command back: withdraws what never left, or issues what undoes it. */
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

  /** Lets go of one that was refused or collides. */
  async discard(id: string): Promise<void> {
    await this.#change((queue) => discard(queue, id))
    this.wake()
  }

  /**
   * Sends a refused or colliding one again, on what the account says now.
   * @param kept of a colliding correction, every field in which this device is right; null for all that it changed
   */
  async retry(id: string, kept: readonly string[] | null = null): Promise<void> {
    await this.#change((queue) => retry(queue, id, kept))
    this.wake()
  }

  /** Until it is known what became of a command; null where the queue has let go of it. */
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
   * Does what leaves nothing for the queue to change: it is empty from then on, in every tab, so that nothing of it is sent
   * meanwhile or after. Where it fails the queue is as it was.
   */
  async withEmptyQueue<T>(work: () => Promise<T>): Promise<T> {
    let aside: readonly QueuedCommand[] = []
    await this.#change((queue) => {
      aside = queue
      return { put: [], remove: queue.map(({ position }) => position) }
    })
    try {
      return await work()
    } catch (failure) {
      await this.#change(() => ({ put: [...aside], remove: [] }))
      this.wake()
      throw failure
    }
  }

  /** Lets go of answered commands that nothing here lacks any more; another tab keeps for itself what it still needs. */
  async prune(isNeeded: (item: QueuedCommand) => boolean): Promise<void> {
    this.#isNeeded = isNeeded
    if (prune(this.#state.queue, isNeeded).remove.length > 0) await this.#change((queue) => prune(queue, isNeeded))
  }

  /** The account's log is another one from here on: what may be lost with the one before is sent again. */
  async resendAfterLogChange(log: string): Promise<void> {
    await this.#change((queue) => resendAfterLogChange(queue, log))
    this.wake()
  }

  /** The keys of the commands that the server may have, or is about to get, in order. */
  waitingKeys(): readonly string[] {
    return this.#state.queue.filter(({ status }) => status.is === 'waiting').map(({ command }) => command.key)
  }

  /** Whether an answer says of each command of unknown fate whether it is in it. */
  isDecided({ included }: AnswerPosition): boolean {
    return this.#state.queue.every(({ isUncertain, command }) => !isUncertain || command.key in included)
  }

  async #drain(turn: AbortSignal): Promise<void> {
    // From memory it begins without its turn, and goes on without it.
    if (this.#isDraining) return
    this.#isDraining = true
    // Whoever loses its turn was suspended.
    turn.addEventListener('abort', this.#reloadNow)
    await this.#reload()
    await this.#sender.drain(() => !this.#stop.signal.aborted && (!turn.aborted || !this.#store.isPersistent))
    this.#isDraining = false
  }

  #createCommand(wanted: NewCommand): Command {
    return { ...wanted, account: this.#account, id: newId(), key: v4(), at: new Date().toISOString() }
  }

  /** @param isNew it adds to the queue whatever else is in it, so that it need not be read first */
  async #change(
    decide: (queue: readonly QueuedCommand[]) => QueueChanges,
    { isNew = false, then }: { isNew?: boolean; then?: () => void } = {},
  ): Promise<void> {
    let queue: readonly QueuedCommand[]
    try {
      const [added] = isNew ? decide(this.#state.queue).put : []
      queue = (added && (await this.#store.add(added))) ?? (await this.#store.change(decide))
    } catch (failure) {
      if (this.#stop.signal.aborted) return
      // Full, or taken away: what is there goes on from memory, and the screens say so.
      console.error('The device keeps no commands', failure instanceof Error ? failure.name : '')
      this.#store = new MemoryStore(this.#state.queue)
      this.#isDetached = true
      queue = await this.#store.change(decide)
      void this.#drain(this.#stop.signal)
    }
    this.#setQueue(queue)
    then?.()
    if (!this.#stop.signal.aborted) this.#channel?.postMessage('changed')
  }

  /** These commands were decided in memory alone: the device's copies must not be sent by the next page. Others that wait may. */
  async #discardOnDevice(ended: readonly QueuedCommand[]): Promise<void> {
    recordDiscarded(
      this.#account,
      ended.map(({ command }) => command.id),
    )
    // Opened, it lets go of that; where it does not open, the next page's does.
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
    for (const reader of this.#readers) reader()
    const ended = this.#isDetached ? changedInMemory(before, queue) : []
    if (ended.length > 0) void this.#discardOnDevice(ended)
    const { changed, parked } = endedCommands(before, queue)
    if (changed.size > 0) this.#notify((listener) => listener.changed?.(changed))
    for (const item of parked) this.#notify((listener) => listener.parked?.(item))
  }

  /** What another tab let go of and this one still needs. */
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

  #notify(tell: (listener: OutboxListener) => void): void {
    for (const listener of this.#listeners) tell(listener)
  }
}

/** Nothing is offered to be taken back for longer. */
const MAX_REMEMBERED = 20

/** The unsent commands of the entities that something was decided about: all of an entity's, because they follow each other. */
function changedInMemory(before: readonly QueuedCommand[], queue: readonly QueuedCommand[]): readonly QueuedCommand[] {
  const isAlike = ({ command, status }: QueuedCommand, among: readonly QueuedCommand[]) =>
    among.some((item) => item.command === command && item.status === status)
  const changed = [...before.filter((item) => !isAlike(item, queue)), ...queue.filter((item) => !isAlike(item, before))]
  const entities = new Set(changed.map(({ command }) => command.entityId))
  return before.filter((item) => isUnsent(item) && entities.has(item.command.entityId))
}

/** What the server has anew, and what has to be decided. */
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
