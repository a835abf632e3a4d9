import type { ServerResponse } from 'node:http'
import { finished, type Readable } from 'node:stream'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { FairSemaphore } from '../fair-semaphore.js'
import { parseJsonBody, parseLargeJsonBody } from './json-body.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response of the request; set before its body is read. */
    response?: ServerResponse
  }
}

/** The default limit of a body, in bytes. */
export const BODY_LIMIT = 102_400

const MEGABYTE = 1024 * 1024
/** Twice the largest body of any route: a parsed body takes several times the memory of its text, so at most two are in work. */
const MAX_IN_WORK = 40 * MEGABYTE
/** How long a request with a large body waits for others, in milliseconds. */
const WAIT_MS = 10_000

/**
 * Reads request bodies. Bodies over `BODY_LIMIT` are bounded by their total bytes per process: 120 MB in transfer, at most 40
 * MB of it from one address, and 40 MB in work.
 */
export class BodyReader {
  readonly #inTransfer = new FairSemaphore({ total: 120 * MEGABYTE, share: 40 * MEGABYTE, waitMs: WAIT_MS })
  readonly #inWork: FairSemaphore

  constructor(maxInWork = MAX_IN_WORK, waitMs = WAIT_MS) {
    this.#inWork = new FairSemaphore({ total: maxInWork, share: maxInWork, waitMs })
  }

  /**
   * The parsed body of a request, or its bytes when the route asks for them. Rejects with PAYLOAD_TOO_LARGE, VALIDATION, and
   * UNAVAILABLE when too many large bodies were in work for too long.
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

  /** Reads a small body that the route ignores. Rejects with PAYLOAD_TOO_LARGE. */
  async drop({ headers }: FastifyRequest, payload: Readable): Promise<void> {
    if (Number(headers['content-length'] ?? 0) > BODY_LIMIT) throw new Rejected('PAYLOAD_TOO_LARGE')
    await collect(payload, BODY_LIMIT)
  }

  async #readLarge({ ip, response }: FastifyRequest, payload: Readable, limit: number, length: number): Promise<unknown> {
    const endTransfer = await this.#inTransfer.acquire(ip, length)
    try {
      const body = await collect(payload, limit)
      const endWork = await this.#inWork.acquire('', body.length)
      if (response) finished(response, endWork)
      return await parseLargeJsonBody(body)
    } finally {
      endTransfer()
    }
  }
}

/** The bytes of a body. Rejects with PAYLOAD_TOO_LARGE over the limit, and VALIDATION when the body is aborted. */
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
