import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { OPEN_WITHOUT_SUBSCRIPTION, PUBLIC_ROUTE, requestOf } from '../platform/http/caller.js'
import { knownTags, readRequestOf, reads } from '../platform/http/read-request.js'
import { AccountLimits } from '../platform/throttling/account-limits.js'
import { Sessions } from './sessions.js'
import { unlessModified } from './unless-modified.js'

/**
 * Asks every route for a session, unless it is declared `@Public()`, and for a subscription or the grace of the first
 * minutes, unless it is declared `@WithoutSubscription()`. Rejects with UNAUTHENTICATED and SUBSCRIPTION_REQUIRED, and with
 * RATE_LIMITED an account that asks too much. What a client has that is still so is answered here, by the same look-up.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
    private readonly limits: AccountLimits,
    private readonly clock: DatabaseClock,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const declared = (mark: string) => this.reflector.getAllAndOverride<boolean>(mark, [context.getHandler(), context.getClass()])
    if (declared(PUBLIC_ROUTE)) return true
    const request = requestOf(context)
    // Where bodies may be large it was let in before its own was read.
    if (!request.caller) await this.admit(request, declared(OPEN_WITHOUT_SUBSCRIPTION))
    return true
  }

  /** Lets a request's caller in, with or without a subscription. */
  async admit(request: FastifyRequest, isOpen: boolean): Promise<void> {
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const isRead = reads(request)
    const known = isRead ? knownTags(request) : []
    const day = this.clock.today()
    const found = token === undefined ? null : await this.sessions.find(token, known.length > 0)
    if (!found) throw new Rejected('UNAUTHENTICATED')
    request.caller = found.caller
    const counting = this.limits.count(found.caller.accountId, request.method)
    if (counting) await counting
    if (!found.letIn && !isOpen) throw new Rejected('SUBSCRIPTION_REQUIRED')
    if (isRead) request.read = readRequestOf(request, day)
    if (found.log) unlessModified(request, known, found.log)
  }
}
