import { Module, type DynamicModule, type Provider } from '@nestjs/common'
import { AccessModule } from '../access/access.module.js'
import { Sessions } from '../access/sessions.js'
import { redisPrefix } from '../jobs/queue.module.js'
import { Settings } from '../platform/config/settings.js'
import { Database } from '../platform/database/database.js'
import { databaseUrls } from '../platform/database/open-database.js'
import { LiveController } from './live.controller.js'
import { LiveChannel, PostgresChannel, RedisChannel } from './live-channel.js'
import { LivePublisher } from './live-publisher.js'
import { LiveStreams } from './live-streams.js'

const channel: Provider = { provide: LiveChannel, inject: [Settings, Database], useFactory: openChannel }
const streams: Provider = {
  provide: LiveStreams,
  inject: [Database, LiveChannel, Sessions],
  // Who is let in is one question, asked of each request and of each open stream.
  useFactory: (database: Database, open: LiveChannel, sessions: Sessions) =>
    new LiveStreams(database, open, (callers) => sessions.areLetIn(callers)),
}

async function openChannel(settings: Settings, database: Database): Promise<LiveChannel> {
  if (settings.redisUrl === null) return new PostgresChannel(database, databaseUrls(settings).directUrl)
  return new RedisChannel(settings.redisUrl, `${await redisPrefix(database)}:live`)
}

/** Publishes what changes to every screen of an account, whichever process it happened in: beside the log, never within an append. */
@Module({})
export class LiveModule {
  /** For a process that serves streams. */
  static serving(): DynamicModule {
    return { module: LiveModule, imports: [AccessModule], controllers: [LiveController], providers: [channel, LivePublisher, streams] }
  }

  /** For one that only changes things. */
  static publishing(): DynamicModule {
    return { module: LiveModule, providers: [channel, LivePublisher] }
  }
}
