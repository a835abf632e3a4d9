import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onOwnConnection } from '../database/own-connection.js'

/** The same that an operator runs by hand on a Postgres of their own. */
const script = fileURLToPath(new URL('../../../../docs/roles.sql', import.meta.url))

/** The roles by the setting whose address enters with them. */
const roles = { DATABASE_URL: 'prumo_app', DATABASE_OWNER_URL: 'prumo_owner', DATABASE_OPS_URL: 'prumo_ops' }

/** Each role has a password of its own; whoever knows one of them knows no other. */
function passwordOf(role: string, password: string): string {
  return createHmac('sha256', password).update(role).digest('hex')
}

/**
 * Makes the three roles where they are missing, and hands prumo_owner what another role made.
 * Changes nothing where that was done.
 * @param url the administrator's address @param password the administrator's
 */
export async function makeRoles(url: string, password: string): Promise<void> {
  await onOwnConnection({ connectionString: url, application_name: 'prumo-roles' }, async (client) => {
    for (const role of Object.values(roles)) {
      await client.query('select set_config($1, $2, false)', [`prumo.${role.slice('prumo_'.length)}_password`, passwordOf(role, password)])
    }
    await client.query(readFileSync(script, 'utf8'))
  })
}

/** The addresses that enter a database with each role, as settings of the program. */
export function roleSettings(url: string, password: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(roles).map(([variable, username]) => [
      variable,
      Object.assign(new URL(url), { username, password: passwordOf(username, password) }).toString(),
    ]),
  )
}
