import { logContents } from './capabilities.js'
import { ensureReadModels } from './event-store/rebuilding/rebuild.js'
import { logReading, type LogReading } from './event-store/proving/replay.js'
import { refuseForeignKeys } from './event-store/wrapping/refuse-foreign-keys.js'
import { migrations } from './migrations.js'
import type { Settings } from './platform/config/settings.js'
import { AccountKeys } from './platform/crypto/account-keys.js'
import type { Database } from './platform/database/database.js'
import { migrate } from './platform/database/migrate.js'
import { databaseUrls, openDatabase } from './platform/database/open-database.js'
import { refuseOldServer, refuseUnsafeDurability } from './platform/database/server-checks.js'
import { migrateQueue } from './platform/queue/migrate-queue.js'

/**
 * Opens the database as every process needs it: checked, migrated, with every read model there.
 * Throws InvalidSettings for a server that is too old or may lose what it confirmed, and for a master key that is not
 * the one of this database.
 */
export async function prepareDatabase(settings: Settings): Promise<{ database: Database; reading: LogReading }> {
  const { url, directUrl } = databaseUrls(settings)
  const database = await openDatabase({ url })
  await refuseOldServer(database)
  await refuseUnsafeDurability(database)
  await migrate(directUrl, migrations)
  if (settings.redisUrl === null) await migrateQueue(directUrl)
  const keys = new AccountKeys(settings.masterKey, settings.otherMasterKeys)
  await refuseForeignKeys(database, keys)
  const reading = logReading(logContents, keys)
  await ensureReadModels(database, reading)
  return { database, reading }
}
