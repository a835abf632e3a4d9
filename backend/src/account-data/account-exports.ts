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

/** Limits of exports, each of which holds a connection while its reader downloads. In milliseconds and bytes. */
export const exportLimits = {
  /** Per process, and per address. */
  atOnce: 4,
  ofOneAddress: 2,
  /** The minimum rate of a reader: so many bytes per window, 16 kB a second. */
  window: 60_000,
  windowBytes: 960_000,
  /** The longest duration of an export. */
  total: 30 * 60_000,
}
/** Buffered ahead of a slow reader. Almost every account is smaller, and so holds its connection only briefly. */
const AHEAD_BYTES = 4 * 1024 * 1024

const POSITION = { name: 'exported-position', text: `select ${positionSql('$1::uuid')} as position` }

/** Runs exports of accounts, with limits on concurrency and one at a time per account. */
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
   * Starts an export and streams it in constant memory. It ends with the response, and aborts the response of a reader
   * that is too slow. Rejects with UNAVAILABLE above the limits of the process or the address, or while another export
   * of the account is running.
   */
  async begin(accountId: string, address: string, to: ServerResponse): Promise<{ file: StreamableFile; position: Position }> {
    if (this.#underWay.has(accountId)) throw unavailable()
    const now = new Date(this.database.clock.now())
    this.#underWay.add(accountId)
    let release: (() => void) | undefined
    const ended = () => {
      this.#underWay.delete(accountId)
      release?.()
    }
    try {
      release = await this.#permits.acquire(address)
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
      // An export that was never read never ran its generator's `finally`.
      void pieces.return(undefined)
    })
    // Also if another answer was sent instead, or the reader has disconnected already.
    finished(to, () => content.destroy())
    return content
  }

  async #start(accountId: string, now: Date): Promise<StartedExport> {
    const lagging = await this.replica?.read(async (on, isEnough) => {
      const started = await this.#startOn(on, accountId, now)
      if (isEnough(started.position)) return started
      await started.pieces.return(undefined)
      return null
    })
    return lagging ?? this.#startOn(this.database, accountId, now)
  }

  /** Runs up to the first piece, so that a rejection comes before the response starts. The generator is closed in every case. */
  async #startOn(server: ConnectionPool, accountId: string, now: Date): Promise<StartedExport> {
    const pieces = server.snapshot((rows) => positionAndExport(rows, this.reading, accountId, now))
    const { value: position } = await pieces.next()
    await pieces.next()
    return { pieces, position: parsePosition(String(position)) }
  }
}

/** An export and the position that it shows. */
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
  const [found] = await on.rows<{ position: string }>(POSITION, [accountId])
  yield found?.position ?? ''
  yield* exportAccount(on, reading, accountId, now)
}
