import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { callerOf, requestOf } from './caller.js'
import { canonicalHash } from './canonical-json.js'

/** What a request says about the execution of its command. */
export interface HttpCommandContext {
  accountId: string
  actor: string
  source: 'app'
  idempotency?: { key: string; request: () => Promise<string> }
  /** The version that `If-Match` names; `*` names none. */
  expectedVersion?: number
  /** Whether the caller speaks of an entity it saw: `If-Match` was sent, be it `*`. */
  mustExist: boolean
}

/** The caller, idempotency key and expected version of a request that changes something. */
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

/** The version that `If-Match` names; null without the header and for `*`, which any existing entity matches. */
function expectedVersionOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (header === undefined || header === '*') return null
  const match = /^"(\d{1,9})"$/.exec(header)
  if (!match) throw new Rejected('VALIDATION', 'If-Match deve ser a versão entre aspas.')
  return Number(match[1])
}

/**
 * What makes two requests the same: method, path and the JSON value of the body, whatever the order of its names. Computed
 * where it is first asked for, which is once the body was checked and its command is executed.
 */
function requestTextOf(request: FastifyRequest): () => Promise<string> {
  let text: Promise<string> | undefined
  return () => (text ??= requestText(request))
}

async function requestText({ method, url, body }: FastifyRequest): Promise<string> {
  const [path] = url.split('?', 1)
  return `${method} ${path}\n${await canonicalHash(body ?? null)}`
}
