import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import { StreamableFile } from '@nestjs/common'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import type { Position } from '@prumo/shared/freshness'
import type { LogReading } from '../event-store/log-reading.js'
import type { Replica } from '../event-store/query/replica.js'
import { unavailable } from '../event-store/stream/appender.js'
import { parsePosition, positionSql } from '../event-store/stream/log-name.js'
import type { ConnectionPool, RowReader } from '../platform/database/connection-pool.js'
import { Database } from '../platform/database/database.js'
import { FairSemaphore } from '../platform/fair-semaphore.js'
import { exportAccount } from './account-export.js'

/** What bounds exports, each of which holds a connection for as long as its reader takes. In milliseconds and bytes. */
export const exportLimits = {
  /** In each process, and of one address. */
  atOnce: 4,
  ofOneAddress: 2,
  /** In each such window a reader takes so many bytes: 16 kB a second. */
  window: 60_000,
  windowBytes: 960_000,
  /** For all of an export. */
  total: 30 * 60_000,
}
/** What is read ahead of a slow reader: almost every account is less than this, and holds its connection for a moment. */
const AHEAD_BYTES = 4 * 1024 * 1024

const POSITION = { name: 'exported-position', text: `select ${positionSql('$1::uuid')} as position` }

/** Hands out the exports of accounts, a bounded number at a time and one of each. */
export class AccountExports {
  readonly #underWay = new Set<string>()
  readonly #permits: FairSemaphore

  constructor(
    private readonly database: Database,
    private readonly reading: Pick<LogReading, 'codec' | 'keys'>,
    private readonly replica: Replica | null = null,
    private readonly limits = exportLimits,
  ) {
    this.#permits = new FairSemaphore({ total: limits.atOnce, share: limits.ofOneAddress, waitMs: 0 })
  }

  /**
   * Begins an export and streams it, in a memory that does not grow with the account. It ends with the response, however
   * that ends, and ends a response whose reader is too slow. Rejects with UNAVAILABLE when too many are under way, too many from
   * the address, or one of the account.
   */
  async begin(accountId: string, address: string, to: ServerResponse): Promise<{ file: StreamableFile; position: Position }> {
    if (this.#underWay.has(accountId)) throw unavailable()
    const now = new Date(this.database.clock.now())
    this.#underWay.add(accountId)
    let giveBack: (() => void) | undefined
    const ended = () => {
      this.#underWay.delete(accountId)
      giveBack?.()
    }
    try {
      giveBack = await this.#permits.take(address)
      const { pieces, position } = await this.#start(accountId, now)
      const disposition = `attachment; filename="prumo-backup-${dateInSaoPaulo(now)}.json"`
      const content = this.#stream(pieces, to).once('close', ended)
      return { file: new StreamableFile(content, { type: 'application/json; charset=utf-8', disposition }), position }
    } catch (failure) {
      ended()
      throw failure
    }
  }

  #stream(pieces: AsyncGenerator<string>, to: ServerResponse): Readable {
    const { window, windowBytes, total } = this.limits
    let produced = 0
    const counted = async function* () {
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece)
        produced += bytes.length
        yield bytes
      }
    }
    const content = Readable.from(counted(), { objectMode: false, highWaterMark: AHEAD_BYTES })
    const taken = () => produced - content.readableLength - to.writableLength
    let before = 0
    const timer = setInterval(() => {
      const waits = content.readableLength + to.writableLength > 0
      if (waits && taken() - before < windowBytes) to.destroy()
      before = taken()
    }, window).unref()
    const end = setTimeout(() => to.destroy(), total).unref()
    content.once('close', () => {
      clearInterval(timer)
      clearTimeout(end)
      // An export that was never read never started to iterate over it.
      void pieces.return(undefined)
    })
    // Also where the answer turns out to be another one, or its reader has gone by now.
    finished(to, () => content.destroy())
    return content
  }

  async #start(accountId: string, now: Date): Promise<StartedExport> {
    const lagging = await this.replica?.read(async (on, isEnough) => {
      const begun = await this.#startOn(on, accountId, now)
      if (isEnough(begun.position)) return begun
      await begun.pieces.return(undefined)
      return null
    })
    return lagging ?? this.#startOn(this.database, accountId, now)
  }

  /** Whatever refuses the whole of it does so before the answer has begun; and what was begun is ended, whoever leaves. */
  async #startOn(server: ConnectionPool, accountId: string, now: Date): Promise<StartedExport> {
    const pieces = server.snapshot((rows) => positionAndExport(rows, this.reading, accountId, now))
    const { value: position } = await pieces.next()
    await pieces.next()
    return { pieces, position: parsePosition(String(position)) }
  }
}

/** An export, and the position that it is of. */
interface StartedExport {
  pieces: AsyncGenerator<string>
  position: Position
}

async function* positionAndExport(
  on: RowReader,
  reading: Pick<LogReading, 'codec' | 'keys'>,
  accountId: string,
  now: Date,
): AsyncGenerator<string> {
  const [told] = await on.rows<{ position: string }>(POSITION, [accountId])
  yield told?.position ?? ''
  yield* exportAccount(on, reading, accountId, now)
}
