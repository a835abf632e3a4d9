import { Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { CqrsModule } from '@nestjs/cqrs'
import { MIN_SEQ_HEADER } from '@prumo/shared/freshness'
import type { FastifyInstance } from 'fastify'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { reads } from '../platform/http/read-request.js'
import { tellReflected, tellSeen } from './answer-freshness.js'
import { Outcome } from './decider/command.js'
import { WritePath } from './decider/write-path.js'
import { Answering } from './projection/query.js'
import { LOG_READING, type LogReading } from './log-reading.js'
import { Seen } from './projection/seen.js'
import { Replica } from './replica.js'

/** The machinery behind the buses: it knows events and projections, and no capability. */
@Module({})
export class EventStoreModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly database: Database,
    @Inject(Replica) private readonly replica: Replica | null,
  ) {}

  static with(reading: LogReading): DynamicModule {
    return {
      module: EventStoreModule,
      global: true,
      imports: [CqrsModule.forRoot()],
      providers: [
        { provide: LOG_READING, useValue: reading },
        {
          provide: WritePath,
          useFactory: (database: Database) => new WritePath(database, reading),
          inject: [Database],
        },
        {
          provide: Replica,
          useFactory: ({ databaseReplicaUrl: url }: Settings) => (url === null ? null : new Replica(url, reading.epoch)),
          inject: [Settings],
        },
        {
          provide: Answering,
          useFactory: (database: Database, replica: Replica | null) => new Answering(database, reading.keys, replica),
          inject: [Database, Replica],
        },
      ],
      exports: [CqrsModule, LOG_READING, Replica, WritePath],
    }
  }

  /** Has the server answer with the reply of a command's outcome or what a question saw, and say how new it is. */
  onModuleInit(): void {
    // A worker has none.
    const { httpAdapter } = this.http as Partial<HttpAdapterHost>
    const server = httpAdapter?.getInstance<FastifyInstance>()
    const { replica } = this
    if (replica) {
      server?.addHook('onRequest', (request, _reply, done) => {
        const seen = reads(request) ? request.headers[MIN_SEQ_HEADER.toLowerCase()] : undefined
        replica.during(seen as string | undefined, done)
      })
    }
    // A hook, because one interceptor of Nest's makes every answer of every route pass through streams of rxjs.
    server?.addHook('preSerialization', async (request, reply, payload: unknown) => {
      if (payload instanceof Outcome) {
        if (payload.replayed) reply.header('Idempotent-Replayed', 'true')
        await tellReflected(this.database, request, reply, { ...payload.position, parts: {} })
        return payload.reply
      }
      if (!(payload instanceof Seen)) return payload
      await tellSeen(this.database, request, reply, payload)
      return payload.answer
    })
  }
}
