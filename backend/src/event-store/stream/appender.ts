import { Rejected } from '@prumo/shared/rejections'
import type { PoolClient, QueryResult } from 'pg'
import { setLocal } from '../../platform/database/connection-pool.js'
import type { Database } from '../../platform/database/database.js'
import { COORDINATOR, type AccountPlace } from '../../platform/database/places.js'
import { UnsendableStatement, type Pipeline } from '../../platform/database/pipeline.js'
import { isRefusal } from '../../platform/database/sqlstate.js'
import { mapYielding } from '../../platform/map-yielding.js'
import { Signal } from '../../platform/signal.js'
import {
  appendWrites,
  insertEvents,
  appendConflictOf,
  type AppendResult,
  type Commit,
  type InlineWriter,
  openedConcurrently,
  type AppendConflict,
  type Write,
} from './commit.js'
import { logOutdated } from './epoch.js'
import { ACCOUNT_ERASED, ACCOUNT_RESET } from './event.js'

/** The connections of an appender; every reply carries Postgres' time. */
type AppendConnections = Pick<Database, 'clock' | 'transaction' | 'places'> & {
  pipeline(node?: string): Pick<Pipeline, 'transaction'>
}

/** The further writers of an append, and the epoch it requires. */
interface AppendContents {
  readonly epoch: number
  readonly writers: readonly InlineWriter[]
}

/** A written batch; times in seconds. */
export interface WrittenBatch {
  commits: number
  projecting: number
  writing: number
}

/** Published after each written batch. */
export const batchWritten = new Signal<WrittenBatch>('batch-written')

/** Published when commits lost an optimistic race, with their number: their account's log had changed or was locked. */
export const appendConflicts = new Signal<number>('races-lost')

/** The next batch is sent while one is being written. */
const CONCURRENT_BATCHES = 2
/** Fewer commits than this are not split into two batches. */
const MIN_BATCH = 8
const MAX_BATCH = 128
/** More than Postgres writes in a second: further commits are refused with UNAVAILABLE. */
const MAX_QUEUED = 5_000
const RETRY_SECONDS = 2
/** A commit with more events is written apart, so that the commits beside it do not wait. */
const MANY_EVENTS = 200
/** Statement limit of a large commit, in milliseconds: a reset or an erasure deletes all rows of its account. */
export const LARGE_LIMIT_MS = 60_000
const CONCURRENT_LARGE = 4
const IS_LIMITED = `select where current_setting('statement_timeout') <> '0'`
/** Events per write and per pass of the projections; each portion is another write per table. */
const EVENTS_PER_WRITE = 250

/**
 * Writes commits in batches: one transaction and one round trip per batch of commits of different accounts in one place. A
 * large commit is written alone on a pool connection, so that only its account waits.
 */
export class Appender {
  /** By the key of the place. */
  readonly #ordinary = new Map<string, CommitBatches>()
  /** By the address of the node. */
  readonly #pipelines = new Map<string, Pick<Pipeline, 'transaction'>>()
  readonly #large: CommitBatches

  constructor(
    private readonly connections: AppendConnections,
    private readonly contents: AppendContents,
  ) {
    const largeConnection = {
      transaction: (writes: readonly Write[]) => connections.transaction((client) => this.#sendLarge(client, writes)),
    }
    this.#large = new CommitBatches((batch) => this.#writeBatch(batch, largeConnection), { underWay: CONCURRENT_LARGE, most: 1 })
    // Connect before the first command.
    this.#pipelineOf(COORDINATOR)
  }

  /**
   * Appends a commit. Resolves to the log's name once it is durable, or to null when the account's log had changed or was
   * locked and nothing was written. Rejects with UNAVAILABLE when the queue is full, or when the database is in another epoch.
   */
  append(commit: Commit): Promise<string | null> {
    const { places } = this.connections
    if (isLarge(commit)) return this.#large.add(commit)
    // Rows written alongside may be in tables that only the coordinator has.
    if (!places || commit.alongside.length > 0) return this.#batchesOf(COORDINATOR).add(commit)
    return places.of(commit.accountId).then((place) => this.#batchesOf(place).add(commit))
  }

  #batchesOf(place: AccountPlace): CommitBatches {
    const known = this.#ordinary.get(place.key)
    if (known) return known
    const write = (batch: readonly PendingCommit[]) => this.#writeBatch(batch, this.#pipelineOf(place))
    const batches = new CommitBatches(write, { underWay: CONCURRENT_BATCHES, most: MAX_BATCH })
    this.#ordinary.set(place.key, batches)
    return batches
  }

  #pipelineOf({ node }: AccountPlace): Pick<Pipeline, 'transaction'> {
    const known = this.#pipelines.get(node ?? '')
    if (known) return known
    const pipeline = this.connections.pipeline(node)
    this.#pipelines.set(node ?? '', pipeline)
    return pipeline
  }

  /**
   * Appends one commit within the caller's transaction, which holds the lock of the account's head.
   * @returns the log's name, and a function to call after the caller's commit
   */
  async appendWithin(client: PoolClient, commit: Commit): Promise<{ log: string; publish: () => void }> {
    try {
      const { logs, publish } = await this.#write([commit], (writes) =>
        isLarge(commit) ? this.#sendLarge(client, writes) : sendOn(client, writes),
      )
      return { log: logs[0] as string, publish }
    } catch (error) {
      throw appendConflictOf(error) ? unavailable() : error
    }
  }

  async #sendLarge(client: PoolClient, writes: readonly Write[]): Promise<QueryResult[]> {
    if ((await client.query(IS_LIMITED)).rowCount === 0) return sendOn(client, writes)
    await setLocal(client, `statement_timeout = ${LARGE_LIMIT_MS}`)
    return sendOn(client, writes, { query_timeout: LARGE_LIMIT_MS })
  }

  async #writeBatch(batch: readonly PendingCommit[], pipeline: Pick<Pipeline, 'transaction'>): Promise<void> {
    let sent = false
    try {
      const { logs, publish } = await this.#write(
        batch.map((waiting) => waiting.commit),
        (writes) => {
          const results = pipeline.transaction(writes)
          sent = true
          return results
        },
      )
      for (const [index, { resolve }] of batch.entries()) resolve(logs[index] as string)
      publish()
    } catch (error) {
      const refused = appendConflictOf(error)
      if (refused) return this.#writeOthers(batch, refused, pipeline)
      const [only] = batch
      if (only && batch.length === 1 && openedConcurrently(error)) return only.resolve(null)
      // A refused or unsendable batch wrote nothing: retry its commits one by one, so that a bad one fails alone. After a lost
      // connection the outcome is unknown, and a retry could write twice.
      const wroteNothing = !sent || isRefusal(error) || error instanceof UnsendableStatement
      if (wroteNothing && batch.length > 1) for (const waiting of batch) await this.#writeBatch([waiting], pipeline)
      else for (const waiting of batch) waiting.reject(error)
    }
  }

  /** Writes the commits of a refused batch whose heads matched. */
  async #writeOthers(
    batch: readonly PendingCommit[],
    { lost, epoch }: AppendConflict,
    pipeline: Pick<Pipeline, 'transaction'>,
  ): Promise<void> {
    const others = batch.filter(({ commit }) => !lost.includes(commit.accountId))
    if (epoch !== this.contents.epoch || others.length === batch.length) {
      for (const { reject } of batch) reject(unavailable())
      return
    }
    for (const waiting of batch) if (!others.includes(waiting)) waiting.resolve(null)
    if (others.length > 0) await this.#writeBatch(others, pipeline)
  }

  /**
   * Writes commits with everything that belongs to them, atomically. With Citus each commit has its own statements within the
   * transaction, because a statement over several accounts would be planned again each time.
   * @returns the name of each commit's log, and a function to call once they are durable
   */
  async #write(
    commits: readonly Commit[],
    send: (writes: readonly Write[]) => Promise<{ rows: unknown[] }[]>,
  ): Promise<{ logs: string[]; publish: () => void }> {
    const started = performance.now()
    const { places, clock } = this.connections
    const parts: Write[][] = []
    for (const some of places ? commits.map((commit) => [commit]) : [commits]) parts.push(await this.#writesOf(some))
    const writes = parts.flat()
    const made = performance.now()
    try {
      const results = await send(writes)
      let at = 0
      const heads = parts.map((part) => results[(at += part.length) - part.length]?.rows[0] as AppendResult)
      clock.anchor((heads.at(-1) as AppendResult).now)
      const seconds = { projecting: (made - started) / 1000, writing: (performance.now() - made) / 1000 }
      batchWritten.publish({ commits: commits.length, ...seconds })
      const logs = commits.map((_, index) => (heads[index] ?? (heads[0] as AppendResult)).log)
      return { logs, publish: () => writes.forEach((write) => write.onDurable?.()) }
    } catch (error) {
      const refused = appendConflictOf(error)
      if (refused) {
        clock.anchor(refused.now)
        if (refused.epoch !== this.contents.epoch) logOutdated.publish({ own: this.contents.epoch, present: refused.epoch })
        appendConflicts.publish(refused.lost.length)
      }
      throw error
    }
  }

  async #writesOf(commits: readonly Commit[]): Promise<Write[]> {
    const { epoch, writers } = this.contents
    const [rows, events] = [commits.flatMap((commit) => commit.rows), commits.flatMap((commit) => commit.events)]
    const { clock, places } = this.connections
    const [now, oneByOne] = [clock.now(), places !== null]
    const starts = Array.from({ length: Math.ceil(rows.length / EVENTS_PER_WRITE) }, (_, index) => index * EVENTS_PER_WRITE)
    const makers = starts.flatMap((from) => {
      const some = events.slice(from, from + EVENTS_PER_WRITE)
      return [
        () => [insertEvents(rows.slice(from, from + EVENTS_PER_WRITE))],
        ...writers.map((writer) => () => writer.writesOf(some, now, oneByOne)),
      ]
    })
    // A large commit yields to the event loop between its portions.
    const ofEvents = starts.length > 1 ? await mapYielding(makers, (make) => make()) : makers.map((make) => make())
    return appendWrites(commits, epoch, ofEvents.flat())
  }
}

interface PendingCommit {
  commit: Commit
  resolve: (log: string | null) => void
  reject: (reason: unknown) => void
}

/** Collects commits into the next batch while batches are being written. */
class CommitBatches {
  readonly #queued: PendingCommit[] = []
  #running = 0
  #starting = false

  /** @param write never rejects */
  constructor(
    private readonly write: (batch: readonly PendingCommit[]) => Promise<void>,
    private readonly limits: { underWay: number; most: number },
  ) {}

  add(commit: Commit): Promise<string | null> {
    if (this.#queued.length >= MAX_QUEUED) return Promise.reject(unavailable())
    return new Promise((resolve, reject) => {
      this.#queued.push({ commit, resolve, reject })
      this.#startSoon()
    })
  }

  /** Starts after the current turn of the event loop, so that commands issued in it share a batch. */
  #startSoon(): void {
    if (this.#starting || this.#running === this.limits.underWay) return
    this.#starting = true
    setImmediate(() => {
      this.#starting = false
      this.#start()
    })
  }

  /** Distributes the queue among the batches that may start: a single one would leave the others idle. */
  #start(): void {
    for (let free = this.limits.underWay - this.#running; free > 0 && this.#queued.length > 0; free--) {
      const share = Math.max(MIN_BATCH, Math.ceil(this.#queued.length / free))
      void this.#run(this.#queued.splice(0, Math.min(this.limits.most, share)))
    }
  }

  async #run(batch: readonly PendingCommit[]): Promise<void> {
    this.#running++
    await this.write(batch)
    this.#running--
    if (this.#queued.length > 0) this.#startSoon()
  }
}

async function sendOn(client: PoolClient, writes: readonly Write[], limit: { query_timeout?: number } = {}): Promise<QueryResult[]> {
  const results: QueryResult[] = []
  for (const { name, text, values } of writes) results.push(await client.query({ name, text, values: [...values], ...limit }))
  return results
}

/** Whether a commit has many events or empties its account. */
function isLarge({ rows, alongside }: Commit): boolean {
  return (
    rows.length > MANY_EVENTS ||
    alongside.some((write) => write.isLarge) ||
    rows.some(({ type }) => type === ACCOUNT_RESET || type === ACCOUNT_ERASED)
  )
}

/** Thrown when the queue is full: 503 with Retry-After. */
export function unavailable(): Rejected {
  return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
}
