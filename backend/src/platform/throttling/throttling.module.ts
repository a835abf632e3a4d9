import { Module, type ExecutionContext } from '@nestjs/common'
import { normalizeIp, ThrottlerModule, type ThrottlerModuleOptions } from '@nestjs/throttler'
import { normaliseEmail } from '@prumo/shared/email'
import type { FastifyRequest } from 'fastify'
import { Settings } from '../config/settings.js'
import { ServerKeys } from '../crypto/server-keys.js'
import { Database } from '../database/database.js'
import { callerOf, requestOf } from '../http/caller.js'
import { AccountLimits } from './account-limits.js'
import { PAIR_IN_ALL } from './attempts.js'
import { AttemptCounters } from './attempt-counters.js'

type LimitedRequest = Pick<FastifyRequest, 'ip' | 'body'>

/** The e-mail in a body, not validated yet. */
function emailOf({ body }: LimitedRequest): string | null {
  const email = (body as { email?: unknown } | null | undefined)?.email
  return typeof email === 'string' ? normaliseEmail(email) : null
}

function optionsOf({ rateLimits }: Settings, database: Database, keys: ServerKeys): ThrottlerModuleOptions {
  // Each route sets its own limits.
  const unset = { limit: 0, ttl: 0, setHeaders: false }
  const off = () => !rateLimits
  return {
    storage: new AttemptCounters(database, keys),
    throttlers: [
      // First, so that an attempt refused by address is not counted against the e-mail it tried.
      { ...unset, name: 'address', skipIf: off },
      // Never by e-mail alone: strangers could lock its owner out.
      ...['pair', PAIR_IN_ALL].map((name) => ({
        ...unset,
        name,
        skipIf: (context: ExecutionContext) => off() || emailOf(requestOf(context)) === null,
        getTracker: (request: object) => `${normalizeIp((request as LimitedRequest).ip)} ${emailOf(request as LimitedRequest)}`,
      })),
      { ...unset, name: 'account', skipIf: off, getTracker: (request) => callerOf(request as FastifyRequest).accountId },
    ],
  }
}

/** Rate limits: of attempts, on routes with `LimitAttempts` or `LimitFailures`, and of each account's requests. */
@Module({
  imports: [
    ThrottlerModule.forRootAsync({
      inject: [Settings, Database, ServerKeys],
      useFactory: optionsOf,
    }),
  ],
  providers: [AttemptCounters, AccountLimits],
  exports: [ThrottlerModule, AttemptCounters, AccountLimits],
})
export class ThrottlingModule {}
