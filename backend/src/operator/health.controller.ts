import { setTimeout as pause } from 'node:timers/promises'
import { Controller, Get, HttpStatus, Inject, Res } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { isOwnEpoch } from '../event-store/stream/epoch.js'
import { Database } from '../platform/database/database.js'
import { migrations } from '../composition/migrations.js'
import { pendingMigrations } from '../platform/database/migrate.js'
import { Rings } from '../jobs/rings.js'
import { Public } from '../platform/http/caller.js'

type Check = 'up' | 'down'

interface Readiness {
  status: 'ok' | 'unavailable'
  /** What requests need. */
  checks: Record<string, Check>
  /** What no request needs. */
  queue: Check
}

/** Whoever asks every few seconds wants an answer before asking again. */
const ANSWER_MS = 2_000
const silent: Record<string, Check> = { database: 'down', migrations: 'down', release: 'down' }

/** Whether the process runs, and whether it can serve. */
@Public()
@ApiTags('operations')
@Controller('health')
export class HealthController {
  #asking: Promise<Record<string, Check>> | null = null

  constructor(
    private readonly database: Database,
    private readonly rings: Rings,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'The process runs' })
  live(): { status: 'ok' } {
    return { status: 'ok' }
  }

  @Get('ready')
  @ApiOperation({
    summary: 'The process can serve; 503 while something that requests need is away',
    description: '`queue` is reported beside the checks: while it is down, workers find their work by themselves and requests are served.',
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const [checks, queue] = await Promise.all([this.#checkDatabase(), this.rings.answers()])
    const ok = Object.values(checks).every((check) => check === 'up')
    reply.status(ok ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
    return { status: ok ? 'ok' : 'unavailable', checks, queue: queue ? 'up' : 'down' }
  }

  /** Whether Postgres answers in time, and holds what this program needs. */
  #checkDatabase(): Promise<Record<string, Check>> {
    // Whoever asks while one waits is answered with it, so that a silent Postgres holds one connection and not all.
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return Promise.race([this.#asking.catch(() => silent), pause(ANSWER_MS, silent, { ref: false })])
  }

  async #ask(): Promise<Record<string, Check>> {
    const pending = await pendingMigrations(this.database, migrations, ANSWER_MS)
    const current = pending.length === 0 && (await isOwnEpoch(this.database, this.reading.epoch))
    return { database: 'up', migrations: pending.length === 0 ? 'up' : 'down', release: current ? 'up' : 'down' }
  }
}
