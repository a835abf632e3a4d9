import pg from 'pg'
import { destroySocket } from './pipeline.js'
import { isLost } from './sqlstate.js'

/** Runs the work on a dedicated connection, which is closed afterwards. */
export async function onOwnConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  // A lost connection rejects pending statements; without a listener its event would also end the process.
  client.on('error', () => undefined)
  await client.connect()
  let failure: unknown
  try {
    return await work(client)
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A silent server would not answer a Terminate message.
    if (isLost(failure)) destroySocket(client)
    else await client.end()
  }
}
