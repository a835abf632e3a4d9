import { Module, type DynamicModule } from '@nestjs/common'
import { Settings } from './config/settings.js'
import { AccountKeys } from './crypto/account-keys.js'
import { ServerKeys } from './crypto/server-keys.js'
import { Database } from './database/database.js'
import { DatabaseClock } from './database/database-clock.js'
import { AccessRecords } from './http/access-records.js'

/** Services that every capability uses: settings, database, logs, the server's own keys, and access records. */
@Module({})
export class PlatformModule {
  static with(settings: Settings, database: Database): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Database, useValue: database },
        { provide: DatabaseClock, useValue: database.clock },
        {
          provide: ServerKeys,
          useFactory: () => new ServerKeys(database, new AccountKeys(settings.masterKey, settings.otherMasterKeys)),
        },
        { provide: AccessRecords, inject: [ServerKeys], useFactory: (keys: ServerKeys) => new AccessRecords(database, keys) },
      ],
      exports: [Settings, Database, DatabaseClock, ServerKeys, AccessRecords],
    }
  }
}
