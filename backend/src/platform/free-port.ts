import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that no outgoing connection takes the port before the caller binds it. */
const [FIRST, LAST] = [15_000, 32_000]
const ATTEMPTS = 100

/** An unused port. It is even, and the next one is unused too. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = 2 * randomInt(FIRST / 2, LAST / 2)
    if ((await isFree(port)) && (await isFree(port + 1))) return port
  }
  throw new Error('There is no free port.')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen(port), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
