import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { CqrsModule } from '@nestjs/cqrs'
import type { FastifyInstance } from 'fastify'
import { Database } from '../platform/database/database.js'
import { Outcome } from './decider/command.js'
import { WritePath } from './decider/write-path.js'
import { Answering } from './projection/query.js'
import { LOG_READING, type LogReading } from './log-reading.js'

/** The machinery behind the buses: it knows events and projections, and no capability. */
@Module({})
export class EventStoreModule implements OnModuleInit {
  constructor(private readonly http: HttpAdapterHost) {}

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
        { provide: Answering, useFactory: (database: Database) => new Answering(database, reading.keys), inject: [Database] },
      ],
      exports: [CqrsModule, LOG_READING, WritePath],
    }
  }

  /** Has the server answer with the reply of a command's outcome, and say when it is that of an earlier execution. */
  onModuleInit(): void {
    // A worker has none.
    const { httpAdapter } = this.http as Partial<HttpAdapterHost>
    const server = httpAdapter?.getInstance<FastifyInstance>()
    // A hook, because one interceptor of Nest's makes every answer of every route pass through streams of rxjs.
    server?.addHook('preSerialization', (_request, reply, payload, done) => {
      const outcome = payload instanceof Outcome ? payload : null
      if (outcome?.replayed) reply.header('Idempotent-Replayed', 'true')
      done(null, outcome ? outcome.reply : payload)
    })
  }
}
