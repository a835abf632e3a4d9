import { Module, type DynamicModule } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import { jobWorkers } from './capabilities.js'
import { EventStoreModule } from '../event-store/event-store.module.js'
import type { LogReading } from '../event-store/log-reading.js'
import type { Settings } from '../platform/config/settings.js'
import type { Database } from '../platform/database/database.js'
import { MailModule } from '../platform/mail/mail.module.js'
import { Mailer } from '../platform/mail/mailer.js'
import { Outbox } from '../jobs/outbox.js'
import { PlatformModule } from '../platform/platform.module.js'
import { QueueModule } from '../jobs/queue.module.js'
import { JobNotifier } from '../jobs/job-notifier.js'
import { WorkerHost } from '../jobs/worker-host.js'

/** The worker process: event store and queue, without routes. */
@Module({})
export class WorkerModule {
  static with(settings: Settings, database: Database, reading: LogReading): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.with(settings, database), EventStoreModule.with(reading), QueueModule.with(settings), MailModule],
      providers: [
        {
          provide: WorkerHost,
          inject: [JobNotifier, Outbox, CommandBus, Mailer],
          useFactory: (notifier: JobNotifier, outbox: Outbox, commands: CommandBus, mailer: Mailer) =>
            new WorkerHost(notifier, outbox, jobWorkers, { settings, database, reading, commands, mailer }),
        },
      ],
    }
  }
}
