import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerClientError } from './client-error.js'

/** The minimum pace of clients, and how much of a refused body is still read. In milliseconds and bytes. */
export const clientPace = {
  /** A body must deliver this many bytes in each window, or end: 8 kB a second. */
  window: 30_000,
  windowBytes: 240_000,
  /** For how long, and how many bytes, a refused body is read before its connection is closed. */
  linger: 5_000,
  lingerBytes: 32 * 1024 * 1024,
}

/** How often connections are checked, in milliseconds. */
const CHECK_MS = 250

interface ReceivingRequest {
  request: IncomingMessage
  socket: Socket
  since: number
  bytes: number
}

/**
 * Ends requests whose bodies arrive too slowly with a 408, and closes a connection only after its client could read the answer.
 * Node's own limit is one time for a request of any size.
 */
export function watchConnections(server: Server): void {
  const receiving = new Map<Socket, ReceivingRequest>()
  server.on('connection', (socket: Socket) => {
    socket.once('close', () => receiving.delete(socket))
    const closeSoon = socket.destroySoon.bind(socket)
    socket.destroySoon = () => (receiving.get(socket)?.request.complete === false ? closeLingering(socket) : closeSoon())
  })
  server.prependListener('request', (request: IncomingMessage) => {
    const { socket } = request
    if (request.complete || !hasBody(request)) receiving.delete(socket)
    else receiving.set(socket, { request, socket, since: performance.now(), bytes: socket.bytesRead })
  })
  const timer = setInterval(() => {
    for (const each of receiving.values()) checkPace(each)
  }, CHECK_MS).unref()
  server.once('close', () => clearInterval(timer))
  const checkPace = (each: ReceivingRequest) => {
    const { request, socket, since, bytes } = each
    if (request.complete) return receiving.delete(socket)
    if (performance.now() - since < clientPace.window) return
    if (socket.bytesRead - bytes < clientPace.windowBytes) answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
    Object.assign(each, { since: performance.now(), bytes: socket.bytesRead })
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Ends this side, then reads and discards a bounded rest of the client's data. Closing a connection with unread bytes resets
 * it, and the client may lose the answer (RFC 9112, 9.6).
 */
function closeLingering(socket: Socket): void {
  const { bytesRead } = socket
  const until = performance.now() + clientPace.linger
  socket.end()
  const timer = setInterval(() => {
    if (performance.now() > until || socket.bytesRead - bytesRead > clientPace.lingerBytes) socket.destroy()
  }, 50)
  socket.once('close', () => clearInterval(timer))
}
