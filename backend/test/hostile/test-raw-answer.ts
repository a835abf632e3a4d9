import { connect } from 'node:net'

/** The answer as received on the socket. */
export interface RawAnswer {
  /** 0 when the connection was closed without an answer. */
  status: number
  headers: Record<string, string>
  body: string
}

const PATIENCE_MS = 10_000

/** Sends raw bytes to a local server and reads until it closes, or a stream begins. Rejects when neither happens in time. */
export function exchange(port: number, bytes: Buffer, mayClose: boolean): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      // A stream does not end by itself: the client closes it once it has started.
      if (/^content-type: text\/event-stream/im.test(Buffer.concat(chunks).toString('latin1'))) socket.destroy()
    })
    // The server may reset a connection while the request is still being sent, with or without an answer.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(parsed(Buffer.concat(chunks)))
    })
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`Nothing closed it within ${PATIENCE_MS} ms`))
    }, PATIENCE_MS)
    socket.write(bytes)
    // A request that promises more than it sends is not waited for: the client closes, as clients also do.
    if (mayClose) setTimeout(() => socket.end(), 100).unref()
  })
}

function parsed(bytes: Buffer): RawAnswer {
  let text = bytes.toString()
  // An interim answer precedes the final one.
  while (/^HTTP\/1\.1 1\d\d /.test(text)) text = text.slice(text.indexOf('\r\n\r\n') + 4)
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0), headers, body: end < 0 ? '' : text.slice(end + 4) }
}
