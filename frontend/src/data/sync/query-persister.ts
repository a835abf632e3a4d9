import type { Position } from '@prumo/shared/freshness'
import { hashKey, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { runningRelease } from '../../lib/device-database'
import type { QueuedCommand } from './command'
import { needsApplying, oldestAnswer, shownOn, type PositionedAnswer } from './optimistic'
import type { CommandOutbox } from './outbox'
import type { PersistedAnswer } from './account-database'
import type { AccountStore } from './device-store'

/** The number of stored answers; those requested longest ago are deleted first. */
const MAX_STORED = 40
const MAX_STORED_PAGES = 3
/** Beyond this many answered commands, inactive queries that lack one are dropped instead of updated. */
const MAX_ANSWERED_COMMANDS = 200

/** Stores answers for the next start, and prunes the commands that all answers include. */
export class QueryPersister {
  #isStopped = false

  constructor(
    private readonly client: QueryClient,
    private readonly store: AccountStore,
    private readonly outbox: CommandOutbox,
  ) {}

  /** Fills the cache with the answers that this release stored. @returns their positions, only of the newest log */
  restore(reads: readonly PersistedAnswer[]): Position[] {
    // Another release may store other shapes.
    const [own, others] = [reads.filter(isOfThisRelease), reads.filter((read) => !isOfThisRelease(read))]
    const newest = own.sort((one, other) => other.fetchedAt - one.fetchedAt)
    // `updatedAt: 0` refetches them whatever their age: changes since then are unknown.
    for (const { key, data } of newest.slice(0, MAX_STORED)) this.client.setQueryData(key, data, { updatedAt: 0 })
    this.#forget([...others, ...newest.slice(MAX_STORED)].map(({ hash }) => hash))
    const reflected = newest.flatMap(({ data }) => answersInData(data)).filter(({ log }) => log !== '')
    return reflected.filter(({ log }) => log === reflected[0]?.log)
  }

  /** Stores new answers, and prunes the commands that all cached answers include. @returns stops following */
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

  /** Deletes all stored answers. */
  async clear(): Promise<void> {
    const reads = await this.store.answers().catch(() => [])
    await this.store.deleteAnswers(reads.map(({ hash }) => hash)).catch(() => undefined)
  }

  /** A start without a connection shows the stored answers, so a command stays until they include it. */
  async #persist(query: Query): Promise<void> {
    const { log, seq, at } = oldestAnswer(answersOf(query))
    const answer = {
      hash: hashKey(query.queryKey),
      key: query.queryKey,
      data: firstPages(query),
      log,
      seq,
      fetchedAt: at,
      release: runningRelease(),
    }
    if (query.meta?.['isPersisted'] === true) await this.store.putAnswer(answer).catch(() => undefined)
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

  /** Loads answers that other tabs have stored since: the next start shows them too, and needs the commands that they lack. */
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

/** The answers in a query's data: one, or one per page. */
export function answersOf({ state }: Pick<Query, 'state'>): readonly PositionedAnswer<unknown>[] {
  return answersInData(state.data)
}

function answersInData(known: unknown): readonly PositionedAnswer<unknown>[] {
  const data = known as Partial<PositionedAnswer<unknown> & { pages: readonly PositionedAnswer<unknown>[] }> | undefined
  return (data?.pages ?? [data]).filter((each): each is PositionedAnswer<unknown> => each?.seq !== undefined)
}

/** When the data of a query was requested, in milliseconds: the oldest of its pages. Null without data. */
export function fetchedAt(query: Pick<Query, 'state'>): number | null {
  const moments = answersOf(query).map(({ at }) => at)
  return moments.length > 0 ? Math.min(...moments) : null
}

/** Whether this release wrote it. */
function isOfThisRelease({ release }: PersistedAnswer): boolean {
  return release === runningRelease()
}

/** The stored part of a query's data: all of it, or the first pages of a long list. */
function firstPages({ state }: Pick<Query, 'state'>): unknown {
  const data = state.data as Partial<InfiniteData<unknown>>
  if (!data.pages || !data.pageParams) return data
  return { ...data, pages: data.pages.slice(0, MAX_STORED_PAGES), pageParams: data.pageParams.slice(0, MAX_STORED_PAGES) }
}

/** Whether commands on the command's entity are applied to a query, and its answers lack the command. */
function queryNeedsCommand(query: Query, item: QueuedCommand): boolean {
  const applied = [query.queryKey[0], ...((query.meta?.['alsoApplied'] ?? []) as readonly string[])]
  return shownOn(item.command).some((entity) => applied.includes(entity)) && answersOf(query).some((answer) => needsApplying(answer, item))
}
