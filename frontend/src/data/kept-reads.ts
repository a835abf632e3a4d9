import type { Position } from '@prumo/shared/freshness'
import { hashKey, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { runningRelease } from '../lib/device-database'
import type { Item } from './command'
import { lacks, oldestOf, type Fresh } from './shown'
import type { Outbox } from './outbox'
import type { KeptRead } from './account-database'
import type { Store } from './device-store'

/** As many reads are kept on the device; the ones asked for longest ago go first. */
const MOST_KEPT = 40
const MOST_PAGES_KEPT = 3
/** Beyond so many answered commands, what nobody looks at is read anew instead of being brought up to date. */
const MOST_ANSWERED = 200

/** What was read, as it is put away for the next start, and what commands it still needs. */
export class KeptReads {
  #isOver = false

  constructor(
    private readonly client: QueryClient,
    private readonly store: Store,
    private readonly outbox: Outbox,
  ) {}

  /** Shows what this release kept. @returns the positions that it reflects, of the newest history alone */
  recall(reads: readonly KeptRead[]): Position[] {
    // Another release may mean something else by it.
    const [own, others] = [reads.filter(isOwn), reads.filter((read) => !isOwn(read))]
    const newest = own.sort((one, other) => other.at - one.at)
    // Asked for again however young it is: what happened meanwhile nobody told.
    for (const { key, data } of newest.slice(0, MOST_KEPT)) this.client.setQueryData(key, data, { updatedAt: 0 })
    this.#forget([...others, ...newest.slice(MOST_KEPT)].map(({ hash }) => hash))
    const reflected = newest.flatMap(({ data }) => answersIn(data)).filter(({ log }) => log !== '')
    return reflected.filter(({ log }) => log === reflected[0]?.log)
  }

  /** Puts what arrives away, and lets go of commands that everything shown knows by now. @returns a way to stop */
  follow(): () => void {
    const stop = this.client.getQueryCache().subscribe(({ type, query, ...event }) => {
      if (type !== 'updated' || !('action' in event) || event.action.type !== 'success') return
      if (answersOf(query).length > 0) void this.#arrived(query)
    })
    return () => {
      this.#isOver = true
      stop()
    }
  }

  /** Lets go of all that is put away. */
  async forget(): Promise<void> {
    const reads = await this.store.reads().catch(() => [])
    await this.store.forget(reads.map(({ hash }) => hash)).catch(() => undefined)
  }

  /** A start without a connection shows what is kept: until that knows of a command, the command stays. */
  async #arrived(query: Query): Promise<void> {
    const { log, seq, at } = oldestOf(answersOf(query))
    const kept = { hash: hashKey(query.queryKey), key: query.queryKey, data: beginningOf(query), log, seq, at, release: runningRelease() }
    if (query.meta?.['isKept'] === true) await this.store.keep(kept).catch(() => undefined)
    if (!this.#isOver) await this.#letGo()
  }

  async #letGo(): Promise<void> {
    const cache = this.client.getQueryCache()
    const isNeeded = (item: Item): boolean => cache.getAll().some((query) => isLacking(query, item))
    const known = this.outbox.state().line.filter(({ standing }) => standing.is === 'done')
    if (!known.every(isNeeded)) await this.#recallOthers()
    if (this.#isOver) return
    if (known.length > MOST_ANSWERED) {
      const unseen = cache.getAll().filter((query) => !query.isActive() && known.some((item) => isLacking(query, item)))
      for (const query of unseen) cache.remove(query)
      this.#forget(unseen.map(({ queryHash }) => queryHash))
    }
    void this.outbox.prune(isNeeded)
  }

  /** Takes up what other tabs put away since: the next start shows that too, and needs the commands that it lacks. */
  async #recallOthers(): Promise<void> {
    const reads = await this.store.reads().catch(() => [])
    if (this.#isOver) return
    const unknown = reads.filter((read) => isOwn(read) && this.client.getQueryData(read.key) === undefined)
    for (const { key, data } of unknown) this.client.setQueryData(key, data, { updatedAt: 0 })
  }

  #forget(hashes: readonly string[]): void {
    if (hashes.length > 0) void this.store.forget(hashes).catch(() => undefined)
  }
}

/** What was answered for a query: its pages, where it has some. */
export function answersOf({ state }: Pick<Query, 'state'>): readonly Fresh<unknown>[] {
  return answersIn(state.data)
}

function answersIn(known: unknown): readonly Fresh<unknown>[] {
  const data = known as Partial<Fresh<unknown> & { pages: readonly Fresh<unknown>[] }> | undefined
  return (data?.pages ?? [data]).filter((each): each is Fresh<unknown> => each?.seq !== undefined)
}

/** When the data of a query was asked for, in milliseconds: the oldest of its pages. Null while it has none. */
export function askedAt(query: Pick<Query, 'state'>): number | null {
  const moments = answersOf(query).map(({ at }) => at)
  return moments.length > 0 ? Math.min(...moments) : null
}

/** Whether this release wrote it. */
function isOwn({ release }: KeptRead): boolean {
  return release === runningRelease()
}

/** What is put away of the data of a query: all, or the first pages of a list that was read far. */
function beginningOf({ state }: Pick<Query, 'state'>): unknown {
  const data = state.data as Partial<InfiniteData<unknown>>
  if (!data.pages || !data.pageParams) return data
  return { ...data, pages: data.pages.slice(0, MOST_PAGES_KEPT), pageParams: data.pageParams.slice(0, MOST_PAGES_KEPT) }
}

/** Whether a query is about such things, and lacks an answered command. */
function isLacking(query: Query, item: Item): boolean {
  return query.queryKey[0] === item.command.entity && answersOf(query).some((answer) => lacks(answer, item))
}
