import { Rejected } from '@prumo/shared/rejections'
import type { PoolClient } from 'pg'
import { UnsendableStatement, type Pipeline } from '../../platform/database/pipeline.js'
import { isRefusal } from '../../platform/database/sqlstate.js'
import { Signal } from '../../platform/signal.js'
import { appendWrites, type Appended } from './append-statements.js'
import type { Commit, InlineWriter, Write } from './commit.js'
import { outdated } from './epoch.js'
import { ACCOUNT_RESET, entityKinds, type EntityKind } from './event.js'

interface Waiting {
  commit: Commit
  resolve: (appended: boolean) => void
  reject: (reason: unknown) => void
}

/** Sends the writes of a batch in one transaction, and gives their results. */
type Send = (writes: readonly Write[]) => Promise<{ rows: unknown[] }[]>

/** What an appender writes besides the events, and for which epoch of the log. */
interface Contents {
  readonly epoch: number
  readonly writers: readonly InlineWriter[]
}

/** What the write of a batch came to; times in seconds. */
export interface WrittenBatch {
  commits: number
  /** How many of them found their account's log moved on or held. */
  lost: number
  projecting: number
  writing: number
}

/** Told after each batch that was written. */
export const batchWritten = new Signal<WrittenBatch>('batch-written')

/** An account's log as a commit left it. */
export interface Committed {
  accountId: string
  seq: number
  entities: readonly EntityKind[]
}

/** Told after each batch that is durable, of the accounts that were appended to. */
export const committed = new Signal<readonly Committed[]>('committed')

/** While one batch is written, another waits behind it, or its answers are told and their callers' next commands decided. */
const BATCHES_UNDER_WAY = 2
/** Fewer commits than these do not pay for a transaction of their own while another could take them along. */
const WORTH_A_BATCH = 8
const MAX_BATCH = 128
/** More than Postgres writes in a second: whoever comes after so many is told to come again. */
const MAX_WAITING = 5_000
const RETRY_SECONDS = 2

/**
 * Writes commits in batches: what arrives while batches are under way goes with the next one, in one transaction and
 * one round trip. Commits waiting at one time are of different accounts.
 */
export class Appender {
  readonly #waiting: Waiting[] = []
  #underWay = 0
  #beginning = false

  constructor(
    private readonly pipeline: Pick<Pipeline, 'transaction'>,
    private readonly contents: Contents,
  ) {}

  /**
   * True once the commit is durable; false when its account's log had moved on or is held, and nothing happened.
   * Rejects with UNAVAILABLE when too many wait, or when the log is another release's by now.
   */
  append(commit: Commit): Promise<boolean> {
    if (this.#waiting.length >= MAX_WAITING) return Promise.reject(comeAgain())
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, resolve, reject })
      this.#beginSoon()
    })
  }

  /**
   * The same for one commit within a transaction of the caller's, who holds the account's head.
   * @returns what to call once that transaction is committed; null when nothing happened
   */
  async appendWithin(client: PoolClient, commit: Commit): Promise<(() => void) | null> {
    const { appended, tell } = await this.#write([commit], async (writes) => {
      const results = []
      for (const { name, text, values } of writes) results.push(await client.query({ name, text, values: [...values] }))
      return results
    })
    return appended.length > 0 ? tell : null
  }

  /** Begins when the present turn of the event loop is over, so that commands issued in it go together. */
  #beginSoon(): void {
    if (this.#beginning || this.#underWay === BATCHES_UNDER_WAY) return
    this.#beginning = true
    setImmediate(() => {
      this.#beginning = false
      this.#begin()
    })
  }

  /** Shares what waits out among the batches that may begin: one with all of it would leave nothing to do meanwhile. */
  #begin(): void {
    for (let free = BATCHES_UNDER_WAY - this.#underWay; free > 0 && this.#waiting.length > 0; free--) {
      const share = Math.max(WORTH_A_BATCH, Math.ceil(this.#waiting.length / free))
      void this.#run(this.#waiting.splice(0, Math.min(MAX_BATCH, share)))
    }
  }

  async #run(batch: Waiting[]): Promise<void> {
    this.#underWay++
    await this.#writeBatch(batch)
    this.#underWay--
    if (this.#waiting.length > 0) this.#beginSoon()
  }

  async #writeBatch(batch: Waiting[]): Promise<void> {
    const sent = { yet: false }
    try {
      const { appended, tell } = await this.#write(
        batch.map((waiting) => waiting.commit),
        (writes) => {
          const results = this.pipeline.transaction(writes)
          sent.yet = true
          return results
        },
      )
      for (const { commit, resolve } of batch) resolve(appended.includes(commit))
      tell()
    } catch (error) {
      // What was refused, or could not even be spelled, wrote nothing: each command of the batch goes by itself then, and
      // one bad command fails alone. After a lost connection nobody knows what was written, and twice would be too often.
      const wroteNothing = !sent.yet || isRefusal(error) || error instanceof UnsendableStatement
      if (wroteNothing && batch.length > 1) for (const waiting of batch) await this.#writeBatch([waiting])
      else for (const waiting of batch) waiting.reject(error)
    }
  }

  /** Writes commits and all that goes with them. `tell` is to be called once they are durable. */
  async #write(commits: readonly Commit[], send: Send): Promise<{ appended: readonly Commit[]; tell: () => void }> {
    const begun = performance.now()
    const { epoch, writers } = this.contents
    const events = commits.flatMap((commit) => commit.events)
    const writes = [...appendWrites(commits, epoch), ...writers.flatMap((writer) => writer.writesOf(events))]
    const made = performance.now()
    const [heads] = (await send(writes)) as [{ rows: [Appended] }]
    const { lost, epoch: present } = heads.rows[0]
    if (present !== epoch) {
      outdated.tell({ own: epoch, present })
      throw comeAgain()
    }
    const appended = lost ? commits.filter(({ accountId }) => !lost.includes(accountId)) : commits
    const seconds = { projecting: (made - begun) / 1000, writing: (performance.now() - made) / 1000 }
    batchWritten.tell({ commits: commits.length, lost: commits.length - appended.length, ...seconds })
    const tell = () => {
      if (appended.length === 0) return
      for (const { written } of writes) written?.()
      committed.tell(appended.map(committedBy))
    }
    return { appended, tell }
  }
}

function committedBy({ accountId, rows }: Commit): Committed {
  // After a reset every kind of entity is another.
  const entities = rows.some(({ type }) => type === ACCOUNT_RESET) ? entityKinds : [...new Set(rows.map((row) => row.entity))]
  return { accountId, seq: rows.at(-1)?.seq ?? 0, entities }
}

/** What is told whoever comes while too much waits: UNAVAILABLE, and when to try again. */
export function comeAgain(): Rejected {
  return new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS)
}
