import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { Logger } from '@nestjs/common'
import { logFacts } from '../http/failures.js'

const LIMIT_MS = 10_000
const TICKS = 20

/** What the watching thread needs. */
export interface WatchdogData {
  /** One number, which grows each time the loop runs. */
  heartbeats: Int32Array
  limitMs: number
  tickMs: number
}

/**
 * Has a thread of its own watch the event loop of this process, and end the process by SIGKILL (code 137 to a shell or a container)
 * with one log line once the loop has been blocked for `limitMs`. Its supervisor or container starts it again. It does not keep the
 * process alive, and does nothing under a debugger, whose breakpoints block the loop.
 */
export function watchEventLoop(limitMs = LIMIT_MS): void {
  if (inspectorUrl() !== undefined) return
  const tickMs = limitMs / TICKS
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(heartbeats, 0, 1), tickMs).unref()
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData: { heartbeats, limitMs, tickMs } satisfies WatchdogData,
    // No secrets, no options of the program, little memory.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  thread.on('error', (failure) => new Logger('watchdog').error(logFacts(failure), 'The event loop is not watched any more'))
  thread.unref()
}
