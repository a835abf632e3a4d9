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
 * Opens the database as every process needs it: checked, migrated, with all read models. The preparation uses the owner's role
 * on a connection that is closed before any request is served; the returned database has the privileges of `as` only. Throws
 * InvalidSettings for a server that is too old or may lose commits, for a wrong master key, and for a role without sufficient
 * privileges; StartupError when a newer program has used the database, when it predates the baseline, and when a long reader blocks a table change.
 * @param patient whether the caller's own statements have no time limit, as the preparation
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

/**
 * Migrates and builds read models. Throws as `prepareDatabase` does. When there is nothing to change, the program's own role
 * suffices.
 */
export async function prepareTables(settings: Settings, owner: Database, reading: LogReading): Promise<void> {
  const onWait = reportWaitOnce()
  const [baseline] = migrations
  await refuseBeforeBaseline(owner, baseline, settings.dataDir)
  await migrateTables(settings, owner, onWait)
  await refuseForeignKeys(owner, reading.keys)
  const { setAsideAccounts } = await ensureReadModels(owner, reading, { onWait })
  for (const [accountId, why] of setAsideAccounts)
    process.stderr.write(`Conta ${accountId} deixada de lado ao montar as tabelas de leitura: ${why}. Veja ops verify.\n`)
}

/** Runs work with the owner's role on its own connection. Throws InvalidSettings when the configured role lacks privileges. */
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

// Default privileges are set before any table is created, so that a swapped-in read model is readable at once.
async function migrateTables(settings: Settings, owner: Database, onWait: (waited: LockWait) => void): Promise<void> {
  const { byRole } = databaseUrls(settings)
  const [role] = await owner.rows<{ makesTables: boolean }>({
    text: `select has_schema_privilege(current_schema(), 'create') as "makesTables"`,
  })
  // After `ops migrate`, a process needs no owner credentials.
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

/** Explains a slow start at the terminal, once. */
function reportWaitOnce(): (waited: LockWait) => void {
  let isReported = false
  return ({ tables }) => {
    if (!isReported)
      process.stderr.write(
        `Esperando para mudar ${tables.join(', ') || 'tabelas'}: alguém está lendo (um backup, por exemplo). O Prumo inicia em seguida.\n`,
      )
    isReported = true
  }
}
