import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerClientError } from './client-error.js'

/** What a client has to keep up, and how much of what is refused is still read. In milliseconds and bytes. */
export const clientPace = {
  /** In each such window, from its headers on, so much of a request's body arrives, or its end: 8 kB a second. */
  window: 30_000,
  windowBytes: 240_000,
  /** How long, and how much, is read of a refused body before its connection is closed. */
  linger: 5_000,
  lingerBytes: 32 * 1024 * 1024,
}

/** How often connections are looked at, in milliseconds. */
const LOOK_MS = 250

interface ReceivingRequest {
  request: IncomingMessage
  socket: Socket
  since: number
  bytes: number
}

/**
 * Ends requests whose bodies arrive too slowly with a 408, and closes a connection only after its client could read the answer.
 * Node knows one time for all of a request, however large it is.
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
    for (const each of receiving.values()) look(each)
  }, LOOK_MS).unref()
  server.once('close', () => clearInterval(timer))
  const look = (each: ReceivingRequest) => {
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
 * Ends this side and reads a bounded rest of what the client still sends, which is discarded. A connection that is closed with
 * bytes unread is reset, and the client may lose the answer that it has not read yet (RFC 9112, 9.6).
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
