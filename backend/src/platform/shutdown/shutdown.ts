import type { Server } from 'node:http'
import { watchSupervisor } from './supervisor-watch.js'

/** Time for a request in flight to be answered; idle keep-alive connections would otherwise hold the close open indefinitely. */
const ANSWER_MS = 3500
const IDLE_EVERY_MS = 100
/** After this the process exits uncleanly: a process manager would kill it anyway. */
const LIMIT_MS = 10_000

/** A Nest application, or a worker's equivalent. */
export interface ClosableServer {
  close(): Promise<unknown>
}

/**
 * Shuts down once, on SIGTERM, SIGINT, SIGHUP, or when the supervisor has ended. Exits with 0 after a clean close, with 1 when
 * closing failed or took too long.
 * @param server the application's HTTP server, if it has one
 * @returns the shutdown, to call for another reason with its own exit code
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

/** Closes the application: requests in flight are answered, idle connections closed at once, remaining ones after a limit. */
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
