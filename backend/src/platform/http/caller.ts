import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import { Refuses } from './api-answers.js'

/** Who sent a request, once the session was checked. */
export interface Caller {
  /** The user's id is the account's. */
  accountId: string
  sessionId: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard that checks the session; absent on public routes. */
    caller?: Caller
    /** Whether the session was confirmed within the last 5 minutes; set with the caller. */
    isConfirmed?: boolean
  }
}

export const PUBLIC_ROUTE = 'prumo:public'

/** Opens a route, or all of a controller's, to everyone; every other route asks for a session. */
export const Public = () => SetMetadata(PUBLIC_ROUTE, true)

export const OPEN_WITHOUT_SUBSCRIPTION = 'prumo:without-subscription'

/** Opens a route, or all of a controller's, to everyone signed in; every other asks for a subscription as well. */
export const WithoutSubscription = () => SetMetadata(OPEN_WITHOUT_SUBSCRIPTION, true)

export const COUNTED_WITHOUT_SUBSCRIPTION = 'prumo:counted-without-subscription'

/** For a route that records events of whoever has no subscription either: there it may be called so many times a day. */
export const CountedWithoutSubscription = () => SetMetadata(COUNTED_WITHOUT_SUBSCRIPTION, true)

export const CONFIRMED_ROUTE = 'prumo:confirmed'

/** Asks on a route for a session whose person showed again, within the last 5 minutes, that it is them: `POST /auth/confirm`. */
export const Confirmed = () => applyDecorators(SetMetadata(CONFIRMED_ROUTE, true), Refuses(403))

/** Whether the caller's session is confirmed, for a route that answers repeats without it and is not declared `@Confirmed()`. */
export const IsConfirmed = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context).isConfirmed === true)

export function requestOf(context: ExecutionContext): FastifyRequest {
  return context.switchToHttp().getRequest<FastifyRequest>()
}

/** The caller of a request. Throws on a route without a session, which is a mistake in its declaration. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.method} ${request.routeOptions.url} has no caller`)
  return request.caller
}

/** The account whose user sent the request. */
export const AccountId = createParamDecorator((_: unknown, context: ExecutionContext) => callerOf(requestOf(context)).accountId)
