import 'reflect-metadata'
import { NestFactory } from '@nestjs/core'
import { stopWhenOutdated } from './composition/outdated.js'
import { InvalidSettings } from './platform/config/invalid-settings.js'
import { loadSettings } from './platform/config/settings.js'
import { StartupError } from './platform/data-folder/startup-error.js'
import { StructuredLogger } from './platform/logger.js'
import { stopOnSignals } from './platform/shutdown/shutdown.js'
import { watchEventLoop } from './platform/shutdown/watchdog.js'
import { prepareDatabase } from './composition/prepare-database.js'
import { watchForRollback } from './composition/rollback-watch.js'
import { StripeKey } from './subscriptions/stripe/stripe-key.js'
import { WorkerModule } from './composition/worker.module.js'

/** The worker: the same code as the API, without a port. Any number of them share the jobs. */
async function work(): Promise<void> {
  watchEventLoop()
  const settings = loadSettings()
  const { database, reading } = await prepareDatabase(settings)
  await new StripeKey(settings, database).checkAtStart()
  const app = await NestFactory.createApplicationContext(WorkerModule.with(settings, database, reading), { bufferLogs: true })
  app.useLogger(new StructuredLogger(settings))
  watchForRollback(database, settings.dataDir)
  stopWhenOutdated(database, reading, stopOnSignals(app))
}

try {
  await work()
} catch (error) {
  if (!(error instanceof InvalidSettings || error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
