import { once } from 'node:events'
import { createServer, request, Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { closeGracefully } from './shutdown.js'
import { SUPERVISOR_VARIABLE, watchSupervisor } from './supervisor-watch.js'

/** A server that answers after `answerMs`, with one keep-alive connection. */
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
  it('does not wait for an idle keep-alive connection', async () => {
    const { server, app, ask, agent } = await serverWithClient(0)
    await ask()
    // No keep-alive timeout: only the shutdown closes the connection, and not by its final force.
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

  it('ends a process whose supervisor has ended', async () => {
    await new Promise<void>((gone) => {
      // Keeps the test's loop alive, which the watch itself must not.
      const alive = setInterval(() => undefined, 100)
      watchSupervisor(() => (clearInterval(alive), gone()), { [SUPERVISOR_VARIABLE]: String(process.ppid + 1) })
    })
  })
})
