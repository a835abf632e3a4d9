import { setTimeout as pause } from 'node:timers/promises'
import { Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { liveEntities, type LiveEntity } from '@prumo/shared/live'
import { Rejected } from '@prumo/shared/rejections'
import type { Database } from '../platform/database/database.js'
import type { Caller } from '../platform/http/caller.js'
import { logFacts } from '../platform/http/failures.js'
import { LiveStream } from './live-stream.js'

/** Milliseconds between two checks of all logs and sessions behind open streams: a change is told within two of them. */
const CHECK_MS = 1_000

/** A browser needs one; a few more may be left over from connections that broke and do not know it yet. */
const MAX_OF_SESSION = 4
const MAX_OF_ACCOUNT = 20
const MAX_OF_PROCESS = 5_000
const FULL_RETRY_SECONDS = 10

/** Which of these callers are still let in, in their order: signed in, and with access. */
export type HaveAccess = (callers: readonly Caller[]) => Promise<readonly boolean[]>

/** An account with open streams, and how far it was read for them. */
interface WatchedAccount {
  streams: Set<LiveStream>
  /** The name of the log it was read of. */
  log: string
  /** The position of the last event that was read; null before the first read. */
  seq: number | null
  /** That event's hash: where the log has another one there, it is another log. */
  hash: Buffer | null
  /** For each kind of computed answer when it was computed. */
  answers: Record<string, string>
}

/** Where an account's log ends, which kinds of entity its events since the last read are about, and its computed answers. */
interface LiveAccountState {
  accountId: string
  log: string
  seq: number
  hash: Buffer
  /** Whether everything may have changed: the account was reset, or a fail-over lost the event that was read last. */
  everything: boolean
  entities: LiveEntity[]
  /** For each kind of computed answer when it was computed. */
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

/** The open streams of this process. Once a second it asks what changed in their accounts, whichever process changed it. */
export class LiveStreams implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #logger = new Logger('live')
  readonly #watched = new Map<string, WatchedAccount>()
  readonly #stopping = new AbortController()
  #count = 0
  #checking: Promise<void> | undefined
  #failing = false

  constructor(
    private readonly database: Database,
    private readonly stillLetIn: HaveAccess,
  ) {}

  onApplicationBootstrap(): void {
    this.#checking = this.#pollChanges()
  }

  /** Ends every stream; their clients come back to another process. */
  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort()
    for (const { streams } of this.#watched.values()) for (const stream of streams) stream.close()
    await this.#checking
  }

  /**
   * Opens a stream. Rejects with UNAVAILABLE where this process has too many, or is ending, or where so many of the session or
   * account were opened at once that this one already made room for newer ones.
   */
  async open(caller: Caller): Promise<LiveStream> {
    if (this.#stopping.signal.aborted || this.#count >= MAX_OF_PROCESS) throw fullRejection()
    const stream = new LiveStream(caller)
    const watched = this.#add(stream)
    try {
      const [present] = await this.#statesOf([caller.accountId])
      if (!watched.streams.has(stream)) throw fullRejection()
      if (present && watched.seq === null) this.#publish(present)
      // A check that came meanwhile may have told the others more than was read here.
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
    const { accountId, sessionId } = stream.caller
    const watched = this.#watched.get(accountId) ?? { streams: new Set(), log: '', seq: null, hash: null, answers: {} }
    this.#watched.set(accountId, watched)
    // The oldest makes room: it may belong to a connection that broke without anyone noticing.
    const ofSession = [...watched.streams].filter(({ caller }) => caller.sessionId === sessionId)
    const ofAccount = [...watched.streams]
    const oldest = ofSession.length >= MAX_OF_SESSION ? ofSession[0] : ofAccount.length >= MAX_OF_ACCOUNT ? ofAccount[0] : undefined
    // Ended and not cut: an answer that has not started yet would be a 500.
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
    const letIn = await this.stillLetIn(streams.map(({ caller }) => caller))
    for (const [index, stream] of streams.entries()) if (!letIn[index]) stream.end()
  }

  /** Tells the streams what is new: at the checks alone, so that none hears of changes more often. */
  async #publishChanges(): Promise<void> {
    for (const state of await this.#statesOf([...this.#watched.keys()])) this.#publish(state)
  }

  /** How these accounts, which have streams here, stand beside what is known of them. */
  async #statesOf(ids: readonly string[]): Promise<LiveAccountState[]> {
    if (ids.length === 0) return []
    const known = ids.map((id) => this.#watched.get(id) as WatchedAccount)
    return this.database.rows<LiveAccountState>(STATES, [ids, known.map(({ seq }) => seq), known.map(({ hash }) => hash)])
  }

  #publish({ accountId, log, seq, hash, everything, entities, answers }: LiveAccountState): void {
    const watched = this.#watched.get(accountId)
    if (!watched) return
    const isFirst = watched.seq === null
    // Two reads may overtake each other: what is not beyond what is known is no news.
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
