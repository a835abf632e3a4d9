import { Module, type DynamicModule } from '@nestjs/common'
import { APP_INTERCEPTOR } from '@nestjs/core'
import { CqrsModule } from '@nestjs/cqrs'
import { Database } from '../platform/database/database.js'
import { OutcomeInterceptor } from './deciding/outcome.interceptor.js'
import { TimedWritePath } from './deciding/timed-write-path.js'
import { WritePath } from './deciding/write-path.js'
import { Appender } from './log/appender.js'
import { EventCodec } from './log/event-codec.js'
import { Answering } from './projecting/ask.js'
import { ReadModels } from './projecting/read-models.js'
import type { LogReading } from './proving/replay.js'

/** The machinery behind the buses: it knows events and projections, and no capability. */
@Module({})
export class EventStoreModule {
  static with({ codec, keys, readModels }: LogReading): DynamicModule {
    return {
      module: EventStoreModule,
      global: true,
      imports: [CqrsModule.forRoot()],
      providers: [
        { provide: ReadModels, useValue: readModels },
        { provide: EventCodec, useValue: codec },
        { provide: Appender, useFactory: (database: Database) => new Appender(database.pipeline(), readModels), inject: [Database] },
        {
          provide: WritePath,
          useFactory: (database: Database, appender: Appender) => new TimedWritePath(database, appender, codec, keys),
          inject: [Database, Appender],
        },
        { provide: Answering, useFactory: (database: Database) => new Answering(database), inject: [Database] },
        { provide: APP_INTERCEPTOR, useClass: OutcomeInterceptor },
      ],
      exports: [CqrsModule, ReadModels, EventCodec, WritePath],
    }
  }
}
