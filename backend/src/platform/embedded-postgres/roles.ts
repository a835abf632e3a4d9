import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onOwnConnection } from '../database/own-connection.js'

/** The script that operators run by hand on their own Postgres. */
const script = fileURLToPath(new URL('../../../../docs/roles.sql', import.meta.url))

/** Roles by the setting whose address connects with them. */
const roles = { DATABASE_URL: 'prumo_app', DATABASE_OWNER_URL: 'prumo_owner', DATABASE_OPS_URL: 'prumo_ops' }

/** A password per role, none derivable from another. */
function passwordOf(role: string, password: string): string {
  return createHmac('sha256', password).update(role).digest('hex')
}

/**
 * Creates the three roles if missing, and gives the database to prumo_owner. Idempotent.
 * @param url the superuser's address @param password the superuser's
 */
export async function makeRoles(url: string, password: string): Promise<void> {
  await onOwnConnection({ connectionString: url, application_name: 'prumo-roles' }, async (client) => {
    for (const role of Object.values(roles)) {
      await client.query('select set_config($1, $2, false)', [`prumo.${role.slice('prumo_'.length)}_password`, passwordOf(role, password)])
    }
    await client.query(readFileSync(script, 'utf8'))
  })
}

/** The settings with the address of each role. */
export function roleSettings(url: string, password: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(roles).map(([variable, username]) => [
      variable,
      Object.assign(new URL(url), { username, password: passwordOf(username, password) }).toString(),
    ]),
  )
}
