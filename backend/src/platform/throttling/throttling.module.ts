import { Module } from '@nestjs/common'
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler'
import { normaliseEmail } from '@prumo/shared/email'
import { Settings } from '../config/settings.js'
import { Database } from '../database/database.js'
import { requestOf } from '../http/caller.js'
import { AttemptCounters } from './attempt-counters.js'

/** The e-mail a body names, as it came; the body is not validated yet. */
function emailIn(body: unknown): string | null {
  const email = (body as { email?: unknown } | null | undefined)?.email
  return typeof email === 'string' ? normaliseEmail(email) : null
}

function optionsOf({ rateLimits }: Settings, database: Database): ThrottlerModuleOptions {
  // Each route sets its own limits.
  const unset = { limit: 0, ttl: 0, setHeaders: false }
  return {
    storage: new AttemptCounters(database),
    throttlers: [
      // First, so that what an address is refused is not counted against the e-mails it tried.
      { ...unset, name: 'address', skipIf: () => !rateLimits },
      {
        ...unset,
        name: 'email',
        skipIf: (context) => !rateLimits || emailIn(requestOf(context).body) === null,
        getTracker: (request) => emailIn(request['body']) ?? '',
      },
    ],
  }
}

/** Limits on attempts, for the routes that `LimitAttempts` or `LimitFailures` names. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Settings, Database],
      useFactory: optionsOf,
    }),
  ],
  exports: [ThrottlerModule],
})
export class ThrottlingModule {}
