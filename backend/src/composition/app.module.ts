import { Module, type DynamicModule } from '@nestjs/common'
import { AccountDataModule } from '../account-data/account-data.module.js'
import { ActivityModule } from '../activity/activity.module.js'
import { AccessModule } from '../access/access.module.js'
import { AnswersModule } from '../answers/answers.module.js'
import { AttachmentsModule } from '../attachments/attachments.module.js'
import { BalanceModule } from '../balance/balance.module.js'
import { BatchesModule } from '../batches/batches.module.js'
import { ClosingModule } from '../closing/closing.module.js'
import { ContactModule } from '../contact/contact.module.js'
import { EmergencyFundModule } from '../emergency-fund/emergency-fund.module.js'
import { EventStoreModule } from '../event-store/event-store.module.js'
import type { LogReading } from '../event-store/log-reading.js'
import { ForecastModule } from '../forecast/forecast.module.js'
import { GoalsModule } from '../goals/goals.module.js'
import { GuestsModule } from '../guests/guests.module.js'
import { IdentityModule } from '../identity/identity.module.js'
import { ImportsModule } from '../imports/imports.module.js'
import { LiveModule } from '../live/live.module.js'
import { PasswordsModule } from '../passwords/passwords.module.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import { OperationsModule } from '../operator/operations.module.js'
import { PlatformModule } from '../platform/platform.module.js'
import { QueueModule } from '../jobs/queue.module.js'
import { RecurrencesModule } from '../recurrences/recurrences.module.js'
import { RemindersModule } from '../reminders/reminders.module.js'
import { ReportsModule } from '../reports/reports.module.js'
import { RestoresModule } from '../restores/restores.module.js'
import { MeiModule } from '../mei/mei.module.js'
import { RulesModule } from '../rules/rules.module.js'
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js'
import { TasksModule } from '../tasks/tasks.module.js'
import { TransactionsModule } from '../transactions/transactions.module.js'
import { WalletsModule } from '../wallets/wallets.module.js'

@Module({})
export class AppModule {
  static with(settings: Settings, database: Database, reading: LogReading): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(settings, database),
        EventStoreModule.with(reading),
        AnswersModule,
        QueueModule.with(settings),
        OperationsModule,
        AccessModule,
        PasswordsModule,
        IdentityModule,
        GuestsModule,
        BatchesModule,
        TransactionsModule,
        AttachmentsModule,
        RulesModule,
        MeiModule,
        ClosingModule,
        GoalsModule,
        TasksModule,
        EmergencyFundModule,
        BalanceModule,
        WalletsModule,
        ImportsModule,
        RecurrencesModule,
        SubscriptionsModule,
        ReportsModule,
        ForecastModule,
        RemindersModule,
        ActivityModule,
        RestoresModule,
        AccountDataModule,
        ContactModule,
        LiveModule,
      ],
    }
  }
}
