import { Module } from '@nestjs/common'
import { ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler'
import { normaliseEmail } from '@prumo/shared/email'
import type { FastifyRequest } from 'fastify'
import { Settings } from '../config/settings.js'
import { Database } from '../database/database.js'
import { requestOf } from '../http/caller.js'
import { AttemptCounters } from './attempt-counters.js'

type Sent = Pick<FastifyRequest, 'caller' | 'body'>

/** Whom a request is about: whoever is signed in, else the e-mail that the body names as it came, not validated yet. */
function personOf({ caller, body }: Sent): string | null {
  if (caller) return caller.accountId
  const email = (body as { email?: unknown } | null | undefined)?.email
  return typeof email === 'string' ? normaliseEmail(email) : null
}

function optionsOf({ rateLimits }: Settings, database: Database): ThrottlerModuleOptions {
  // Each route sets its own limits.
  const unset = { limit: 0, ttl: 0, setHeaders: false }
  return {
    storage: new AttemptCounters(database),
    throttlers: [
      // First, so that what an address is refused is not counted against the people it tried.
      { ...unset, name: 'address', skipIf: () => !rateLimits },
      {
        ...unset,
        name: 'person',
        skipIf: (context) => !rateLimits || personOf(requestOf(context)) === null,
        getTracker: (request) => personOf(request as Sent) ?? '',
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
