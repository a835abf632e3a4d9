import type { FastifyInstance } from 'fastify'
import { Outcome } from './command.js'

/**
 * Has the server answer with what a command's outcome holds, and say when it is the answer of an earlier execution.
 * A hook, because one interceptor of Nest's makes every answer of every route pass through streams of rxjs.
 */
export function replyWithAnswers(server: FastifyInstance): void {
  server.addHook('preSerialization', (_request, reply, payload, done) => {
    if (!(payload instanceof Outcome)) {
      done(null, payload)
      return
    }
    if (payload.replayed) reply.header('Idempotent-Replayed', 'true')
    done(null, payload.answer)
  })
}
