import { setTimeout as pause } from 'node:timers/promises'
import { Controller, Get, HttpStatus, Inject, Res } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { isOwnEpoch } from '../event-store/stream/epoch.js'
import { Database } from '../platform/database/database.js'
import { migrations } from '../composition/migrations.js'
import { pendingMigrations } from '../platform/database/migrate.js'
import { JobNotifier } from '../jobs/job-notifier.js'
import { Public } from '../platform/http/caller.js'

type CheckStatus = 'up' | 'down'

interface Readiness {
  status: 'ok' | 'unavailable'
  /** Dependencies of requests. */
  checks: Record<string, CheckStatus>
  /** Not a dependency of requests. */
  queue: CheckStatus
}

/** Monitors ask every few seconds and need an answer within that time. */
const ANSWER_MS = 2_000
const allDown: Record<string, CheckStatus> = { database: 'down', migrations: 'down', release: 'down' }

/** Liveness and readiness of the process. */
@Public()
@ApiTags('operations')
@Controller('health')
export class HealthController {
  #asking: Promise<Record<string, CheckStatus>> | null = null

  constructor(
    private readonly database: Database,
    private readonly notifier: JobNotifier,
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
    const [checks, queue] = await Promise.all([this.#checkDatabase(), this.notifier.isReachable()])
    const ok = Object.values(checks).every((check) => check === 'up')
    reply.status(ok ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
    return { status: ok ? 'ok' : 'unavailable', checks, queue: queue ? 'up' : 'down' }
  }

  /** Whether Postgres answers in time and fits this release. */
  #checkDatabase(): Promise<Record<string, CheckStatus>> {
    // Concurrent checks share one query, so that an unresponsive Postgres holds one connection only.
    this.#asking ??= this.#ask().finally(() => (this.#asking = null))
    return Promise.race([this.#asking.catch(() => allDown), pause(ANSWER_MS, allDown, { ref: false })])
  }

  async #ask(): Promise<Record<string, CheckStatus>> {
    const pending = await pendingMigrations(this.database, migrations, ANSWER_MS)
    const current = pending.length === 0 && (await isOwnEpoch(this.database, this.reading.epoch))
    return { database: 'up', migrations: pending.length === 0 ? 'up' : 'down', release: current ? 'up' : 'down' }
  }
}
