import 'reflect-metadata'
import { AppModule } from './app.module.js'
import { entities } from './entities.js'
import { ensureReadModels } from './event-store/projection/rebuild.js'
import { logReading } from './event-store/log-reading.js'
import { stopWhenOutdated } from './outdated.js'
import { loadSettings } from './platform/config/settings.js'
import { AccountKeys } from './platform/crypto/account-keys.js'
import { StartupError } from './platform/data-folder/startup-error.js'
import { databaseUrls, openDatabase } from './platform/database/open-database.js'
import { createHttpApp } from './platform/http/http-app.js'
import { stopOnSignals } from './platform/shutdown/shutdown.js'
import { asOwner } from './prepare-database.js'
import { contentsOf } from './test-release.js'

/** The server in a process of its own, for tests of logs and of releases: `main.ts` without its demands on the database. */
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
