import { Module } from '@nestjs/common'
import { AccessModule } from '../access/access.module.js'
import { Sessions } from '../access/sessions.js'
import { Database } from '../platform/database/database.js'
import { LiveController } from './live.controller.js'
import { LiveStreams } from './live-streams.js'

const streams = {
  provide: LiveStreams,
  inject: [Database, Sessions],
  // Who is let in is one question, asked of each request and of each open stream.
  useFactory: (database: Database, sessions: Sessions) => new LiveStreams(database, (callers) => sessions.haveAccess(callers)),
}

/** Tells every screen of an account what changed, whichever process changed it: beside the log, never within an append. */
@Module({ imports: [AccessModule], controllers: [LiveController], providers: [streams] })
export class LiveModule {}
