import { Module } from '@nestjs/common'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { Replica } from '../event-store/query/replica.js'
import { PasswordHashingModule } from '../platform/crypto/password-hashing.module.js'
import { Database } from '../platform/database/database.js'
import { ThrottlingModule } from '../platform/throttling/throttling.module.js'
import { AccountDataController } from './account-data.controller.js'
import { AccountExports } from './account-exports.js'
import { Erasures } from './erasures.js'

/** Export, reset and erasure of an account's data. */
@Module({
  imports: [PasswordHashingModule, ThrottlingModule],
  controllers: [AccountDataController],
  providers: [
    {
      provide: AccountExports,
      inject: [Database, LOG_READING, Replica],
      useFactory: (database: Database, reading: LogReading, replica: Replica | null) => new AccountExports(database, reading, replica),
    },
    Erasures,
  ],
})
export class AccountDataModule {}
