import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { CqrsModule } from '@nestjs/cqrs'
import { Database } from '../platform/database/database.js'
import { replyWithAnswers } from './decider/outcome-reply.js'
import { WritePath } from './decider/write-path.js'
import { Appender } from './stream/appender.js'
import { OWN_EPOCH } from './stream/epoch.js'
import { EventCodec } from './stream/event-codec.js'
import { Answering } from './projection/query.js'
import { ReadModels } from './projection/projection.js'
import { LOG_READING, type LogReading } from './log-reading.js'

/** The machinery behind the buses: it knows events and projections, and no capability. */
@Module({})
export class EventStoreModule implements OnModuleInit {
  constructor(private readonly http: HttpAdapterHost) {}

  static with(reading: LogReading): DynamicModule {
    const { epoch, codec, keys, readModels, writers } = reading
    return {
      module: EventStoreModule,
      global: true,
      imports: [CqrsModule.forRoot()],
      providers: [
        { provide: OWN_EPOCH, useValue: epoch },
        { provide: LOG_READING, useValue: reading },
        { provide: ReadModels, useValue: readModels },
        { provide: EventCodec, useValue: codec },
        { provide: Appender, useFactory: (database: Database) => new Appender(database.pipeline(), { epoch, writers }), inject: [Database] },
        {
          provide: WritePath,
          useFactory: (database: Database, appender: Appender) => new WritePath(database, appender, codec, keys),
          inject: [Database, Appender],
        },
        { provide: Answering, useFactory: (database: Database) => new Answering(database, keys), inject: [Database] },
      ],
      exports: [CqrsModule, OWN_EPOCH, LOG_READING, ReadModels, EventCodec, WritePath],
    }
  }

  onModuleInit(): void {
    // A worker has none.
    const { httpAdapter } = this.http as Partial<HttpAdapterHost>
    if (httpAdapter) replyWithAnswers(httpAdapter.getInstance())
  }
}
