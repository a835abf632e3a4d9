import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import { Rejected } from '@prumo/shared/rejections'
import { PUBLIC_ROUTE, requestOf } from '../platform/http/caller.js'
import { Sessions } from './sessions.js'

/** Asks every route for a session, unless it is declared `@Public()`. Rejects with UNAUTHENTICATED. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: Sessions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC_ROUTE, [context.getHandler(), context.getClass()])) return true
    const request = requestOf(context)
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
    const caller = token === undefined ? null : await this.sessions.find(token)
    if (!caller) throw new Rejected('UNAUTHENTICATED')
    request.caller = caller
    return true
  }
}
