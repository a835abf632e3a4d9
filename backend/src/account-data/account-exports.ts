import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { StreamableFile } from '@nestjs/common'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import type { Position } from '@prumo/shared/freshness'
import type { LogReading } from '../event-store/log-reading.js'
import { comeAgain } from '../event-store/stream/appender.js'
import { positionIn, positionSql } from '../event-store/stream/log-name.js'
import { Database, type Rows } from '../platform/database/database.js'
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
    private readonly stalledMs = STALLED_MS,
  ) {}

  /**
   * Begins an export and streams it, in a memory that does not grow with the account. Rejects with UNAVAILABLE when too
   * many are under way, or one of the account. Ends it when its reader makes no progress.
   */
  async begin(accountId: string, to: ServerResponse): Promise<{ file: StreamableFile; position: Position }> {
    if (this.#underWay.size >= AT_ONCE || this.#underWay.has(accountId)) throw comeAgain()
    const now = new Date(this.database.clock.now())
    const pieces = this.#pieces(accountId, now)
    // Whatever refuses the whole of it does so before the answer has begun; and what was begun is ended, whoever leaves.
    const { value: position } = await pieces.next()
    await pieces.next()
    const disposition = `attachment; filename="prumo-backup-${dateInSaoPaulo(now)}.json"`
    const file = new StreamableFile(Readable.from(pieces, { objectMode: false, highWaterMark: AHEAD_BYTES }), {
      type: 'application/json; charset=utf-8',
      disposition,
    })
    to.setTimeout(this.stalledMs, () => to.destroy())
    return { file, position: positionIn(String(position)) }
  }

  /** The position that is exported, and then the export. */
  async *#pieces(accountId: string, now: Date): AsyncGenerator<string> {
    this.#underWay.add(accountId)
    try {
      yield* this.database.snapshot((rows) => positionAndExport(rows, this.reading, accountId, now))
    } finally {
      this.#underWay.delete(accountId)
    }
  }
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
