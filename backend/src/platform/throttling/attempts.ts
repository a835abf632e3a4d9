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

/** The limit whose count no success takes back. */
export const ALL_ADDRESSES = 'pairInAll'

/** How often a call may be tried within so many minutes: from an address, from it with one e-mail, and by a signed-in account. */
interface AttemptLimits {
  minutes: number
  address: number
  /** An address together with the e-mail that the body names. */
  pair?: number
  /** The same, and successes are held against it too. */
  pairInAll?: number
  /** For routes that ask for a session. */
  account?: number
}

/** Refuses a call with RATE_LIMITED once it was tried too often, by whatever process. */
export function LimitAttempts({ minutes, ...limits }: AttemptLimits) {
  const ttl = minutes * 60_000
  const set = Object.fromEntries(Object.entries(limits as Record<string, number>).map(([name, limit]) => [name, { limit, ttl }]))
  const unset = { pair: limits.pair === undefined, [ALL_ADDRESSES]: limits.pairInAll === undefined, account: limits.account === undefined }
  return applyDecorators(UseGuards(AttemptsGuard), Throttle(set), SkipThrottle(unset), Refuses(429))
}

/** The same for a call whose successes are not held against anyone. */
export function LimitFailures(limits: AttemptLimits) {
  return applyDecorators(LimitAttempts(limits), UseInterceptors(ForgiveSuccess))
}

/** The counters under which a request was counted, and from which it is taken back if it succeeds. */
const countedUnder = new WeakMap<FastifyRequest, string[]>()

@Injectable()
export class AttemptsGuard extends ThrottlerGuard {
  protected override handleRequest(attempt: ThrottlerRequest): Promise<boolean> {
    return super.handleRequest({
      ...attempt,
      generateKey: (context, tracker, name) => {
        const key = attempt.generateKey(context, tracker, name)
        const request = requestOf(context)
        if (name !== ALL_ADDRESSES) countedUnder.set(request, [...(countedUnder.get(request) ?? []), key])
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
class ForgiveSuccess implements NestInterceptor {
  constructor(@InjectThrottlerStorage() private readonly counters: AttemptCounters) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      mergeMap(async (answer: unknown) => {
        const keys = countedUnder.get(requestOf(context))
        // An attempt counts before it is judged, so that many at once do not slip through together.
        if (keys) await this.counters.uncount(keys)
        return answer
      }),
    )
  }
}
