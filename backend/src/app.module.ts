import { Module, type DynamicModule } from '@nestjs/common'
import { AccessModule } from './access/access.module.js'
import { jobWorkers } from './capabilities.js'
import { EmergencyFundModule } from './emergency-fund/emergency-fund.module.js'
import { EventStoreModule } from './event-store/event-store.module.js'
import type { LogReading } from './event-store/proving/replay.js'
import { GoalsModule } from './goals/goals.module.js'
import { IdentityModule } from './identity/identity.module.js'
import { migrations } from './migrations.js'
import { PasswordsModule } from './passwords/passwords.module.js'
import type { Settings } from './platform/config/settings.js'
import type { Database } from './platform/database/database.js'
import { MetricsModule } from './platform/metrics/metrics.module.js'
import { PlatformModule } from './platform/platform.module.js'
import { QueueModule } from './platform/queue/queue.module.js'
import { TasksModule } from './tasks/tasks.module.js'
import { TransactionsModule } from './transactions/transactions.module.js'

/** Handing over outbox rows and looking whether the queue answers. */
const QUEUE_CONNECTIONS = 2

@Module({})
export class AppModule {
  static with(settings: Settings, database: Database, reading: LogReading): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(settings, database, migrations),
        EventStoreModule.with(reading),
        QueueModule.with(settings, jobWorkers, QUEUE_CONNECTIONS),
        MetricsModule,
        AccessModule,
        PasswordsModule,
        IdentityModule,
        TransactionsModule,
        GoalsModule,
        TasksModule,
        EmergencyFundModule,
      ],
    }
  }
}
