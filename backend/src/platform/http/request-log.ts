import { Logger } from '@nestjs/common'
import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../config/settings.js'

/** Asked every few seconds by machines, and seen elsewhere when they fail. */
const UNTOLD = /^\/api\/(health\/|metrics$)/

/**
 * The pattern of a request's route under the API; `app` for the built app's files, `none` for what no route knows. An
 * address itself is never told: it may hold a search, a token or whatever someone typed.
 */
export function routeOf({ routeOptions: { url } }: FastifyRequest): string {
  if (url === undefined || url === '*') return 'none'
  return url.startsWith('/api/') ? url : 'app'
}

/** One line for each request to the API once it is answered: who asked is told by the account's id alone. */
export function logRequests(app: NestFastifyApplication, { production }: Settings): void {
  const logger = new Logger('request')
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onResponse', (request, reply, done) => {
      done()
      const route = routeOf(request)
      if (!request.url.startsWith('/api/') || UNTOLD.test(route)) return
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
