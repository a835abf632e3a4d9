import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { logContents } from '@prumo/backend/composition/capabilities'
import { entities } from '@prumo/backend/composition/entities'
import { ensureReadModels } from '@prumo/backend/event-store/rebuild/rebuild'
import { logReading } from '@prumo/backend/event-store/log-reading'
import { loadSettings } from '@prumo/backend/platform/config/settings'
import { AccountKeys } from '@prumo/backend/platform/crypto/account-keys'
import { databaseUrls, openDatabase } from '@prumo/backend/platform/database/open-database'
import { StructuredLogger } from '@prumo/backend/platform/logger'
import { stopOnSignals } from '@prumo/backend/platform/shutdown/shutdown'
import { asOwner } from '@prumo/backend/composition/prepare-database'
import { WorkerModule } from '@prumo/backend/composition/worker.module'

/** The worker in a process of its own, for a test to kill or to disconnect: `worker.ts` without its checks of the database. */
const settings = loadSettings()
const database = await openDatabase({ ...databaseUrls(settings), entities })
const reading = logReading(logContents, new AccountKeys(settings.masterKey))
await asOwner(settings, (owner) => ensureReadModels(owner, reading))
const app = await NestFactory.createApplicationContext(WorkerModule.with(settings, database, reading), { bufferLogs: true })
app.useLogger(new StructuredLogger(settings))
stopOnSignals(app)
process.stdout.write('ready\n')
