import { setTimeout as pause } from 'node:timers/promises'
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common'
import { v7 as newId } from 'uuid'
import type { DataKey } from '../crypto/account-keys.js'
import type { ServerKeys } from '../crypto/server-keys.js'
import type { RowReader } from '../database/connection-pool.js'
import type { Database } from '../database/database.js'
import { deleteInPortions, type PortionedDelete } from '../database/delete-in-portions.js'

/** Ways to access an account, and changes of one. */
export type AccessKind =
  | 'registration'
  | 'login'
  | 'passkey-login'
  | 'logout'
  | 'password-change'
  | 'password-reset'
  | 'email-change'
  | 'guest-entry'
  | 'guest-logout'

/** One attempt to enter or leave an account. */
export interface AccessRecord {
  accountId: string
  /** The client's address as reported by trusted proxies; null when unknown. */
  address: string | null
  kind: AccessKind
  outcome: 'done' | 'refused'
}

interface PendingAccess extends AccessRecord {
  id: string
  at: Date
}

/** Limit of one statement, and of records kept in memory while the database is unavailable. */
const AT_ONCE = 500
const MOST_WAITING = 10_000
const RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
/** How long a shutdown waits for records that are not written yet. */
const LAST_TRY_MS = 3_000

const WRITE = {
  name: 'write-access-records',
  text: `
    insert into access_records (id, account_id, at, sealed)
    select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[]) on conflict (id) do nothing`,
}

/**
 * Records account accesses with address and time, which must be kept for six months (Marco Civil da Internet, article 15).
 * Recording never delays or fails the access: records are written in batches a moment later, and retried while the database is
 * unavailable.
 */
@Injectable()
export class AccessRecords implements BeforeApplicationShutdown {
  readonly #waiting = new Map<string, PendingAccess>()
  #writing: Promise<void> | null = null
  #ending = false

  constructor(
    private readonly database: Database,
    private readonly keys: ServerKeys,
  ) {}

  note(access: AccessRecord): void {
    const id = newId()
    this.#waiting.set(id, { ...access, id, at: new Date(this.database.clock.now()) })
    const [oldest] = this.#waiting.keys()
    if (this.#waiting.size > MOST_WAITING && oldest !== undefined) {
      this.#waiting.delete(oldest)
      new Logger('access').error('An access record is lost: the database has not taken any for too long')
    }
    this.#start()
  }

  /** Resolves once the pending records are written, or after a short wait. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#ending = true
    await Promise.race([this.#writing, pause(LAST_TRY_MS, undefined, { ref: false })])
  }

  #start(): void {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null
      if (this.#waiting.size > 0 && !this.#ending) this.#start()
    })
  }

  async #writeAll(): Promise<void> {
    // After the current turn of the event loop, so that sealing delays no answer.
    await new Promise((resolve) => setImmediate(resolve))
    for (let retryMs = RETRY_MS; this.#waiting.size > 0;) {
      const some = [...this.#waiting.values()].slice(0, AT_ONCE)
      try {
        await this.#write(some, await this.keys.of('access-records'))
        for (const { id } of some) this.#waiting.delete(id)
      } catch (error) {
        const { name, code } = error as { name?: string; code?: string }
        new Logger('access').error({ failure: [name, code].filter(Boolean).join(' ') }, 'Access records could not be written; they wait')
        if (this.#ending) return
        await pause(retryMs, undefined, { ref: false })
        retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)
      }
    }
  }

  async #write(some: readonly PendingAccess[], key: DataKey): Promise<void> {
    const sealed = some.map(({ id, accountId, address, kind, outcome }) =>
      key.seal(JSON.stringify({ address, kind, outcome }), contextOf(id, accountId)),
    )
    await this.database.rows(WRITE, [some.map(({ id }) => id), some.map(({ accountId }) => accountId), some.map(({ at }) => at), sealed])
  }
}

/** The context that a sealed record is bound to. */
function contextOf(id: string, accountId: string): string {
  return `access-record\n${id}\n${accountId}`
}

const PURGE: PortionedDelete = {
  name: 'purge-access-records',
  table: 'access_records',
  key: ['id'],
  where: `at < now() - interval '6 months'`,
}

const FIND = { text: 'select id, at, sealed from access_records where account_id = $1 order by at, id' }

/** The stored accesses of an account, also an erased one, oldest first. Throws when a record does not open. */
export async function accessesOf(database: RowReader, keys: ServerKeys, accountId: string): Promise<(AccessRecord & { at: Date })[]> {
  const rows = await database.rows<{ id: string; at: Date; sealed: string }>(FIND, [accountId])
  if (rows.length === 0) return []
  const key = await keys.of('access-records')
  return rows.map(({ id, at, sealed }) => ({
    accountId,
    at,
    ...(JSON.parse(key.open(sealed, contextOf(id, accountId))) as Omit<AccessRecord, 'accountId'>),
  }))
}

/** Deletes the records whose retention has ended. @returns the number of records */
export function purgeAccesses(database: RowReader, signal: AbortSignal): Promise<number> {
  return deleteInPortions(database, PURGE, signal)
}
