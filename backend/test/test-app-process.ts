import 'reflect-metadata'
import { AppModule } from '@prumo/backend/composition/app.module'
import { entities } from '@prumo/backend/composition/entities'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { stopWhenOutdated } from '@prumo/backend/composition/outdated'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { StartupError } from '@prumo/backend/platform/data-folder/startup-error'
import { databaseUrls, openDatabase } from '@prumo/backend/platform/database/open-database'
import { createHttpApp } from '@prumo/backend/platform/http/http-app'
import { stopOnSignals } from '@prumo/backend/platform/shutdown/shutdown'
import { asOwner } from '@prumo/backend/composition/prepare-database'
import { contentsOf } from './test-release.js'

/** The server in a process of its own, for tests of logs and of releases: `main.ts` without its checks of the database. */
async function serve(): Promise<void> {
  const settings = loadSettings()
  const database = await openDatabase({ ...databaseUrls(settings), entities })
  const reading = logReading(contentsOf(process.env), new AccountKeys(settings.masterKey))
  await asOwner(settings, (owner) => ensureReadModels(owner, reading))
  const app = await createHttpApp(AppModule.with(settings, database, reading), settings, '/nowhere')
  stopWhenOutdated(database, reading, stopOnSignals(app, app.getHttpServer()))
  await app.listen(settings.port, '127.0.0.1')
}

try {
  await serve()
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
