import { logContents } from './capabilities.js'
import { entities } from './entities.js'
import { ensureReadModels } from './event-store/projection/rebuild.js'
import { logReading, type LogReading } from './event-store/log-reading.js'
import { refuseForeignKeys } from './event-store/keys/refuse-foreign-keys.js'
import { migrations } from './migrations.js'
import type { Settings } from './platform/config/settings.js'
import { AccountKeys } from './platform/crypto/account-keys.js'
import type { Database } from './platform/database/database.js'
import type { Waited } from './platform/database/lock-attempts.js'
import { migrate } from './platform/database/migrate.js'
import { databaseUrls, openDatabase } from './platform/database/open-database.js'
import { refuseOldServer, refuseUnsafeDurability } from './platform/database/server-checks.js'
import { migrateQueue } from './jobs/queue-backend.js'

/**
 * Opens the database as every process needs it: checked, migrated, with every read model there.
 * Throws InvalidSettings for a server that is too old or may lose what it confirmed, and for a master key that is not
 * the one of this database; StartupError where a newer program has been, and where a table cannot be changed because
 * someone goes on reading it.
 * @param patient whether the caller's own statements may take as long as they take, as preparing does
 */
export async function prepareDatabase(settings: Settings, { patient = false } = {}): Promise<{ database: Database; reading: LogReading }> {
  const { url, directUrl } = databaseUrls(settings)
  const database = await openDatabase({ url, entities, patient: true })
  await refuseOldServer(database)
  await refuseUnsafeDurability(database)
  const onWait = sayOnce()
  await migrate(directUrl, migrations, { onWait })
  if (settings.redisUrl === null) await migrateQueue(directUrl)
  const keys = new AccountKeys(settings.masterKey, settings.otherMasterKeys)
  await refuseForeignKeys(database, keys)
  const reading = logReading(logContents, keys)
  const { setAside } = await ensureReadModels(database, reading, { onWait })
  for (const [accountId, why] of setAside)
    process.stderr.write(`Conta ${accountId} deixada de lado ao montar as tabelas de leitura: ${why}. Veja ops verify.\n`)
  if (patient) return { database, reading }
  await database.close()
  return { database: await openDatabase({ url, entities }), reading }
}

/** Tells the person at the terminal why a start takes long. */
function sayOnce(): (waited: Waited) => void {
  let said = false
  return ({ tables }) => {
    if (!said)
      process.stderr.write(
        `Esperando para mudar ${tables.join(', ') || 'tabelas'}: alguém está lendo (um backup, por exemplo). O Prumo inicia em seguida.\n`,
      )
    said = true
  }
}
