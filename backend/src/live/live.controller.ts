import { Controller, Get, Req, Res } from '@nestjs/common'
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger'
import { liveChange } from '@prumo/shared/live'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refuses } from '../platform/http/api-answers.js'
import { callerOf, OpenToGuests } from '../platform/http/caller.js'
import { LiveStreams } from './live-streams.js'

/** Neither cached nor buffered by proxies. */
const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

const { $schema: _, ...changed } = z.toJSONSchema(liveChange)

@ApiTags('live')
@ApiBearerAuth()
@Controller('live')
export class LiveController {
  constructor(private readonly streams: LiveStreams) {}

  @Get()
  @OpenToGuests()
  @ApiOperation({
    summary: 'What changes, as it changes',
    description:
      'Server-sent events: `changed` with the JSON below as its data, at most one a second, in which all changes of that second are ' +
      'gathered; `end` before the stream closes because the session is over; a comment line every 25 s. The first event carries the ' +
      'present `seq`; what was missed is not replayed.',
  })
  @ApiOkResponse({ content: { 'text/event-stream': { schema: changed as object } } })
  @Refuses(401, 503)
  async stream(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { body } = await this.streams.open(callerOf(request))
    // Also when the answer has no reader: a HEAD request, or a client that left meanwhile.
    if (reply.raw.destroyed) body.destroy()
    reply.raw.once('close', () => body.destroy())
    reply.headers(HEADERS).send(body)
  }
}
