import type pg from 'pg'

/** How often a connection that only listens is asked whether it still speaks. */
const ASKED_EVERY_MS = 3_000

/**
 * Each worker holds a connection to listen on, which says nothing while nothing happens: one that fell silent would not
 * be missed, and the worker would sleep on. So what is held for long is asked, and told to be broken when it does not
 * answer; whoever held it then takes another. @returns what ends the asking
 */
export function askHeld(pool: pg.Pool): () => void {
  const held = new Map<pg.PoolClient, 'new' | 'heard' | 'asked'>()
  pool.on('acquire', (client) => held.set(client, 'new'))
  pool.on('release', (_failure, client) => held.delete(client))
  const ask = async (client: pg.PoolClient) => {
    held.set(client, 'asked')
    try {
      await client.query('select 1')
      if (held.has(client)) held.set(client, 'heard')
    } catch (failure) {
      if (held.has(client) && client.listenerCount('error') > 0) client.emit('error', failure)
    }
  }
  const look = () => {
    for (const [client, state] of held) {
      if (state === 'new') held.set(client, 'heard')
      else if (state === 'heard') void ask(client)
    }
  }
  const asking = setInterval(look, ASKED_EVERY_MS).unref()
  return () => clearInterval(asking)
}
