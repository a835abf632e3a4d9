import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module.js'
import { Sessions } from '../access/sessions.js'
import { Database } from '../platform/database/database.js'
import { LiveController } from './live.controller.js'
import { LiveStreams } from './live-streams.js'

const streams = {
  provide: LiveStreams,
  inject: [Database, Sessions],
  // One access check serves requests and open streams.
  useFactory: (database: Database, sessions: Sessions) => new LiveStreams(database, (callers) => sessions.haveAccess(callers)),
}

/** Sends changes of an account to all its screens, made by any process: it reads beside the log, never within an append. */
@Module({ imports: [AccessModule], controllers: [LiveController], providers: [streams] })
export class LiveModule {}
