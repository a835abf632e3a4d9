import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { Database } from '../platform/database/database.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import {
  CONFIRMED_ROUTE,
  COUNTED_WITHOUT_SUBSCRIPTION,
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
 * Asks every route for a session, unless it is declared `@Public()`, and for a subscription or the grace of the first
 * minutes, unless it is declared `@WithoutSubscription()`; for a session that was confirmed minutes ago where it is declared
 * `@Confirmed()`. Rejects with UNAUTHENTICATED, SUBSCRIPTION_REQUIRED and CONFIRMATION_REQUIRED, and with RATE_LIMITED an
 * account that asks too much. What a client has that is still so is answered here, by the same look-up.
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
    // Where bodies may be large it was let in before its own was read.
    if (!request.caller) await this.admit(request, declared)
    return true
  }

  /** Lets a request's caller in. @param declared whether its route declares something of who may call it */
  async admit(request: FastifyRequest, declared: (mark: string) => boolean | undefined): Promise<void> {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const isRead = reads(request)
    const known = isRead ? knownTags(request) : []
    const day = this.clock.today()
    const found = token === undefined ? null : await this.sessions.find(token, known.length > 0)
    if (!found) throw new Rejected('UNAUTHENTICATED')
    request.caller = found.caller
    request.isConfirmed = found.confirmed
    if (found.isUnnoted) this.sessions.noteUse(found.caller, clientOf(request).address)
    const counting = this.limits.count(found.caller.accountId, request.method)
    if (counting) await counting
    if (!found.letIn && !declared(OPEN_WITHOUT_SUBSCRIPTION)) throw new Rejected('SUBSCRIPTION_REQUIRED')
    if (!found.confirmed && declared(CONFIRMED_ROUTE)) throw new Rejected('CONFIRMATION_REQUIRED')
    if (!found.letIn && declared(COUNTED_WITHOUT_SUBSCRIPTION)) await this.limits.countPlanless(found.caller.accountId)
    if (isRead) request.read = readRequestOf(request, day)
    if (found.log) await refuseUnmodified(this.database, request, known, found.log)
  }
}
