import { refused, type Pipeline } from '../../platform/database/pipeline.js'
import { outboxWritten } from '../../platform/outbox/outbox-row.js'
import { Signal } from '../../platform/signal.js'
import type { ReadModels } from '../projecting/read-models.js'
import { appendStatement, type Commit } from './append.js'

/** What an append is sent on. */
type Connection = Pick<Pipeline, 'query'>

interface Waiting {
  commit: Commit
  resolve: (appended: boolean) => void
  reject: (reason: unknown) => void
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

/** While one batch is written, another waits behind it, or its answers are told and their callers' next commands decided. */
const BATCHES_UNDER_WAY = 2
/** Fewer commits than these do not pay for a statement of their own while another could take them along. */
const WORTH_A_BATCH = 8

/**
 * Writes commits in batches: what arrives while batches are under way goes with the next one, in one
 * statement and so one transaction and one round trip. Commits waiting at one time are of different accounts.
 */
export class Appender {
  readonly #waiting: Waiting[] = []
  #underWay = 0
  #beginning = false

  constructor(
    private readonly connection: Connection,
    private readonly readModels: ReadModels,
    private readonly maxBatch = 128,
  ) {}

  /** True once the commit is durable; false when its account's log had moved on or is held, and nothing happened. */
  append(commit: Commit): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ commit, resolve, reject })
      this.#beginSoon()
    })
  }

  /** The same for one commit within a transaction of the caller's, who holds the account's head. */
  async appendWithin(client: Connection, commit: Commit): Promise<boolean> {
    const appended = await this.#run(client, [commit])
    return appended.has(commit.accountId)
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
      void this.#write(this.#waiting.splice(0, Math.min(this.maxBatch, share)))
    }
  }

  async #write(batch: Waiting[]): Promise<void> {
    this.#underWay++
    await this.#writeBatch(batch)
    this.#underWay--
    if (this.#waiting.length > 0) this.#beginSoon()
  }

  async #writeBatch(batch: Waiting[]): Promise<void> {
    try {
      const appended = await this.#run(this.connection, batch.map((waiting) => waiting.commit))
      for (const { commit, resolve } of batch) resolve(appended.has(commit.accountId))
    } catch (error) {
      // A statement that was refused wrote nothing, so each command of the batch may go by itself and one bad
      // command fails alone. After a lost connection nobody knows what was written: trying again could do it twice.
      if (refused(error) && batch.length > 1) for (const waiting of batch) await this.#writeBatch([waiting])
      else for (const waiting of batch) waiting.reject(error)
    }
  }

  async #run(on: Connection, commits: readonly Commit[]): Promise<Set<string>> {
    const begun = performance.now()
    const events = commits.flatMap((commit) => commit.events)
    const outbox = this.readModels.outboxOf(events)
    const projected = [...this.readModels.statementsOf(events), ...(outbox ? [outbox] : [])]
    const { name, text, values } = appendStatement(commits, projected)
    const made = performance.now()
    const result = await on.query<{ account_id: string }>({ name, text, values: [...values] })
    if (outbox) outboxWritten.tell()
    const appended = new Set(result.rows.map((row) => row.account_id))
    const seconds = { projecting: (made - begun) / 1000, writing: (performance.now() - made) / 1000 }
    batchWritten.tell({ commits: commits.length, lost: commits.length - appended.size, ...seconds })
    return appended
  }
}
