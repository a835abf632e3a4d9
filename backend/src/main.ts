import 'reflect-metadata'
import { fileURLToPath } from 'node:url'
import { AppModule } from './composition/app.module.js'
import { subscribeDemoAccounts } from './demo/demo-subscriptions.js'
import { seedDemoAccounts } from './demo/seed.js'
import type { LogReading } from './event-store/log-reading.js'
import { stopWhenOutdated } from './composition/outdated.js'
import { InvalidSettings } from './platform/config/invalid-settings.js'
import { loadSettings, type Settings } from './platform/config/settings.js'
import { StartupError } from './platform/data-folder/startup-error.js'
import type { Database } from './platform/database/database.js'
import { createHttpApp } from './platform/http/http-app.js'
import { stopOnSignals } from './platform/shutdown/shutdown.js'
import { watchEventLoop } from './platform/shutdown/watchdog.js'
import { prepareDatabase } from './composition/prepare-database.js'
import { watchForRollback } from './composition/rollback-watch.js'
import { SubscriptionLooks } from './subscriptions/stripe/subscription-looks.js'

const appFolder = fileURLToPath(new URL('../../frontend/dist', import.meta.url))

/** The API, with the built app beside it. */
async function serve(): Promise<void> {
  watchEventLoop()
  const settings = loadSettings()
  const { database, reading } = await prepareDatabase(settings)
  if (settings.demoSeed) await seed(settings, database, reading)
  const app = await createHttpApp(AppModule.with(settings, database, reading), settings, appFolder)
  const { key, prices } = app.get(SubscriptionLooks, { strict: false })
  await key.checkAtStart()
  await prices.checkAtStart()
  watchForRollback(database, settings.dataDir)
  stopWhenOutdated(database, reading, stopOnSignals(app, app.getHttpServer()))
  await app.listen(settings.port, '0.0.0.0')
}

async function seed(settings: Settings, database: Database, reading: LogReading): Promise<void> {
  await seedDemoAccounts(database, reading)
  const { left } = await subscribeDemoAccounts(settings, database, reading)
  if (left.length > 0) process.stderr.write(`Sem assinatura até o próximo início, porque a Stripe não respondeu: ${left.join(', ')}\n`)
}

try {
  await serve()
} catch (error) {
  if (!(error instanceof InvalidSettings || error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
