import pg from 'pg'
import { destroySocket } from './pipeline.js'
import { isLost } from './sqlstate.js'

/** Runs the work on a connection of its own, which ends with it. */
export async function onOwnConnection<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config)
  // A connection that is lost rejects what was asked of it; without a listener it would end the process as well.
  client.on('error', () => undefined)
  await client.connect()
  let failure: unknown
  try {
    return await work(client)
  } catch (error) {
    failure = error
    throw error
  } finally {
    // A silent server would answer no goodbye.
    if (isLost(failure)) destroySocket(client)
    else await client.end()
  }
}
