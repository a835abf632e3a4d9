import { Module, type DynamicModule } from '@nestjs/common'
import { LoggerModule } from 'nestjs-pino'
import { Settings } from './config/settings.js'
import { Database } from './database/database.js'
import type { Migration } from './database/migrate.js'
import { HealthController, MIGRATIONS } from './http/health.controller.js'
import { loggingOf } from './http/logging.js'

/** What every capability stands on: settings, database, logs, health. */
@Module({})
export class PlatformModule {
  static with(settings: Settings, database: Database, migrations: Migration[]): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [LoggerModule.forRoot(loggingOf(settings))],
      controllers: [HealthController],
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Database, useValue: database },
        { provide: MIGRATIONS, useValue: migrations },
      ],
      exports: [Settings, Database],
    }
  }
}
