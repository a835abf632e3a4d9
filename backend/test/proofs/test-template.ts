import { logContents } from '@prumo/backend/composition/capabilities'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { grants } from '@prumo/backend/composition/grants'
import { migrateQueue } from '@prumo/backend/jobs/queue-backend'
import { migrations } from '@prumo/backend/composition/migrations'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import type { Database } from '@prumo/backend/platform/database/database'
import { applyGrants } from '@prumo/backend/platform/database/grants'
import { migrate } from '@prumo/backend/platform/database/migrate'
import { openDatabase } from '@prumo/backend/platform/database/open-database'
import { administer } from '../test-database.js'

/** The migrated database that the test files copy. */
export const TEMPLATE = 'prumo_template'

/** The same address with another database, by default the template. */
export const inDatabase = (url: string, name = TEMPLATE) => Object.assign(new URL(url), { pathname: `/${name}` }).toString()

/** @param url the superuser's, of a server that has the three roles */
export async function makeTemplate(url: string, name = TEMPLATE): Promise<void> {
  // Tests change the log and other sessions' connections, which the program never does; but as superuser the program would not need
  // its grants.
  await administer(
    url,
    `GRANT SET ON PARAMETER session_replication_role, log_error_verbosity TO prumo_owner;
     GRANT prumo_app, prumo_ops, pg_monitor, pg_signal_backend TO prumo_owner`,
  )
  await administer(url, `CREATE DATABASE ${name} OWNER prumo_owner`)
}

/**
 * Creates the tables in it, including the read models, with their grants.
 * @param settings the addresses of the roles @param after further work on the tables, as their owner
 */
export async function fillTemplate(
  settings: Record<string, string>,
  after: (owner: Database) => Promise<unknown> = () => Promise.resolve(),
  name = TEMPLATE,
): Promise<void> {
  const { DATABASE_URL: app = '', DATABASE_OPS_URL: ops = '', DATABASE_OWNER_URL = '' } = settings
  const ownerUrl = inDatabase(DATABASE_OWNER_URL, name)
  await migrate(ownerUrl, migrations)
  await migrateQueue(ownerUrl)
  const owner = await openDatabase({ url: ownerUrl, patient: true })
  // No event is read, so any key serves.
  await ensureReadModels(owner, logReading(logContents, new AccountKeys(Buffer.alloc(32))))
  await after(owner)
  await applyGrants(owner, { app, ops, owner: ownerUrl }, grants)
  await owner.close()
}
