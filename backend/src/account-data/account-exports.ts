import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { StreamableFile } from '@nestjs/common'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import type { Position } from '@prumo/shared/freshness'
import type { LogReading } from '../event-store/log-reading.js'
import type { Replica } from '../event-store/replica.js'
import { comeAgain } from '../event-store/stream/appender.js'
import { positionIn, positionSql } from '../event-store/stream/log-name.js'
import type { ConnectionPool, Rows } from '../platform/database/connection-pool.js'
import { Database } from '../platform/database/database.js'
import { exportAccount } from './account-export.js'

/** Exports of large accounts hold a connection for as long as their readers take; the others' stays free. */
const AT_ONCE = 4
/** Whoever takes nothing of it for so long has gone, or holds a connection on purpose. */
const STALLED_MS = 60_000
/** What is read ahead of whoever reads slowly: almost every account is less than this, and holds its connection for a moment. */
const AHEAD_BYTES = 4 * 1024 * 1024

const POSITION = { name: 'exported-position', text: `select ${positionSql('$1::uuid')} as position` }

/** Hands out the exports of accounts, a bounded number at a time and one of each. */
export class AccountExports {
  readonly #underWay = new Set<string>()

  constructor(
    private readonly database: Database,
    private readonly reading: Pick<LogReading, 'codec' | 'keys'>,
    private readonly replica: Replica | null = null,
    private readonly stalledMs = STALLED_MS,
  ) {}

  /**
   * Begins an export and streams it, in a memory that does not grow with the account. Rejects with UNAVAILABLE when too
   * many are under way, or one of the account. Ends it when its reader makes no progress.
   */
  async begin(accountId: string, to: ServerResponse): Promise<{ file: StreamableFile; position: Position }> {
    if (this.#underWay.size >= AT_ONCE || this.#underWay.has(accountId)) throw comeAgain()
    const now = new Date(this.database.clock.now())
    this.#underWay.add(accountId)
    const ended = () => void this.#underWay.delete(accountId)
    const { pieces, position } = await this.#begun(accountId, now).catch((failure: unknown) => {
      ended()
      throw failure
    })
    const content = Readable.from(pieces, { objectMode: false, highWaterMark: AHEAD_BYTES }).once('close', ended)
    const disposition = `attachment; filename="prumo-backup-${dateInSaoPaulo(now)}.json"`
    const file = new StreamableFile(content, { type: 'application/json; charset=utf-8', disposition })
    to.setTimeout(this.stalledMs, () => to.destroy())
    return { file, position }
  }

  async #begun(accountId: string, now: Date): Promise<Begun> {
    const lagging = await this.replica?.read(async (on, isEnough) => {
      const begun = await this.#begunOn(on, accountId, now)
      if (isEnough(begun.position)) return begun
      await begun.pieces.return(undefined)
      return null
    })
    return lagging ?? this.#begunOn(this.database, accountId, now)
  }

  /** Whatever refuses the whole of it does so before the answer has begun; and what was begun is ended, whoever leaves. */
  async #begunOn(server: ConnectionPool, accountId: string, now: Date): Promise<Begun> {
    const pieces = server.snapshot((rows) => positionAndExport(rows, this.reading, accountId, now))
    const { value: position } = await pieces.next()
    await pieces.next()
    return { pieces, position: positionIn(String(position)) }
  }
}

/** An export, and the position that it is of. */
interface Begun {
  pieces: AsyncGenerator<string>
  position: Position
}

async function* positionAndExport(
  on: Rows,
  reading: Pick<LogReading, 'codec' | 'keys'>,
  accountId: string,
  now: Date,
): AsyncGenerator<string> {
  const [told] = await on.rows<{ position: string }>(POSITION, [accountId])
  yield told?.position ?? ''
  yield* exportAccount(on, reading, accountId, now)
}
