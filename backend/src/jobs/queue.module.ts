import { createHash } from 'node:crypto'
import { Module, type DynamicModule } from '@nestjs/common'
import type { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { databaseUrls } from '../platform/database/open-database.js'
import { Outbox } from './outbox.js'
import { JobNotifier } from './job-notifier.js'
import { WaitingMails } from './waiting-mails.js'

/** The outbox and its notifications, for every process that serves or works. */
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

/** Opens the notifier of a database. */
export async function openJobNotifier(settings: Settings, database: Database): Promise<JobNotifier> {
  const { directUrl } = databaseUrls(settings)
  return new JobNotifier({ directUrl, redisUrls: settings.redisUrls, prefix: await redisPrefix(database) })
}

/** Redis key prefix, unique per database, because several may share one Redis. */
export async function redisPrefix(database: Database): Promise<string> {
  const [home] = await database.rows<{ id: string; name: string }>({ text: 'select id, current_database() as name from installation' })
  const name = createHash('sha256').update(`${home?.id} ${home?.name}`).digest('hex').slice(0, 12)
  // The braces are a hash tag, which keeps all keys on one node of a Redis cluster.
  return `{prumo-${name}}`
}
