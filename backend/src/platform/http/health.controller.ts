import { Controller, Get, HttpStatus, Inject, Res } from '@nestjs/common'
import { ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyReply } from 'fastify'
import { Database } from '../database/database.js'
import { pendingMigrations, type Migration } from '../database/migrate.js'
import { Queues } from '../queue/queues.js'
import { Public } from './caller.js'

/** The migrations that the running program expects to find applied. */
export const MIGRATIONS = Symbol('migrations')

type Check = 'up' | 'down'

/** Whether the process runs, and whether it can serve. */
@Public()
@ApiTags('operations')
@Controller('health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly queues: Queues,
    @Inject(MIGRATIONS) private readonly migrations: Migration[],
  ) {}

  @Get('live')
  @ApiOperation({ summary: 'The process runs' })
  live(): { status: 'ok' } {
    return { status: 'ok' }
  }

  @Get('ready')
  @ApiOperation({ summary: 'The process can serve; 503 while something it needs is away' })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<{ status: string; checks: Record<string, Check> }> {
    const [database, queue] = await Promise.all([this.#checkDatabase(), this.queues.answers()])
    const checks = { ...database, queue: queue ? ('up' as const) : ('down' as const) }
    const ok = Object.values(checks).every((check) => check === 'up')
    reply.status(ok ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
    return { status: ok ? 'ok' : 'unavailable', checks }
  }

  async #checkDatabase(): Promise<Record<string, Check>> {
    try {
      const pending = await pendingMigrations(this.database, this.migrations)
      return { database: 'up', migrations: pending.length === 0 ? 'up' : 'down' }
    } catch {
      return { database: 'down', migrations: 'down' }
    }
  }
}
