import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { Refuses } from './api-answers.js'

/** The authenticated sender of a request. */
export interface Caller {
  /** Also the user's id. */
  accountId: string
  sessionId: string
  /** The grant by which a guest reads the account; absent for the account's own user. */
  grantId?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the session guard; absent on public routes. */
    caller?: Caller
    /** Whether the user confirmed their identity in this session within the last 5 minutes; set with the caller. */
    isConfirmed?: boolean
  }
}

export const PUBLIC_ROUTE = 'prumo:public'

/** Opens a route, or a whole controller, without a session; all others require one. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true)

export const OPEN_WITHOUT_SUBSCRIPTION = 'prumo:without-subscription'

/** Opens a route, or a whole controller, to every signed-in user; all others require a subscription as well. */
export const WithoutSubscription = () => SetMetadata(OPEN_WITHOUT_SUBSCRIPTION, true)

export const COUNTED_WITHOUT_SUBSCRIPTION = 'prumo:counted-without-subscription'

/** For a route that records events without requiring a subscription: accounts without one have a daily limit. */
export const CountedWithoutSubscription = () => SetMetadata(COUNTED_WITHOUT_SUBSCRIPTION, true)

export const GUEST_ROUTE = 'prumo:open-to-guests'

/** Opens a route to guests, who read an account by a grant of its owner; all others answer them with READ_ONLY. */
export const OpenToGuests = () => SetMetadata(GUEST_ROUTE, true)

export const CONFIRMED_ROUTE = 'prumo:confirmed'

/** Requires that the user confirmed their identity within the last 5 minutes: `POST /auth/confirm`. */
export const Confirmed = () => applyDecorators(SetMetadata(CONFIRMED_ROUTE, true), Refuses(403))

/** Whether the session is confirmed, for a route that answers retries without confirmation and so is not `@Confirmed()`. */
export const IsConfirmed = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).isConfirmed === true)

/** Whether a guest sent the request. */
export const IsGuest = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(requestOf(context)).grantId !== undefined)

export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>()
}

/** The caller of a request. Throws on a public route, which is a programming error. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.method} ${request.routeOptions.url} has no caller`)
  return request.caller
}

/** The account of the caller. */
export const AccountId = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(requestOf(context)).accountId)
