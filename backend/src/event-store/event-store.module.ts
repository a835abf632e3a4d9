import { Module, type DynamicModule, type OnModuleInit } from '@nestjs/common'
import { HttpAdapterHost } from '@nestjs/core'
import { CqrsModule } from '@nestjs/cqrs'
import { Database } from '../platform/database/database.js'
import { sendReplies } from './decider/outcome-reply.js'
import { WritePath } from './decider/write-path.js'
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
    const { epoch, codec, keys, readModels } = reading
    return {
      module: EventStoreModule,
      global: true,
      imports: [CqrsModule.forRoot()],
      providers: [
        { provide: OWN_EPOCH, useValue: epoch },
        { provide: LOG_READING, useValue: reading },
        { provide: ReadModels, useValue: readModels },
        { provide: EventCodec, useValue: codec },
        {
          provide: WritePath,
          useFactory: (database: Database) => new WritePath(database, reading),
          inject: [Database],
        },
        { provide: Answering, useFactory: (database: Database) => new Answering(database, keys), inject: [Database] },
      ],
      exports: [CqrsModule, OWN_EPOCH, LOG_READING, ReadModels, EventCodec, WritePath],
    }
  }

  onModuleInit(): void {
    // A worker has none.
    const { httpAdapter } = this.http as Partial<HttpAdapterHost>
    if (httpAdapter) sendReplies(httpAdapter.getInstance())
  }
}
