import { url as inspectorUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { Logger } from '@nestjs/common'
import { logFacts } from '../http/failures.js'

const LIMIT_MS = 10_000
const TICKS = 20

/** Input of the watchdog's thread. */
export interface WatchdogData {
  /** A single number that increases each time the loop runs. */
  heartbeats: Int32Array
  limitMs: number
  tickMs: number
}

/**
 * Watches the event loop of this process from a thread, and kills the process by SIGKILL (exit code 137) with one log line once
 * the loop has been blocked for `limitMs`. The supervisor or container restarts it. The thread does not keep the process alive,
 * and does not start under a debugger, whose breakpoints block the loop.
 */
export function watchEventLoop(limitMs = LIMIT_MS): void {
  if (inspectorUrl() !== undefined) return
  const tickMs = limitMs / TICKS
  const heartbeats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(heartbeats, 0, 1), tickMs).unref()
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), {
    workerData: { heartbeats, limitMs, tickMs } satisfies WatchdogData,
    // The thread gets no secrets, no options of the program, and little memory.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  })
  thread.on('error', (failure) => new Logger('watchdog').error(logFacts(failure), 'The event loop is not watched any more'))
  thread.unref()
}
