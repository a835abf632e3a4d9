import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { Rejected, rejections } from '@prumo/shared/rejections'

/**
 * Answers a connection whose bytes never became a request, in the contract's form, and closes it: malformed or oversized
 * headers, or a request that timed out.
 */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  // An earlier answer on this connection may belong to this very request, whose body broke off. The client would take a second
  // one for the answer to its next request.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) return void socket.destroy()
  const rejected = new Rejected(error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'VALIDATION')
  const { status } = rejections[rejected.code]
  const body = JSON.stringify(rejected.answer)
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
