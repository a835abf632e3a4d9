import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { Database } from '../platform/database/database.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import {
  CONFIRMED_ROUTE,
  COUNTED_WITHOUT_SUBSCRIPTION,
  GUEST_ROUTE,
  OPEN_WITHOUT_SUBSCRIPTION,
  PUBLIC_ROUTE,
  requestOf,
} from '../platform/http/caller.js'
import { knownTags, readRequestOf, reads } from '../platform/http/read-request.js'
import { AccountLimits } from '../platform/throttling/account-limits.js'
import { clientOf } from './client.js'
import { Sessions } from './sessions.js'
import { refuseUnmodified } from '../answers/refuse-unmodified.js'

/**
 * Requires a session on every route except those declared `@Public()`; that of the account's own user except on those
 * declared `@OpenToGuests()`; a subscription or the grace period except on those declared `@WithoutSubscription()`; and a
 * recent confirmation on those declared `@Confirmed()`. Rejects with UNAUTHENTICATED, READ_ONLY, SUBSCRIPTION_REQUIRED, CONFIRMATION_REQUIRED and, above an account's rate limit, RATE_LIMITED. The
 * same query serves conditional requests: an unmodified answer is a 304 here.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    private readonly limits: AccountLimits,
    private readonly clock: DatabaseClock,
    private readonly database: Database,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const declared = (mark: string) => this.reflector.getAllAndOverride<boolean>(mark, [context.getHandler(), context.getClass()])
    if (declared(PUBLIC_ROUTE)) return true
    const request = requestOf(context)
    // Requests with large bodies were admitted before the body was read.
    if (!request.caller) await this.admit(request, declared)
    return true
  }

  /** Authenticates and authorises a request. @param declared whether the route carries a mark */
  async admit(request: FastifyRequest, declared: (mark: string) => boolean | undefined): Promise<void> {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const isRead = reads(request)
    const known = isRead ? knownTags(request) : []
    const day = this.clock.today()
    const found = token === undefined ? null : await this.sessions.find(token, known.length > 0)
    if (!found) throw new Rejected('UNAUTHENTICATED')
    const { grantId } = found.caller
    if (grantId !== undefined && !found.letIn) {
      // The access of a guest ends with the owner's.
      await this.sessions.end(found.caller)
      throw new Rejected('UNAUTHENTICATED')
    }
    request.caller = found.caller
    request.isConfirmed = found.confirmed
    if (found.isUnnoted) this.sessions.noteUse(found.caller, clientOf(request).address)
    const counting = this.limits.count(grantId ?? found.caller.accountId, request.method)
    if (counting) await counting
    if (grantId !== undefined && !declared(GUEST_ROUTE)) throw new Rejected('READ_ONLY')
    if (!found.letIn && !declared(OPEN_WITHOUT_SUBSCRIPTION)) throw new Rejected('SUBSCRIPTION_REQUIRED')
    if (!found.confirmed && declared(CONFIRMED_ROUTE)) throw new Rejected('CONFIRMATION_REQUIRED')
    if (!found.letIn && declared(COUNTED_WITHOUT_SUBSCRIPTION)) await this.limits.countPlanless(found.caller.accountId)
    if (isRead) request.read = readRequestOf(request, day)
    if (found.log) await refuseUnmodified(this.database, request, known, found.log)
  }
}
