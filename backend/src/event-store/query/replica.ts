import { AsyncLocalStorage } from 'node:async_hooks'
import { Logger, type OnApplicationShutdown } from '@nestjs/common'
import { readPosition, type Position } from '@prumo/shared/freshness'
import type { ConnectionPool } from '../../platform/database/connection-pool.js'
import { openReplica } from '../../platform/database/open-database.js'
import { isLost } from '../../platform/database/sqlstate.js'
import { logFacts } from '../../platform/http/failures.js'
import { Signal } from '../../platform/signal.js'

/** Interval of availability checks: no request waits for an unavailable replica. */
const CHECK_EVERY_MS = 1_000
const CHECK_MS = 1_000
/** After this time the read falls back to the primary. */
const ANSWER_MS = 2_000
const POOL_SIZE = 10

const PRESENT = { name: 'replica-epoch', text: 'select epoch from log_epoch', query_timeout: CHECK_MS }

/** The outcome of a read that the replica might answer. */
export type ReplicaOutcome = 'answered' | 'behind' | 'refused' | 'away'

/** Published for each read that names the position its client has seen. */
export const replicaRead = new Signal<ReplicaOutcome>('replica-asked')

/** Thrown when only the primary can answer, at any position of the replica. */
export class NeedsPrimary extends Error {}

/**
 * A streaming replica that answers reads whose client names the position it has seen. It may lag or be unavailable: each read
 * tries it once and then falls back to the primary. Commands never read from it.
 */
export class Replica implements OnApplicationShutdown {
  readonly #logger = new Logger('replica')
  readonly #connections: ConnectionPool
  readonly #seen = new AsyncLocalStorage<Position>()
  readonly #checking: NodeJS.Timeout
  #isAvailable = false

  /** @param epoch the program's own; a replica in another epoch has other tables */
  constructor(
    url: string,
    private readonly epoch: number,
  ) {
    const limits = { max: POOL_SIZE, connectionTimeoutMillis: CHECK_MS, query_timeout: ANSWER_MS }
    this.#connections = openReplica(url, limits, this.#markUnavailable)
    this.#checking = setInterval(() => void this.check(), CHECK_EVERY_MS).unref()
    void this.check()
  }

  /** Runs a request; its reads may be answered by a replica that has reached the position. */
  runWithPosition(seen: string | undefined, request: () => void): void {
    const position = seen === undefined ? null : readPosition(seen)
    if (position) this.#seen.run(position, request)
    else request()
  }

  /** Runs `read` on the replica; null means that the caller should use the primary, also after a failure. */
  async read<T>(read: (on: ConnectionPool, isEnough: (reflected: Position) => boolean) => Promise<T | null>): Promise<T | null> {
    const seen = this.#seen.getStore()
    if (!seen) return null
    if (!this.#isAvailable) return countOutcome('away', null)
    try {
      const found = await read(this.#connections, ({ log, seq }) => log === seen.log && seq >= seen.seq)
      return countOutcome(found === null ? 'behind' : 'answered', found)
    } catch (failure) {
      if (isLost(failure)) this.#markUnavailable(failure as Error)
      return countOutcome('refused', null)
    }
  }

  /** Whether the replica is available and in the program's epoch. */
  async check(): Promise<boolean> {
    try {
      const [row] = await this.#connections.rows<{ epoch: number }>(PRESENT)
      this.#isAvailable = row?.epoch === this.epoch
    } catch (failure) {
      this.#markUnavailable(failure as Error)
    }
    return this.#isAvailable
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#checking)
    await this.#connections.pool.end()
  }

  readonly #markUnavailable = (failure: Error): void => {
    if (this.#isAvailable) this.#logger.warn(logFacts(failure), 'The replica is away: the primary answers its reads')
    this.#isAvailable = false
  }
}

function countOutcome<T>(outcome: ReplicaOutcome, found: T): T {
  replicaRead.publish(outcome)
  return found
}
