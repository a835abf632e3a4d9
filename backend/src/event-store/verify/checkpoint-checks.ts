import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { DataKey } from '../../platform/crypto/account-keys.js'
import type { LogReading } from '../log-reading.js'
import { AccountRows } from '../projection/account-rows.js'
import { openCheckpoint, checkpointVersion } from '../replay/checkpoints.js'
import type { RecordedEvent } from '../stream/event.js'
import { fetchRows } from './fetch-rows.js'
import { LogDifference } from './log-difference.js'

interface StoredCheckpoint {
  seq: number
  version: number
  rows: string
}

const STORED =
  'declare checkpoints_stored no scroll cursor for select seq, version, rows from checkpoints where account_id = $1 order by seq'
const AT_ONCE = 10

/** Checks an account's checkpoints: each is recomputed while walking the log. */
export class CheckpointChecks {
  readonly #checkpointed: LogReading['checkpointed']
  readonly #rows: AccountRows
  /** Hashes of the recomputed checkpoints, by position. */
  readonly #expected = new Map<number, string>()

  constructor(
    private readonly client: PoolClient,
    { checkpointed }: LogReading,
    private readonly accountId: string,
  ) {
    this.#checkpointed = checkpointed
    this.#rows = new AccountRows(checkpointed.projections)
  }

  apply(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.#rows.apply(event)
      if (event.seq % this.#checkpointed.every === 0)
        this.#expected.set(event.seq, hashOf(this.#rows.checkpoint(this.#checkpointed, event.recordedAt)))
    }
  }

  /**
   * Throws LogDifference for the first checkpoint that differs from the log. @param key null for an erased account, which must
   * have none
   */
  async compare(key: DataKey | null, resetSeq: number): Promise<void> {
    for await (const stored of fetchRows<StoredCheckpoint>(this.client, 'checkpoints_stored', STORED, this.accountId, AT_ONCE)) {
      const problem = this.#problemOf(stored, key, resetSeq)
      if (problem) throw new LogDifference(`checkpoints: the one at ${stored.seq} ${problem}`)
    }
  }

  #problemOf(stored: StoredCheckpoint, key: DataKey | null, resetSeq: number): string | null {
    if (!key) return 'is of an account without a key'
    if (stored.seq < resetSeq) return 'is from before the last reset'
    // Belongs to another release, and is never read.
    if (stored.version !== checkpointVersion(this.#checkpointed)) return null
    const expected = this.#expected.get(stored.seq)
    if (expected === undefined) return 'is where none can be'
    try {
      return hashOf(openCheckpoint(this.#checkpointed, this.accountId, key, stored)) === expected ? null : 'is not what the log says'
    } catch {
      return 'does not open'
    }
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}
