import { createHash } from 'node:crypto'
import { Module, type DynamicModule } from '@nestjs/common'
import type { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { databaseUrls } from '../platform/database/open-database.js'
import { Outbox } from './outbox.js'
import { JobNotifier } from './job-notifier.js'
import { WaitingMails } from './waiting-mails.js'

/** The outbox, and the rings for what is written to it, as every process that serves or works has them. */
@Module({})
export class QueueModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: QueueModule,
      global: true,
      providers: [
        Outbox,
        WaitingMails,
        { provide: JobNotifier, inject: [Database], useFactory: (database: Database) => openJobNotifier(settings, database) },
      ],
      exports: [Outbox, JobNotifier, WaitingMails],
    }
  }
}

/** The rings for what a database holds. */
export async function openJobNotifier(settings: Settings, database: Database): Promise<JobNotifier> {
  const { directUrl } = databaseUrls(settings)
  return new JobNotifier({ directUrl, redisUrls: settings.redisUrls, prefix: await redisPrefix(database) })
}

/** What tells apart what several databases have in one Redis. */
export async function redisPrefix(database: Database): Promise<string> {
  const [home] = await database.rows<{ id: string; name: string }>({ text: 'select id, current_database() as name from installation' })
  const name = createHash('sha256').update(`${home?.id} ${home?.name}`).digest('hex').slice(0, 12)
  // The braces keep all of it on one node of a Redis cluster.
  return `{prumo-${name}}`
}
