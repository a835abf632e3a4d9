import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { requestOf } from './caller.js'
import { idempotencyKeyOf } from './command-request.js'

/** For calls that record no event: validates the header and stores nothing. */
@Injectable()
export class IdempotencyKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    idempotencyKeyOf(requestOf(context))
    return true
  }
}
