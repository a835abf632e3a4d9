import { once } from 'node:events'
import { createServer, request, Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeGracefully } from './shutdown.js'
import { SUPERVISOR_VARIABLE, watchSupervisor } from './supervisor-watch.js'

/** A server whose answers take `answerMs`, and one kept-alive connection to it. */
async function serverWithClient(answerMs: number) {
  const server = createServer((_request, response) => void setTimeout(() => response.end('answered'), answerMs)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const ask = async () => {
    const call = request({ port, agent, host: '127.0.0.1' }).end()
    const [response] = await once(call, 'response')
    response.setEncoding('utf8')
    let text = ''
    for await (const part of response) text += part
    return text
  }
  const app = { close: () => new Promise<void>((resolve) => void server.close(() => resolve())) }
  return { server, app, ask, agent }
}

describe('shutting down', () => {
  it('does not wait for an idle connection that is kept alive', async () => {
    const { server, app, ask, agent } = await serverWithClient(0)
    await ask()
    // Never by itself, so it is let go, and not by the force that comes in the end.
    server.keepAliveTimeout = 0
    const forced = jest.spyOn(server, 'closeAllConnections')
    await closeGracefully(app, server)
    expect(forced).not.toHaveBeenCalled()
    agent.destroy()
  })

  it('answers the request in flight', async () => {
    const { server, app, ask, agent } = await serverWithClient(400)
    const answer = ask()
    await once(server, 'request')
    const closed = closeGracefully(app, server)
    expect(await answer).toBe('answered')
    await closed
    agent.destroy()
  })

  it('ends a process whose supervisor is gone', async () => {
    await new Promise<void>((gone) => {
      // Keeps the test's loop alive, which the watch by itself must not.
      const alive = setInterval(() => undefined, 100)
      watchSupervisor(() => (clearInterval(alive), gone()), { [SUPERVISOR_VARIABLE]: String(process.ppid + 1) })
    })
  })
})
