import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { Rejected, rejections } from '@prumo/shared/rejections'

/**
 * Answers what never became a request, in the contract's form, and lets the connection go: headers that are none, too
 * many of them, or a request that did not end in its time.
 */
export function answerClientError(error: { code?: string }, socket: Socket): void {
  // Whoever had an answer on this connection may have had it to this very request, before its body broke off: a second
  // one would be taken for the answer to the next.
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
