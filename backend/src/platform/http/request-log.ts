import { Logger } from '@nestjs/common'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.js'

/** Polled by machines every few seconds; monitoring reports their failures. */
const UNLOGGED = /^\/api\/(health\/|metrics$)/

/**
 * The pattern of a request's API route; `app` for files of the built app, `none` for an unknown address. The address itself is
 * never logged: it may contain a search, a token or other user input.
 */
export function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined || url === '*') return 'none'
  return url.startsWith('/api/') ? url : 'app'
}

/** Logs one line per answered API request; the caller appears by account id only. */
export function logRequests(app: NestFastifyApplication, { production }: Settings): void {
  const logger = new Logger('request')
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      done()
      const route = routeOf(request)
      if (!request.url.startsWith('/api/') || UNLOGGED.test(route)) return
      const { id: requestId, method, caller } = request
      const facts = {
        requestId,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(caller && { accountId: caller.accountId }),
      }
      const level = reply.statusCode >= 500 ? 'error' : production ? 'log' : 'debug'
      logger[level](facts, `${method} ${route} ${reply.statusCode}`)
    })
}
