import { v4, v7 } from 'uuid'
import { ApiError, send } from './api'

export interface WriteRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
  /** The version the change was decided on; another one on the server refuses it. */
  version?: number
}

const RETRY_AFTER_MS = [400, 1200, 3000]
const RETRIED_STATUSES = [502, 503, 504]

/** An identifier made here, so that an entity has its name before the server has heard of it. */
export function newId(): string {
  return v7()
}

/**
 * The one way out for everything that changes the account. The idempotency key is made once: however often
 * the request is repeated, and whichever answer got lost, it has one effect.
 */
export async function write<T>(request: WriteRequest): Promise<T> {
  const headers = {
    'Idempotency-Key': v4(),
    ...(request.version !== undefined && { 'If-Match': `"${request.version}"` }),
  }
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send<T>({ method: request.method, path: request.path, body: request.body, headers })
    } catch (failure) {
      const delay = RETRY_AFTER_MS[attempt]
      if (delay === undefined || !mayHaveBeenLost(failure)) throw failure
      await new Promise((resolve) => setTimeout(resolve, delay))
    }
  }
}

function mayHaveBeenLost(failure: unknown): boolean {
  return failure instanceof ApiError && (failure.code === 'NETWORK' || RETRIED_STATUSES.includes(failure.status))
}
