import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { liveEntities, type LiveEntity } from '@prumo/shared/live'
import { Rejected } from '@prumo/shared/rejections'
import type { Database } from '../platform/database/database.js'
import type { Caller } from '../platform/http/caller.js'
import { logFacts } from '../platform/http/failures.js'
import { LiveStream } from './live-stream.js'

/** Milliseconds between checks of all watched logs and sessions: a change is sent within two of them. */
const CHECK_MS = 1_000

/** A browser needs one; others may be left over from broken connections that were not noticed yet. */
const MAX_OF_SESSION = 4
const MAX_OF_ACCOUNT = 20
const MAX_OF_PROCESS = 5_000
const FULL_RETRY_SECONDS = 10

/** Which of these callers still have access, in order: signed in, and subscribed. */
export type HaveAccess = (callers: readonly Caller[]) => Promise<readonly boolean[]>

/** An account with open streams, and the state sent to them. */
interface WatchedAccount {
  streams: Set<LiveStream>
  /** The name of the log that was read. */
  log: string
  /** The position of the last event that was read; null before the first read. */
  seq: number | null
  /** That event's hash: a different hash at this position means a different log. */
  hash: Buffer | null
  /** Computation time by kind of stored answer. */
  answers: Record<string, string>
}

/** The end of an account's log, the kinds of entity changed since the last read, and its stored answers. */
interface LiveAccountState {
  accountId: string
  log: string
  seq: number
  hash: Buffer
  /** Whether everything may have changed: the account was reset, or a fail-over lost the last read event. */
  everything: boolean
  entities: LiveEntity[]
  /** Computation time by kind of stored answer. */
  answers: Record<string, string>
}

const STATES = {
  name: 'live-states',
  text: `
    select h.account_id as "accountId", log_name() as log, h.seq, h.hash,
      h.reset_seq > a.seq or (select hash from events where account_id = h.account_id and seq = a.seq) is distinct from a.hash as everything,
      array(select distinct entity from events where account_id = h.account_id and seq > a.seq) as entities,
      (select coalesce(json_object_agg(kind, computed_at), '{}') from stored_answers where account_id = h.account_id) as answers
    from unnest($1::uuid[], $2::bigint[], $3::bytea[]) as a(account_id, seq, hash) join account_heads h using (account_id)`,
}

/** The open streams of this process. Polls every second what changed in their accounts, by any process. */
export class LiveStreams implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('live')
  readonly #watched = new Map<string, WatchedAccount>()
  readonly #stopping = new AbortController()
  #count = 0
  #checking: Promise<void> | undefined
  #failing = false

  constructor(
    private readonly database: Database,
    private readonly haveAccess: HaveAccess,
  ) {}

  onApplicationBootstrap(): void {
    this.#checking = this.#pollChanges()
  }

  /** Closes every stream; clients reconnect to another process. */
  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort()
    for (const { streams } of this.#watched.values()) for (const stream of streams) stream.close()
    await this.#checking
  }

  /**
   * Opens a stream. Rejects with UNAVAILABLE when this process has too many streams or is shutting down, or when this stream
   * was already evicted by newer ones of its session or account.
   */
  async open(caller: Caller): Promise<LiveStream> {
    if (this.#stopping.signal.aborted || this.#count >= MAX_OF_PROCESS) throw fullRejection()
    const stream = new LiveStream(caller)
    const watched = this.#add(stream)
    try {
      const [present] = await this.#statesOf([caller.accountId])
      if (!watched.streams.has(stream)) throw fullRejection()
      if (present && watched.seq === null) this.#publish(present)
      // A concurrent check may have sent a later state to the other streams than was read here.
      const known = { log: watched.log, seq: watched.seq ?? 0 }
      const isNewer = present && (present.log !== known.log || present.seq > known.seq)
      stream.begin(isNewer ? { log: present.log, seq: present.seq } : known)
      return stream
    } catch (error) {
      stream.body.destroy()
      throw error
    }
  }

  async #pollChanges(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await pause(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined)
      if (!signal.aborted) await this.#check()
    }
  }

  async #check(): Promise<void> {
    try {
      await Promise.all([this.#endSessions(), this.#publishChanges()])
      this.#failing = false
    } catch (failure) {
      if (!this.#failing) this.#logger.warn(logFacts(failure), 'The accounts of open streams cannot be read; trying again every second')
      this.#failing = true
    }
  }

  #add(stream: LiveStream): WatchedAccount {
    const { accountId, sessionId, grantId } = stream.caller
    const watched = this.#watched.get(accountId) ?? { streams: new Set(), log: '', seq: null, hash: null, answers: {} }
    this.#watched.set(accountId, watched)
    // Evict the oldest, which may belong to a connection that broke unnoticed.
    const ofSession = [...watched.streams].filter(({ caller }) => caller.sessionId === sessionId)
    // Streams of a guest evict none of the account's own user.
    const ofAccount = [...watched.streams].filter(({ caller }) => caller.grantId === grantId)
    const oldest = ofSession.length >= MAX_OF_SESSION ? ofSession[0] : ofAccount.length >= MAX_OF_ACCOUNT ? ofAccount[0] : undefined
    // Ended gracefully: destroying an answer that has not started would make it a 500.
    oldest?.close()
    if (oldest) watched.streams.delete(oldest)
    watched.streams.add(stream)
    this.#count++
    stream.body.once('close', () => {
      watched.streams.delete(stream)
      this.#count--
      if (watched.streams.size === 0 && this.#watched.get(accountId) === watched) this.#watched.delete(accountId)
    })
    return watched
  }

  async #endSessions(): Promise<void> {
    const streams = [...this.#watched.values()].flatMap((watched) => [...watched.streams])
    if (streams.length === 0) return
    const hasAccess = await this.haveAccess(streams.map(({ caller }) => caller))
    for (const [index, stream] of streams.entries()) if (!hasAccess[index]) stream.end()
  }

  /**
   * Sends changes at the checks only, so that no stream gets them more often. An account whose first stream is still being opened
   * has no position yet, from which a read would find the changed entities.
   */
  async #publishChanges(): Promise<void> {
    const ids = [...this.#watched].flatMap(([id, { seq }]) => (seq === null ? [] : [id]))
    for (const state of await this.#statesOf(ids)) this.#publish(state)
  }

  /** The current states of these watched accounts, relative to the last read. */
  async #statesOf(ids: readonly string[]): Promise<LiveAccountState[]> {
    if (ids.length === 0) return []
    const known = ids.map((id) => this.#watched.get(id) as WatchedAccount)
    return this.database.rows<LiveAccountState>(STATES, [ids, known.map(({ seq }) => seq), known.map(({ hash }) => hash)])
  }

  #publish({ accountId, log, seq, hash, everything, entities, answers }: LiveAccountState): void {
    const watched = this.#watched.get(accountId)
    if (!watched) return
    const isFirst = watched.seq === null
    // Reads may overtake each other: a state that is not newer is ignored.
    const isAll = everything || log !== watched.log
    const isNews = isAll || seq > (watched.seq ?? 0)
    const renewed = Object.keys(answers).filter((kind) => answers[kind] !== watched.answers[kind])
    if (isFirst || isNews) Object.assign(watched, { log, seq, hash })
    watched.answers = answers
    if (isFirst || (!isNews && renewed.length === 0)) return
    const changed = !isNews ? [] : isAll ? [...liveEntities] : entities
    for (const stream of watched.streams) stream.change({ log, seq: watched.seq ?? 0, entities: changed, answers: renewed })
  }
}

function fullRejection(): Rejected {
  return new Rejected('UNAVAILABLE', undefined, undefined, FULL_RETRY_SECONDS)
}
