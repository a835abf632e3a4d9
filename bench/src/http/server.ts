import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@prumo/backend/platform/free-port'

/** A server in a process of its own. */
export interface Server {
  origin: string
  stop(): Promise<void>
}

/** Starts a program with a port and waits until it accepts connections. @param program an address beside this file */
export async function startServer(program: string, environment: Record<string, string>): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url))], {
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'development', ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/api/transactions`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    await pause(100)
  }
  return {
    origin,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}
