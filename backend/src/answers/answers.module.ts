import { Inject, Module, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { MIN_SEQ_HEADER } from '@prumo/shared/freshness'
import type { FastifyInstance } from 'fastify'
import { CommandOutcome } from '../event-store/decider/command.js'
import { Replica } from '../event-store/query/replica.js'
import { PositionedResult } from '../event-store/query/positioned-result.js'
import { Database } from '../platform/database/database.js'
import { reads } from '../platform/http/read-request.js'
import { setAnswerHeaders, setPositionHeaders } from './answer-freshness.js'

/** Sets the position headers on every answer, and lets a replica answer reads that it has caught up with. */
@Module({})
export class AnswersModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly database: Database,
    @Inject(Replica) private readonly replica: Replica | null,
  ) {}

  onModuleInit(): void {
    const server = this.http.httpAdapter.getInstance<FastifyInstance>()
    const { replica } = this
    if (replica) {
      server.addHook('onRequest', (request, _reply, done) => {
        const seen = reads(request) ? request.headers[MIN_SEQ_HEADER.toLowerCase()] : undefined
        replica.runWithPosition(seen as string | undefined, done)
      })
    }
    // A hook rather than a Nest interceptor, which would route every answer through rxjs streams.
    server.addHook('preSerialization', async (request, reply, payload: unknown) => {
      if (payload instanceof CommandOutcome) {
        if (payload.replayed) reply.header('Idempotent-Replayed', 'true')
        await setPositionHeaders(this.database, request, reply, { ...payload.position, parts: {} })
        return payload.reply
      }
      if (!(payload instanceof PositionedResult)) return payload
      await setAnswerHeaders(this.database, request, reply, payload)
      return payload.answer
    })
  }
}
