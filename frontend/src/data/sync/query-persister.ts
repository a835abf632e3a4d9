import type { Position } from '@prumo/shared/freshness'
import { hashKey, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { runningRelease } from '../../lib/device-database'
import type { QueuedCommand } from './command'
import { needsApplying, oldestAnswer, type PositionedAnswer } from './optimistic'
import type { CommandOutbox } from './outbox'
import type { PersistedAnswer } from './account-database'
import type { AccountStore } from './device-store'

/** As many reads are kept on the device; the ones asked for longest ago go first. */
const MAX_STORED = 40
const MAX_STORED_PAGES = 3
/** Beyond so many answered commands, what nobody looks at is read anew instead of being brought up to date. */
const MAX_ANSWERED_COMMANDS = 200

/** What was read, as it is put away for the next start, and what commands it still needs. */
export class QueryPersister {
  #isStopped = false

  constructor(
    private readonly client: QueryClient,
    private readonly store: AccountStore,
    private readonly outbox: CommandOutbox,
  ) {}

  /** Shows what this release kept. @returns the positions that it reflects, of the newest history alone */
  restore(reads: readonly PersistedAnswer[]): Position[] {
    // Another release may mean something else by it.
    const [own, others] = [reads.filter(isOfThisRelease), reads.filter((read) => !isOfThisRelease(read))]
    const newest = own.sort((one, other) => other.fetchedAt - one.fetchedAt)
    // Asked for again however young it is: what happened meanwhile nobody told.
    for (const { key, data } of newest.slice(0, MAX_STORED)) this.client.setQueryData(key, data, { updatedAt: 0 })
    this.#forget([...others, ...newest.slice(MAX_STORED)].map(({ hash }) => hash))
    const reflected = newest.flatMap(({ data }) => answersInData(data)).filter(({ log }) => log !== '')
    return reflected.filter(({ log }) => log === reflected[0]?.log)
  }

  /** Puts what arrives away, and lets go of commands that everything shown knows by now. @returns a way to stop */
  follow(): () => void {
    const stop = this.client.getQueryCache().subscribe(({ type, query, ...event }) => {
      if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return
      if (answersOf(query).length > 0) void this.#persist(query)
    })
    return () => {
      this.#isStopped = true
      stop()
    }
  }

  /** Lets go of all that is put away. */
  async clear(): Promise<void> {
    const reads = await this.store.answers().catch(() => [])
    await this.store.deleteAnswers(reads.map(({ hash }) => hash)).catch(() => undefined)
  }

  /** A start without a connection shows what is kept: until that knows of a command, the command stays. */
  async #persist(query: Query): Promise<void> {
    const { log, seq, at } = oldestAnswer(answersOf(query))
    const kept = {
      hash: hashKey(query.queryKey),
      key: query.queryKey,
      data: firstPages(query),
      log,
      seq,
      fetchedAt: at,
      release: runningRelease(),
    }
    if (query.meta?.['isPersisted'] === true) await this.store.putAnswer(kept).catch(() => undefined)
    if (!this.#isStopped) await this.#pruneQueue()
  }

  async #pruneQueue(): Promise<void> {
    const cache = this.client.getQueryCache()
    const isNeeded = (item: QueuedCommand): boolean => cache.getAll().some((query) => queryNeedsCommand(query, item))
    const known = this.outbox.state().queue.filter(({ status }) => status.is === 'done')
    if (!known.every(isNeeded)) await this.#restoreFromOtherTabs()
    if (this.#isStopped) return
    if (known.length > MAX_ANSWERED_COMMANDS) {
      const unseen = cache.getAll().filter((query) => !query.isActive() && known.some((item) => queryNeedsCommand(query, item)))
      for (const query of unseen) cache.remove(query)
      this.#forget(unseen.map(({ queryHash }) => queryHash))
    }
    void this.outbox.prune(isNeeded)
  }

  /** Takes up what other tabs put away since: the next start shows that too, and needs the commands that it lacks. */
  async #restoreFromOtherTabs(): Promise<void> {
    const reads = await this.store.answers().catch(() => [])
    if (this.#isStopped) return
    const unknown = reads.filter((read) => isOfThisRelease(read) && this.client.getQueryData(read.key) === undefined)
    for (const { key, data } of unknown) this.client.setQueryData(key, data, { updatedAt: 0 })
  }

  #forget(hashes: readonly string[]): void {
    if (hashes.length > 0) void this.store.deleteAnswers(hashes).catch(() => undefined)
  }
}

/** What was answered for a query: its pages, where it has some. */
export function answersOf({ state }: Pick<Query, 'state'>): readonly PositionedAnswer<unknown>[] {
  return answersInData(state.data)
}

function answersInData(known: unknown): readonly PositionedAnswer<unknown>[] {
  const data = known as Partial<PositionedAnswer<unknown> & { pages: readonly PositionedAnswer<unknown>[] }> | undefined
  return (data?.pages ?? [data]).filter((each): each is PositionedAnswer<unknown> => each?.seq !== undefined)
}

/** When the data of a query was asked for, in milliseconds: the oldest of its pages. Null while it has none. */
export function fetchedAt(query: Pick<Query, 'state'>): number | null {
  const moments = answersOf(query).map(({ at }) => at)
  return moments.length > 0 ? Math.min(...moments) : null
}

/** Whether this release wrote it. */
function isOfThisRelease({ release }: PersistedAnswer): boolean {
  return release === runningRelease()
}

/** What is put away of the data of a query: all, or the first pages of a list that was read far. */
function firstPages({ state }: Pick<Query, 'state'>): unknown {
  const data = state.data as Partial<InfiniteData<unknown>>
  if (!data.pages || !data.pageParams) return data
  return { ...data, pages: data.pages.slice(0, MAX_STORED_PAGES), pageParams: data.pageParams.slice(0, MAX_STORED_PAGES) }
}

/** Whether a query is about such things, and lacks an answered command. */
function queryNeedsCommand(query: Query, item: QueuedCommand): boolean {
  return query.queryKey[0] === item.command.entity && answersOf(query).some((answer) => needsApplying(answer, item))
}
