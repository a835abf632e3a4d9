import { Module, type DynamicModule } from '@nestjs/common'
import { LoggerModule } from 'nestjs-pino'
import { Settings } from './config/settings.js'
import { Database } from './database/database.js'
import { DatabaseClock } from './database/database-clock.js'
import { loggingOf } from './http/logging.js'

/** What every capability stands on: settings, database, logs. */
@Module({})
export class PlatformModule {
  static with(settings: Settings, database: Database): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [LoggerModule.forRoot(loggingOf(settings))],
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Database, useValue: database },
        { provide: DatabaseClock, useValue: database.clock },
      ],
      exports: [Settings, Database, DatabaseClock],
    }
  }
}
