import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { workerData } from 'node:worker_threads'
import { BlockedLoop } from './blocked-loop.js'
import type { WatchdogData } from './watchdog.js'

/** The watchdog's thread: kills the process once its event loop has been blocked for too long. */
const { heartbeats, limitMs, tickMs } = workerData as WatchdogData
const loop = new BlockedLoop(tickMs, performance.now())

setInterval(() => {
  const blockedMs = Math.round(loop.tick(performance.now(), Atomics.load(heartbeats, 0)))
  if (blockedMs < limitMs) return
  const { pid } = process
  const line = {
    level: 60,
    time: Date.now(),
    pid,
    hostname: hostname(),
    context: 'watchdog',
    blockedMs,
    msg: 'The event loop is blocked: this process ends itself',
  }
  try {
    writeSync(1, `${JSON.stringify(line)}\n`)
  } finally {
    // Handlers of other signals would wait for the blocked loop, and a thread has no other way to end its process.
    process.kill(pid, 'SIGKILL')
  }
}, tickMs)
