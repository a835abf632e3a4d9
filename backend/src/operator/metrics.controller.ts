import { createHash, timingSafeEqual } from 'node:crypto'
import { Controller, Get, Inject, Req, Res } from '@nestjs/common'
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Settings } from '../platform/config/settings.js'
import { Refuses } from '../platform/http/api-answers.js'
import { Public } from '../platform/http/caller.js'
import type { Metrics } from './metrics.js'

/** The metrics of this process; null without an operator's token. */
export const METRICS = Symbol('metrics')

/** Metrics for the operator's Prometheus. */
@Public()
@ApiTags('operations')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly settings: Settings,
    @Inject(METRICS) private readonly metrics: Metrics | null,
  ) {}

  @Get()
  @ApiBearerAuth()
  @ApiOperation({ summary: "Prometheus text, for the operator's token" })
  @ApiOkResponse({ content: { 'text/plain': {} } })
  @Refuses(401, 404, 503)
  async read(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { opsToken } = this.settings
    if (!this.metrics || opsToken === null) throw new Rejected('NOT_FOUND')
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (given === undefined || !isSameToken(given, opsToken)) throw new Rejected('UNAUTHENTICATED')
    const { type, text } = await this.metrics.text()
    reply.header('Content-Type', type)
    reply.header('Cache-Control', 'no-store')
    return text
  }
}

/** Compares in constant time. */
function isSameToken(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
