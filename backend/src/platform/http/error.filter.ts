import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common'
import { Rejected, rejections, type RejectionCode } from '@prumo/shared/rejections'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAway } from '../database/sqlstate.js'
import { logFacts } from './failures.js'
import { NotModified } from './read-request.js'

/** Retry-After, in seconds, when a dependency is unavailable. */
const OUTAGE_RETRY_SECONDS = 5

/** Converts every refusal and failure into an answer of the contract. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  readonly #logger = new Logger('http')

  /** @param answerPage answers unknown addresses that may be pages of the app */
  constructor(private readonly answerPage: ((request: FastifyRequest, reply: FastifyReply) => unknown) | null) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>()
    const reply = host.switchToHttp().getResponse<FastifyReply>()
    if (error instanceof NotModified) return void reply.status(304).headers(error.headers).send()
    const rejected = asRejection(error)
    if (rejected.code === 'NOT_FOUND' && this.answerPage && isPage(request)) {
      this.answerPage(request, reply)
      return
    }
    if (rejected.code === 'INTERNAL' || rejected.code === 'UNAVAILABLE') {
      this.#logger.error({ requestId: request.id, ...logFacts(error) }, `${request.method} ${request.routeOptions?.url ?? ''} failed`)
    }
    sendRejection(reply, rejected)
  }
}

/** Sends a refusal in the contract's form. */
export function sendRejection(reply: FastifyReply, rejected: Rejected): void {
  if (rejected.retryAfterSeconds !== undefined) reply.header('Retry-After', String(rejected.retryAfterSeconds))
  reply.status(rejections[rejected.code].status).type('application/json; charset=utf-8').send(rejected.answer)
}

/** The refusal that a failure maps to; an unexpected one is INTERNAL without details. */
export function asRejection(error: unknown): Rejected {
  if (error instanceof Rejected) return error
  if (isAway(error)) return new Rejected('UNAVAILABLE', undefined, undefined, OUTAGE_RETRY_SECONDS)
  const status = error instanceof HttpException ? error.getStatus() : (error as { statusCode?: number } | null)?.statusCode
  return new Rejected(codeOfStatus(status))
}

const codeOfStatuses: Record<number, RejectionCode> = {
  400: 'VALIDATION',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  // The contract has no 405: an unknown method is an unknown address.
  405: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'VALIDATION',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
}

function codeOfStatus(status: number | undefined): RejectionCode {
  return codeOfStatuses[status ?? 500] ?? 'INTERNAL'
}

/** Whether an address is under the API, known or not. */
export function isApi(url: string): boolean {
  return /^\/api(\/|\?|$)/.test(url)
}

/** Whether an address may be a page of the app. A missing file is a 404, unless a user typed its address. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const reads = method === 'GET' || method === 'HEAD'
  const isFile = /^[^?]*\.\w+(\?|$)/.test(url) && headers.accept?.includes('text/html') !== true
  return reads && !isApi(url) && !/^\/(?:assets|\.well-known)(\/|\?|$)/.test(url) && !isFile
}
