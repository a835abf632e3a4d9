import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { callerOf, requestOf } from './caller.js'
import { canonicalHash } from './canonical-json.js'

/** The parts of a request that control how its command is executed. */
export interface HttpCommandContext {
  accountId: string
  actor: string
  source: 'app'
  idempotency?: { key: string; request: () => Promise<string> }
  /** The version in `If-Match`; absent for `*`. */
  expectedVersion?: number
  /** Whether the entity must exist: `If-Match` was sent, including `*`. */
  mustExist: boolean
}

/** Caller, idempotency key and expected version of a command request. */
export const Commanding = createParamDecorator((_: unknown, context: ExecutionContext): HttpCommandContext => {
  const request = requestOf(context)
  const { accountId } = callerOf(request)
  const key = idempotencyKeyOf(request)
  const expectedVersion = expectedVersionOf(request)
  return {
    accountId,
    actor: accountId,
    source: 'app',
    mustExist: request.headers['if-match'] !== undefined,
    ...(key !== null && { idempotency: { key, request: requestTextOf(request) } }),
    ...(expectedVersion !== null && { expectedVersion }),
  }
})

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The request's `Idempotency-Key`, or null. Throws VALIDATION for anything but a UUID. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  if (typeof header !== 'string' || !UUID.test(header)) throw new Rejected('VALIDATION', 'Idempotency-Key deve ser um UUID.')
  return header.toLowerCase()
}

/** The version in `If-Match`; null without the header and for `*`, which matches any existing entity. */
function expectedVersionOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return null
  const match = /^"(\d{1,9})"$/.exec(header)
  if (!match) throw new Rejected('VALIDATION', 'If-Match deve ser a versão entre aspas.')
  return Number(match[1])
}

/**
 * Identifies equal requests: method, path and the canonical JSON of the body. Computed lazily, once the body is validated and
 * the command is executed.
 */
function requestTextOf(request: FastifyRequest): () => Promise<string> {
  let text: Promise<string> | undefined
  return () => (text ??= requestText(request))
}

async function requestText({ method, url, body }: FastifyRequest): Promise<string> {
  const [path] = url.split('?', 1)
  return `${method} ${path}\n${await canonicalHash(body ?? null)}`
}
