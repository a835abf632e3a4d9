import { InvalidSettings } from '../config/invalid-settings.js'
import type { Database } from './database.js'

const OLDEST_VERSION = 150_000

/** @throws InvalidSettings when the server is older than Postgres 15 */
export async function refuseOldServer(database: Database): Promise<void> {
  const [server] = await database.rows<{ number: number; version: string }>({
    text: `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  })
  if (!server || server.number < OLDEST_VERSION) {
    throw new InvalidSettings([`DATABASE_URL: o servidor é o Postgres ${server?.version}. Use o 15 ou mais novo.`])
  }
}

/**
 * An answered command must survive a power cut, so a server configured to lose commits is refused. Tests skip this check,
 * because their cluster is configured so.
 * @throws InvalidSettings naming the server's settings
 */
export async function refuseUnsafeDurability(database: Database): Promise<void> {
  const unsafe = await database.rows<{ name: string }>({
    text: `SELECT name FROM pg_settings
      WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off' ORDER BY name`,
  })
  if (unsafe.length === 0) return
  const names = unsafe.map((row) => row.name).join(', ')
  const problem = `este Postgres pode perder dados já confirmados (desligado: ${names}). Ligue e reinicie o servidor.`
  throw new InvalidSettings([`DATABASE_URL: ${problem}`])
}
