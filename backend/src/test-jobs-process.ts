import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { logContents } from './capabilities.js'
import { entities } from './entities.js'
import { ensureReadModels } from './event-store/projection/rebuild.js'
import { logReading } from './event-store/log-reading.js'
import { loadSettings } from './platform/config/settings.js'
import { AccountKeys } from './platform/crypto/account-keys.js'
import { databaseUrls, openDatabase } from './platform/database/open-database.js'
import { StructuredLogger } from './platform/logger.js'
import { stopOnSignals } from './platform/shutdown/shutdown.js'
import { asOwner } from './prepare-database.js'
import { WorkerModule } from './worker.module.js'

/** The worker in a process of its own, for a test to kill or to cut off: `worker.ts` without its demands on the database. */
const settings = loadSettings()
const database = await openDatabase({ ...databaseUrls(settings), entities })
const reading = logReading(logContents, new AccountKeys(settings.masterKey))
await asOwner(settings, (owner) => ensureReadModels(owner, reading))
const app = await NestFactory.createApplicationContext(WorkerModule.with(settings, database, reading), { bufferLogs: true })
app.useLogger(new StructuredLogger(settings))
stopOnSignals(app)
process.stdout.write('ready\n')
