import type { FastifyInstance } from 'fastify'
import { Outcome } from './command.js'

/**
 * Has the server answer with the reply of a command's outcome, and say when it is that of an earlier execution.
 * A hook, because one interceptor of Nest's makes every answer of every route pass through streams of rxjs.
 */
export function sendReplies(server: FastifyInstance): void {
  server.addHook('preSerialization', (_request, reply, payload, done) => {
    if (!(payload instanceof Outcome)) {
      done(null, payload)
      return
    }
    if (payload.replayed) reply.header('Idempotent-Replayed', 'true')
    done(null, payload.reply)
  })
}
