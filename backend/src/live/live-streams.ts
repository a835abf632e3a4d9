import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import type { LiveEntity } from '@prumo/shared/live'
import { Rejected } from '@prumo/shared/rejections'
import type { Database } from '../platform/database/database.js'
import type { Caller } from '../platform/http/caller.js'
import { logFacts } from '../platform/http/failures.js'
import { beyond, changesOf, type AccountChange } from './account-change.js'
import type { LiveChannel } from './live-channel.js'
import { LiveStream, ORDINARY_STREAM, type StreamTimes } from './live-stream.js'

export interface LiveTimes extends StreamTimes {
  /** Milliseconds between two looks at sessions and heads of all open streams. */
  lookMs: number
}

const ORDINARY: LiveTimes = { ...ORDINARY_STREAM, lookMs: 2_000 }

/** A browser needs one; a few more may be left over from connections that broke and do not know it yet. */
const MAX_OF_SESSION = 4
const MAX_OF_ACCOUNT = 20
const MAX_OF_PROCESS = 5_000
const FULL_RETRY_SECONDS = 10

/** Which of these callers are still let in, in their order: signed in, and with access. */
export type StillLetIn = (callers: readonly Caller[]) => Promise<readonly boolean[]>

/** An account that somebody watches, and how far its streams were told of it. */
interface Watched {
  streams: Set<LiveStream>
  /** The log's position up to which it was looked at; null until the first look. */
  looked: number | null
  entities: Partial<Record<LiveEntity, number>>
  answers: Record<string, number>
}

const HEAD = { name: 'live-head', text: 'select seq from account_heads where account_id = $1' }

const MOVED = {
  name: 'live-moved',
  text: `
    select a.account_id as "accountId", e.entity as name, max(e.seq) as reached
    from unnest($1::uuid[], $2::bigint[]) as a(account_id, looked) join events e on e.account_id = a.account_id and e.seq > a.looked
    group by a.account_id, e.entity`,
}

const ANSWERS = {
  name: 'live-answers',
  text: `
    select account_id as "accountId", kind as name, (extract(epoch from computed_at) * 1000)::bigint as reached
    from stored_answers where account_id = any($1::uuid[])`,
}

interface Found {
  accountId: string
  name: string
  reached: number
}

/**
 * The open streams of this process. They are told what the channel brings; and because nothing on the channel is sure
 * to arrive, every few seconds all heads, answers and sessions behind them are looked at, in one query each.
 */
export class LiveStreams implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('live')
  readonly #times: LiveTimes
  readonly #watched = new Map<string, Watched>()
  readonly #stopping = new AbortController()
  #count = 0
  #looking: Promise<void> | undefined
  #failing = false

  constructor(
    private readonly database: Database,
    private readonly channel: LiveChannel,
    private readonly stillLetIn: StillLetIn,
    times: Partial<LiveTimes> = {},
  ) {
    this.#times = { ...ORDINARY, ...times }
  }

  onApplicationBootstrap(): void {
    this.channel.listen({
      heard: (payload) => {
        for (const change of changesOf(payload)) this.#tell(change)
      },
      begun: () => void this.look(),
    })
    this.#looking = this.#keepLooking()
  }

  /** Ends every stream; their clients come back to another process. */
  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort()
    for (const { streams } of this.#watched.values()) for (const stream of streams) stream.close()
    await this.#looking
  }

  /** Opens a stream. Rejects with UNAVAILABLE where this process has too many, or is ending. */
  async open(caller: Caller): Promise<LiveStream> {
    if (this.#stopping.signal.aborted || this.#count >= MAX_OF_PROCESS) throw new Rejected('UNAVAILABLE', undefined, undefined, FULL_RETRY_SECONDS)
    const stream = new LiveStream(caller, this.#times)
    const watched = this.#add(stream)
    try {
      // It is among those that the channel's news go to from here on, so nothing falls between this look and the first of them.
      const [[head], answers] = await Promise.all([
        this.database.rows<{ seq: number }>(HEAD, [caller.accountId]),
        this.database.rows<Found>(ANSWERS, [[caller.accountId]]),
      ])
      const seq = head?.seq ?? 0
      watched.looked ??= seq
      for (const { name, reached } of answers) watched.answers[name] ??= reached
      stream.begin(seq)
      return stream
    } catch (error) {
      stream.body.destroy()
      throw error
    }
  }

  /** Looks at everything behind the open streams, and tells or ends them where the channel did not. */
  async look(): Promise<void> {
    if (this.#watched.size === 0) return
    try {
      await Promise.all([this.#lookAtSessions(), this.#lookAtLogs(), this.#lookAtAnswers()])
      this.#failing = false
    } catch (failure) {
      if (!this.#failing) this.#logger.warn(logFacts(failure), 'The accounts of open streams cannot be looked at; trying again every few seconds')
      this.#failing = true
    }
  }

  async #keepLooking(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(this.#times.lookMs, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await this.look()
    }
  }

  #add(stream: LiveStream): Watched {
    const { accountId, sessionId } = stream.caller
    const watched = this.#watched.get(accountId) ?? { streams: new Set(), looked: null, entities: {}, answers: {} }
    this.#watched.set(accountId, watched)
    // The oldest gives way: it may belong to a connection that broke without anyone noticing.
    const ofSession = [...watched.streams].filter(({ caller }) => caller.sessionId === sessionId)
    if (ofSession.length >= MAX_OF_SESSION) ofSession[0]?.body.destroy()
    else if (watched.streams.size >= MAX_OF_ACCOUNT) [...watched.streams][0]?.body.destroy()
    watched.streams.add(stream)
    this.#count++
    stream.body.once('close', () => {
      watched.streams.delete(stream)
      this.#count--
      if (watched.streams.size === 0 && this.#watched.get(accountId) === watched) this.#watched.delete(accountId)
    })
    return watched
  }

  /**
   * Tells what is new of it. Positions are committed in their order, so whoever reads after hearing of one has read
   * everything before it, too; what comes late, or a second time, is nothing new.
   */
  #tell({ accountId, ...change }: AccountChange): void {
    const watched = this.#watched.get(accountId)
    if (!watched) return
    const entities = beyond(change.entities, (name) => watched.entities[name] ?? 0)
    const answers = beyond(change.answers, (name) => watched.answers[name] ?? 0)
    if (Object.keys(entities).length + Object.keys(answers).length === 0) return
    Object.assign(watched.entities, entities)
    Object.assign(watched.answers, answers)
    for (const stream of watched.streams) stream.tell({ entities, answers })
  }

  async #lookAtSessions(): Promise<void> {
    const streams = [...this.#watched.values()].flatMap((watched) => [...watched.streams])
    const letIn = await this.stillLetIn(streams.map(({ caller }) => caller))
    for (const [index, stream] of streams.entries()) if (!letIn[index]) stream.end()
  }

  async #lookAtLogs(): Promise<void> {
    const known = [...this.#watched].flatMap(([id, { looked }]) => (looked === null ? [] : [{ id, looked }]))
    const found = await this.database.rows<Found>(MOVED, [known.map(({ id }) => id), known.map(({ looked }) => looked)])
    for (const { accountId, name, reached } of found) {
      this.#tell({ accountId, entities: { [name]: reached }, answers: {} })
      const watched = this.#watched.get(accountId)
      if (watched) watched.looked = Math.max(watched.looked ?? 0, reached)
    }
  }

  async #lookAtAnswers(): Promise<void> {
    const found = await this.database.rows<Found>(ANSWERS, [[...this.#watched.keys()]])
    for (const { accountId, name, reached } of found) this.#tell({ accountId, entities: {}, answers: { [name]: reached } })
  }
}
