import { Module, type DynamicModule } from '@nestjs/common'
import { CqrsModule } from '@nestjs/cqrs'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { WritePath } from './write-path/write-path.js'
import { AccountQueryHandler } from './query/account-query.js'
import { LOG_READING, type LogReading } from './log-reading.js'
import { Replica } from './query/replica.js'

/** The event store behind the buses. It knows events and projections, but no capability. */
@Module({})
export class EventStoreModule {
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
          provide: AccountQueryHandler,
          useFactory: (database: Database, replica: Replica | null) => new AccountQueryHandler(database, reading.keys, replica),
          inject: [Database, Replica],
        },
      ],
      exports: [CqrsModule, LOG_READING, Replica, WritePath],
    }
  }
}
