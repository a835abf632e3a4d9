import type { ServerResponse } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { FairSemaphore } from '../fair-semaphore.js'
import { parseJsonBody, parseLargeJsonBody } from './json-body.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** What answers the request; set before its body is read. */
    response?: ServerResponse
  }
}

/** The largest body the contract accepts where a route does not say otherwise, in bytes. */
export const BODY_LIMIT = 102_400

const MEGABYTE = 1024 * 1024
/** Two of the largest body of any route. A parsed body takes several times the memory of its text, so two are at work at a time. */
const AT_WORK = 40 * MEGABYTE
/** How long a request with a large body waits until others of its kind are done, in milliseconds. */
const WAIT_MS = 10_000

/**
 * Reads the bodies of requests. Those over `BODY_LIMIT` are bounded by their bytes, in each process: 120 MB on their way, of which
 * one address sends at most 40, and 40 MB whose requests are at work.
 */
export class BodyReader {
  readonly #onTheirWay = new FairSemaphore({ total: 120 * MEGABYTE, share: 40 * MEGABYTE, waitMs: WAIT_MS })
  readonly #atWork: FairSemaphore

  constructor(atWork = AT_WORK, waitMs = WAIT_MS) {
    this.#atWork = new FairSemaphore({ total: atWork, share: atWork, waitMs })
  }

  /**
   * The value of a request's body, or its bytes where the route asks for them. Rejects with PAYLOAD_TOO_LARGE, VALIDATION, and
   * UNAVAILABLE where too many large bodies were there for too long.
   */
  async read(request: FastifyRequest, payload: Readable): Promise<unknown> {
    const { bodyLimit, config } = request.routeOptions
    const sent = request.headers['content-length']
    const length = sent === undefined ? bodyLimit : Number(sent)
    if (length > bodyLimit) throw new Rejected('PAYLOAD_TOO_LARGE')
    if (length > BODY_LIMIT) return this.#readLarge(request, payload, bodyLimit, length)
    const body = await collect(payload, bodyLimit)
    return config.rawBody ? body : parseJsonBody(body)
  }

  async #readLarge({ ip, response }: FastifyRequest, payload: Readable, limit: number, length: number): Promise<unknown> {
    const received = await this.#onTheirWay.take(ip, length)
    try {
      const body = await collect(payload, limit)
      const done = await this.#atWork.take('', body.length)
      if (response) finished(response, done)
      return await parseLargeJsonBody(body)
    } finally {
      received()
    }
  }
}

/** The bytes of a body. Rejects with PAYLOAD_TOO_LARGE for more than the limit, VALIDATION where it broke off. */
function collect(payload: Readable, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const refuse = (code: 'PAYLOAD_TOO_LARGE' | 'VALIDATION') => {
      payload.removeAllListeners('data')
      chunks.length = 0
      reject(new Rejected(code))
    }
    payload.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) refuse('PAYLOAD_TOO_LARGE')
      else chunks.push(chunk)
    })
    finished(payload, { writable: false }, (error) => {
      if (error) refuse('VALIDATION')
      else resolve(Buffer.concat(chunks, length))
    })
  })
}
