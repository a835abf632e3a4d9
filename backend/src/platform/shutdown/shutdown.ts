import type { Server } from 'node:http'
import { watchSupervisor } from './supervisor-watch.js'

/** Idle keep-alive connections would hold the close for ever; a request in flight gets this long to be answered. */
const ANSWER_MS = 3500
const IDLE_EVERY_MS = 100
/** What hangs beyond this ends without its goodbye: a process manager would kill it anyway. */
const LIMIT_MS = 10_000

/** What is to be closed: a Nest application, or a worker's equivalent of one. */
export interface ClosableServer {
  close(): Promise<unknown>
}

/**
 * Ends the process in good order, once, on SIGTERM, SIGINT, SIGHUP, or when the supervisor that started it is gone.
 * Code 0 when everything was closed, 1 when closing failed or took too long.
 * @param server the HTTP server of the application, where it has one
 * @returns the same, for another reason and with a code of its own
 */
export function stopOnSignals(app: ClosableServer, server?: Server): (code: number) => void {
  let stopping = false
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), LIMIT_MS).unref()
    closeGracefully(app, server).then(
      () => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  watchSupervisor(() => stop(0))
  return stop
}

/** Closes the application: requests in flight are answered, idle connections are closed at once, stuck ones in the end. */
export async function closeGracefully(app: ClosableServer, server?: Server): Promise<void> {
  const idle = setInterval(() => server?.closeIdleConnections(), IDLE_EVERY_MS)
  const rest = setTimeout(() => server?.closeAllConnections(), ANSWER_MS)
  server?.closeIdleConnections()
  try {
    await app.close()
  } finally {
    clearInterval(idle)
    clearTimeout(rest)
  }
}
