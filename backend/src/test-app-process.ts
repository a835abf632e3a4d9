import 'reflect-metadata'
import { AppModule } from './app.module.js'
import { logContents } from './capabilities.js'
import { ensureReadModels } from './event-store/rebuilding/rebuild.js'
import { logReading } from './event-store/proving/replay.js'
import { loadSettings } from './platform/config/settings.js'
import { AccountKeys } from './platform/crypto/account-keys.js'
import { databaseUrls, openDatabase } from './platform/database/open-database.js'
import { createHttpApp } from './platform/http/http-app.js'
import { stopOnSignals } from './platform/shutdown/shutdown.js'

/** The server in a process of its own, for a test to read what it logs: `main.ts` without its demands on the database. */
const settings = loadSettings()
const database = await openDatabase(databaseUrls(settings))
const reading = logReading(logContents, new AccountKeys(settings.masterKey))
await ensureReadModels(database, reading)
const app = await createHttpApp(AppModule.with(settings, database, reading), settings, '/nowhere')
stopOnSignals(app, app.getHttpServer())
await app.listen(settings.port, '127.0.0.1')
