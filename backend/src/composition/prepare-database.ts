import { logContents } from './capabilities.js'
import { entities } from './entities.js'
import { grants } from './grants.js'
import { ensureReadModels } from '../event-store/rebuild/rebuild.js'
import { logReading, type LogReading } from '../event-store/log-reading.js'
import { refuseForeignKeys } from '../event-store/keys/refuse-foreign-keys.js'
import { migrations } from './migrations.js'
import { InvalidSettings } from '../platform/config/invalid-settings.js'
import type { Settings } from '../platform/config/settings.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import type { Database } from '../platform/database/database.js'
import type { LockWait } from '../platform/database/lock-attempts.js'
import { applyGrants } from '../platform/database/grants.js'
import { migrate, pendingMigrations, refuseBeforeBaseline } from '../platform/database/migrate.js'
import { databaseUrls, openDatabase, type DatabaseRole } from '../platform/database/open-database.js'
import { refuseOldServer, refuseUnsafeDurability } from '../platform/database/server-checks.js'
import { isForbidden } from '../platform/database/sqlstate.js'
import { migrateQueue } from '../jobs/queue-backend.js'

/**
 * Opens the database as every process needs it: checked, migrated, with every read model there. All of that is the
 * owner's work, on a connection that is closed before anybody is served; what is returned has the rights of `as` alone.
 * Throws InvalidSettings for a server that is too old or may lose what it confirmed, for a master key that is not
 * the one of this database, and for a role that may not do what is to be done; StartupError where a newer program has been,
 * where the database is from before the baseline, and where a table cannot be changed because someone goes on reading it.
 * @param patient whether the caller's own statements may take as long as they take, as preparing does
 */
export async function prepareDatabase(
  settings: Settings,
  { as = 'app', patient = false }: { as?: DatabaseRole; patient?: boolean } = {},
): Promise<{ database: Database; reading: LogReading }> {
  const reading = logReading(logContents, new AccountKeys(settings.masterKey, settings.otherMasterKeys))
  await asOwner(settings, async (owner) => {
    await refuseOldServer(owner)
    await refuseUnsafeDurability(owner)
    await prepareTables(settings, owner, reading)
  })
  const { directUrl, byRole } = databaseUrls(settings)
  const url = byRole[as]
  return { database: await openDatabase({ url, directUrl: as === 'app' ? directUrl : url, entities, patient }), reading }
}

/** Migrates and makes read models. Throws as `prepareDatabase` does; where nothing is to be changed, the program's own role will do. */
export async function prepareTables(settings: Settings, owner: Database, reading: LogReading): Promise<void> {
  const onWait = sayOnce()
  const [baseline] = migrations
  await refuseBeforeBaseline(owner, baseline, settings.dataDir)
  await bringUpToDate(settings, owner, onWait)
  await refuseForeignKeys(owner, reading.keys)
  const { setAside } = await ensureReadModels(owner, reading, { onWait })
  for (const [accountId, why] of setAside)
    process.stderr.write(`Conta ${accountId} deixada de lado ao montar as tabelas de leitura: ${why}. Veja ops verify.\n`)
}

/** Does what needs the tables' owner on a connection of its own. Throws InvalidSettings where the settings name another role. */
export async function asOwner<T>(settings: Settings, work: (owner: Database) => Promise<T>): Promise<T> {
  const owner = await openDatabase({ url: databaseUrls(settings).byRole.owner, entities, patient: true })
  try {
    return await work(owner)
  } catch (error) {
    if (isForbidden(error)) throw forbidden()
    throw error
  } finally {
    await owner.close()
  }
}

// The default privileges come before any table is made, so that nobody is without a read model that changes places.
async function bringUpToDate(settings: Settings, owner: Database, onWait: (waited: LockWait) => void): Promise<void> {
  const { byRole } = databaseUrls(settings)
  const [role] = await owner.rows<{ makesTables: boolean }>({
    text: `select has_schema_privilege(current_schema(), 'create') as "makesTables"`,
  })
  // Where the release's first step migrated, a process needs no owner's password.
  if (!role?.makesTables) {
    if ((await pendingMigrations(owner, migrations)).length > 0) throw forbidden()
    return
  }
  await migrate(byRole.owner, migrations, { onWait })
  if (settings.redisUrls.length === 0) await migrateQueue(byRole.owner)
  await applyGrants(owner, byRole, grants)
}

function forbidden(): InvalidSettings {
  return new InvalidSettings([
    'DATABASE_OWNER_URL: o banco precisa de uma mudança que só o dono das tabelas pode fazer. ' +
      'Informe o endereço dele aqui, ou rode antes ops migrate com ele.',
  ])
}

/** Tells the person at the terminal why a start takes long. */
function sayOnce(): (waited: LockWait) => void {
  let said = false
  return ({ tables }) => {
    if (!said)
      process.stderr.write(
        `Esperando para mudar ${tables.join(', ') || 'tabelas'}: alguém está lendo (um backup, por exemplo). O Prumo inicia em seguida.\n`,
      )
    said = true
  }
}
