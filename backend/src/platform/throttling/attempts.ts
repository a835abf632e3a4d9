import {
  applyDecorators,
  Injectable,
  UseGuards,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common'
import {
  InjectThrottlerStorage,
  SkipThrottle,
  Throttle,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerRequest,
} from '@nestjs/throttler'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { mergeMap, type Observable } from 'rxjs'
import { Refuses } from '../http/api-answers.js'
import { requestOf } from '../http/caller.js'
import { AttemptCounters } from './attempt-counters.js'

/** The name of the limit that counts successes too, even under `LimitFailures`. */
export const PAIR_IN_ALL = 'pairInAll'

/** How many attempts a route allows within so many minutes. Each limit has a counter of its own. */
interface AttemptLimits {
  minutes: number
  /** Per IP address. */
  address: number
  /** Per IP address and e-mail of the body. */
  pair?: number
  /** Per IP address and e-mail of the body, counting successes even under `LimitFailures`. */
  pairInAll?: number
  /** Per account, for routes with a session. */
  account?: number
}

/** Refuses a call with RATE_LIMITED after too many attempts, counted across processes. */
export function LimitAttempts({ minutes, ...limits }: AttemptLimits) {
  const ttl = minutes * 60_000
  const set = Object.fromEntries(Object.entries(limits as Record<string, number>).map(([name, limit]) => [name, { limit, ttl }]))
  const unset = { pair: limits.pair === undefined, [PAIR_IN_ALL]: limits.pairInAll === undefined, account: limits.account === undefined }
  return applyDecorators(UseGuards(AttemptsGuard), Throttle(set), SkipThrottle(unset), Refuses(429))
}

/** Like `LimitAttempts`, without counting successes. */
export function LimitFailures(limits: AttemptLimits) {
  return applyDecorators(LimitAttempts(limits), UseInterceptors(UncountSuccess))
}

/** The keys of the counters that a request has incremented, to be decremented if it succeeds. */
const countedKeys = new WeakMap<FastifyRequest, string[]>()

@Injectable()
export class AttemptsGuard extends ThrottlerGuard {
  protected override handleRequest(attempt: ThrottlerRequest): Promise<boolean> {
    return super.handleRequest({
      ...attempt,
      generateKey: (context, tracker, name) => {
        const key = attempt.generateKey(context, tracker, name)
        const request = requestOf(context)
        if (name !== PAIR_IN_ALL) countedKeys.set(request, [...(countedKeys.get(request) ?? []), key])
        return key
      },
    })
  }

  protected override async throwThrottlingException(
    _context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    throw new Rejected('RATE_LIMITED', undefined, undefined, timeToBlockExpire)
  }
}

@Injectable()
class UncountSuccess implements NestInterceptor {
  constructor(@InjectThrottlerStorage() private readonly counters: AttemptCounters) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        const keys = countedKeys.get(requestOf(context))
        // Attempts are counted before they are checked, so that concurrent ones cannot exceed the limit together.
        if (keys) await this.counters.uncount(keys)
        return answer
      }),
    )
  }
}
