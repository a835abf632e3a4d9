import type { LiveEntity } from '@prumo/shared/live'
import { v4 } from 'uuid'
import { newId } from '../lib/new-id'
import type { Command, Entity, EntityName, Item, NewCommand } from './command'
import { discarded, doubted, enqueued, resent, isUnsent, pruned, withdrawn, type Changes } from './delivery'
import { changedWith, undoOf } from './registry'
import { Sender, type Wire } from './sender'
import { about, isShownAlike, sameWhereEqual, type Reflection } from './shown'
import { MemoryStore, openStore, type Store } from './device-store'
import { inTurn } from './turn'
import { noteVoid } from './void-line'

export interface OutboxState {
  /** Everything in the account's line, in order. */
  line: readonly Item[]
  /** False where the browser keeps nothing: what waits is gone with the page. */
  isKept: boolean
}

/** What others are told: a command was accepted in this tab; some ended, in any tab. */
export interface OutboxListener {
  accepted?: (command: Command) => void
  parked?: (item: Item) => void
  /** The server has something new of these. */
  changed?: (entities: ReadonlySet<LiveEntity>) => void
}

/**
 * The commands of one account on their way to the server. Every tab holds the same line, from the device's store; the
 * one whose turn it is sends it (`sender.ts`). All decisions are in `delivery.ts`.
 */
export class Outbox {
  #state: OutboxState
  #store: Store
  /** The device keeps nothing more of the line, which goes on from memory. */
  #isLeft = false
  /** Whether something that is shown here lacks an answered command. */
  #isNeeded: (item: Item) => boolean = () => false
  #isDraining = false
  readonly #account: string
  readonly #sender: Sender
  readonly #stop = new AbortController()
  readonly #channel: BroadcastChannel | null
  readonly #readers = new Set<() => void>()
  readonly #parts = new Map<EntityName, readonly Item[]>()
  readonly #listeners = new Set<OutboxListener>()
  /** The entities that commands led to which the line has let go of, by the commands' ids: undoing one starts from there. */
  readonly #ledTo = new Map<string, Entity>()

  /** @param line what the store held when it was opened */
  constructor(account: string, store: Store, wire: Wire, line: readonly Item[] = []) {
    this.#account = account
    this.#store = store
    this.#sender = new Sender({ line: () => this.#state.line, change: (decide) => this.#change(decide) }, wire, this.#stop.signal)
    this.#state = { line, isKept: store.isKept }
    this.#channel = store.isKept && 'BroadcastChannel' in globalThis ? new BroadcastChannel(`prumo:outbox:${account}`) : null
  }

  /** Begins to send, and to hear of other tabs. */
  start(): void {
    const { signal } = this.#stop
    this.#channel?.addEventListener('message', () => void this.#reload())
    window.addEventListener('online', this.wake)
    document.addEventListener('visibilitychange', this.#look)
    // What only this page has nobody else can send.
    const draining = this.#store.isKept ? inTurn(`prumo:outbox:${this.#account}`, (turn) => this.#drain(turn), signal) : this.#drain(signal)
    draining.catch((failure: unknown) => signal.aborted || console.error('The outbox stopped', failure))
  }

  stop(): void {
    this.#stop.abort()
    this.wake()
    window.removeEventListener('online', this.wake)
    document.removeEventListener('visibilitychange', this.#look)
    this.#channel?.close()
  }

  /** Another attempt now: the connection, the session or the subscription may be back. */
  wake = (): void => this.#sender.wake()

  /** A tab that was suspended may not have been told what others did. */
  #look = (): void => {
    this.wake()
    void this.#reload()
  }

  state(): OutboxState {
    return this.#state
  }

  /** What of the line speaks of a kind of entity; the same object until something else is to be shown of it. */
  lineOf(entity: EntityName): readonly Item[] {
    const part = about(this.#state.line, entity)
    const known = this.#parts.get(entity)
    if (known && isShownAlike(known, part)) return known
    this.#parts.set(entity, part)
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
   * Takes a command on. When this resolves it is stored on the device.
   * @param wanted null for a form in which nothing changed: then nothing is issued
   * @param instead the id of a refused command whose place it takes, or which is let go of where nothing is issued
   */
  issue(wanted: NewCommand, instead?: string | null): Promise<Command>
  issue(wanted: NewCommand | null, instead?: string | null): Promise<Command | null>
  async issue(wanted: NewCommand | null, instead: string | null = null): Promise<Command | null> {
    if (!wanted) {
      if (instead !== null) await this.discard(instead)
      return null
    }
    const command = this.#made(wanted)
    // Decided again where the store died on the way, it may be there already.
    const decide = (line: readonly Item[]) =>
      line.some(({ command: { id } }) => id === command.id) ? { put: [], remove: [] } : enqueued(line, command, instead)
    // With what it makes of the line, so that screens show both at once.
    const told = () => this.#tell(({ accepted }) => accepted?.(command))
    await this.#change(decide, { isNew: instead === null, then: told })
    this.wake()
    return command
  }

  /** Takes a command back: withdraws what never left, or issues what undoes it. */
  async undo(command: Command): Promise<void> {
    await this.#change((line) => {
      const item = line.find((each) => each.command.id === command.id)
      if (item && (item.standing.is === 'refused' || item.standing.is === 'conflict')) return discarded(line, command.id)
      const done = item?.standing.is === 'done' ? item.standing.after : (this.#ledTo.get(command.id) ?? null)
      const inverse = undoOf(command, done)
      return (
        withdrawn(line, command.id) ??
        (inverse ? enqueued(line, this.#made({ ...inverse, on: done ?? inverse.on })) : { put: [], remove: [] })
      )
    })
    this.wake()
  }

  /** Lets go of one that was refused or collides. */
  async discard(id: string): Promise<void> {
    await this.#change((line) => discarded(line, id))
    this.wake()
  }

  /**
   * Sends a refused or colliding one again, on what the account says now.
   * @param kept of a colliding correction, every field in which this device is right; null for all that it changed
   */
  async resend(id: string, kept: readonly string[] | null = null): Promise<void> {
    await this.#change((line) => resent(line, id, kept))
    this.wake()
  }

  /** Until it is known what became of a command; null where the line has let go of it. */
  fateOf(id: string): Promise<Item | null> {
    return new Promise((resolve) => {
      const look = (): void => {
        const item = this.#state.line.find(({ command }) => command.id === id) ?? null
        if (item?.standing.is === 'waiting') return
        forget()
        resolve(item)
      }
      const forget = this.subscribe(look)
      look()
    })
  }

  /**
   * Does what leaves nothing for the line to change: it is empty from then on, in every tab, so that nothing of it is sent
   * meanwhile or after. Where it fails the line is as it was.
   */
  async without<T>(work: () => Promise<T>): Promise<T> {
    let aside: readonly Item[] = []
    await this.#change((line) => {
      aside = line
      return { put: [], remove: line.map(({ position }) => position) }
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
  async prune(isNeeded: (item: Item) => boolean): Promise<void> {
    this.#isNeeded = isNeeded
    if (pruned(this.#state.line, isNeeded).remove.length > 0) await this.#change((line) => pruned(line, isNeeded))
  }

  /** The account's log is another one from here on: what may be lost with the one before is sent again. */
  async doubt(log: string): Promise<void> {
    await this.#change((line) => doubted(line, log))
    this.wake()
  }

  /** The keys of the commands that the server may have, or is about to get, in order. */
  keysAhead(): readonly string[] {
    return this.#state.line.filter(({ standing }) => standing.is === 'waiting').map(({ command }) => command.key)
  }

  /** Whether an answer says of each command of unknown fate whether it is in it. */
  isTold({ included }: Reflection): boolean {
    return this.#state.line.every(({ uncertain, command }) => !uncertain || command.key in included)
  }

  async #drain(turn: AbortSignal): Promise<void> {
    // From memory it begins without its turn, and goes on without it.
    if (this.#isDraining) return
    this.#isDraining = true
    // Whoever loses its turn was suspended.
    turn.addEventListener('abort', this.#look)
    await this.#reload()
    await this.#sender.drain(() => !this.#stop.signal.aborted && (!turn.aborted || !this.#store.isKept))
    this.#isDraining = false
  }

  #made(wanted: NewCommand): Command {
    return { ...wanted, account: this.#account, id: newId(), key: v4(), at: new Date().toISOString() }
  }

  /** @param isNew it adds to the line whatever else is in it, so that it need not be read first */
  async #change(
    decide: (line: readonly Item[]) => Changes,
    { isNew = false, then }: { isNew?: boolean; then?: () => void } = {},
  ): Promise<void> {
    let line: readonly Item[]
    try {
      const [added] = isNew ? decide(this.#state.line).put : []
      line = (added && (await this.#store.add(added))) ?? (await this.#store.change(decide))
    } catch (failure) {
      if (this.#stop.signal.aborted) return
      // Full, or taken away: what is there goes on from memory, and the screens say so.
      console.error('The device keeps no commands', failure instanceof Error ? failure.name : '')
      this.#store = new MemoryStore(this.#state.line)
      this.#isLeft = true
      line = await this.#store.change(decide)
      void this.#drain(this.#stop.signal)
    }
    this.#become(line)
    then?.()
    if (!this.#stop.signal.aborted) this.#channel?.postMessage('changed')
  }

  /** These commands were decided in memory alone: the device's copies must not be sent by the next page. Others that wait may. */
  async #takeFromDevice(ended: readonly Item[]): Promise<void> {
    noteVoid(
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
    const line = await store.line().catch(() => null)
    if (line && store === this.#store && !this.#stop.signal.aborted) {
      this.#become(line)
      this.wake()
    }
  }

  #become(stored: readonly Item[]): void {
    const before = this.#state.line
    const line = sameWhereEqual(before, [...this.#neededOf(before, stored), ...stored])
    this.#rememberLetGo(before, line)
    this.#state = { line, isKept: this.#store.isKept }
    for (const reader of this.#readers) reader()
    const ended = this.#isLeft ? decidedAnew(before, line) : []
    if (ended.length > 0) void this.#takeFromDevice(ended)
    const { changed, parked } = whatEnded(before, line)
    if (changed.size > 0) this.#tell((listener) => listener.changed?.(changed))
    for (const item of parked) this.#tell((listener) => listener.parked?.(item))
  }

  /** What another tab let go of and this one still needs. */
  #neededOf(before: readonly Item[], stored: readonly Item[]): readonly Item[] {
    const there = new Set(stored.map(({ position }) => position))
    return before.filter((item) => item.standing.is === 'done' && !there.has(item.position) && this.#isNeeded(item))
  }

  #rememberLetGo(before: readonly Item[], line: readonly Item[]): void {
    const here = new Set(line.map(({ command }) => command.id))
    for (const { command, standing } of before) {
      if (standing.is === 'done' && standing.after && !here.has(command.id)) this.#ledTo.set(command.id, standing.after)
    }
    for (const id of this.#ledTo.keys()) if (this.#ledTo.size > MOST_REMEMBERED) this.#ledTo.delete(id)
  }

  #tell(tell: (listener: OutboxListener) => void): void {
    for (const listener of this.#listeners) tell(listener)
  }
}

/** Nothing is offered to be taken back for longer. */
const MOST_REMEMBERED = 20

/** The unsent commands of the entities that something was decided about: all of an entity's, because they follow each other. */
function decidedAnew(before: readonly Item[], line: readonly Item[]): readonly Item[] {
  const isAlike = ({ command, standing }: Item, among: readonly Item[]) =>
    among.some((item) => item.command === command && item.standing === standing)
  const changed = [...before.filter((item) => !isAlike(item, line)), ...line.filter((item) => !isAlike(item, before))]
  const entities = new Set(changed.map(({ command }) => command.entityId))
  return before.filter((item) => isUnsent(item) && entities.has(item.command.entityId))
}

/** What the server has anew, and what has to be decided. */
function whatEnded(before: readonly Item[], line: readonly Item[]): { changed: ReadonlySet<LiveEntity>; parked: readonly Item[] } {
  const now = new Map(line.map((item) => [item.command.id, item]))
  const ended = before.filter((item) => isUnsent(item) && !isUnsent(now.get(item.command.id) ?? DONE))
  const was = new Map(before.map((item) => [item.command.id, item.standing.is]))
  const parked = line.filter(
    ({ standing, command }) => (standing.is === 'refused' || standing.is === 'conflict') && was.get(command.id) === 'waiting',
  )
  return { changed: new Set(ended.flatMap(({ command }) => changedWith(command.entity))), parked }
}

const DONE = { standing: { is: 'done', log: '', seq: 0, before: null, after: null } } as const
