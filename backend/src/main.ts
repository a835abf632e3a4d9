import 'reflect-metadata'
import { fileURLToPath } from 'node:url'
import { AppModule } from './app.module.js'
import { seedDemoAccounts } from './demo/seed.js'
import { InvalidSettings } from './platform/config/invalid-settings.js'
import { loadSettings } from './platform/config/settings.js'
import { createHttpApp } from './platform/http/http-app.js'
import { stopOnSignals } from './platform/shutdown/shutdown.js'
import { prepareDatabase } from './prepare-database.js'

const appFolder = fileURLToPath(new URL('../../frontend/dist', import.meta.url))

/** The API, with the built app beside it. */
async function serve(): Promise<void> {
  const settings = loadSettings()
  const { database, reading } = await prepareDatabase(settings)
  if (settings.demoSeed) await seedDemoAccounts(database, reading)
  const app = await createHttpApp(AppModule.with(settings, database, reading), settings, appFolder)
  stopOnSignals(app, app.getHttpServer())
  await app.listen(settings.port, '0.0.0.0')
}

try {
  await serve()
} catch (error) {
  if (!(error instanceof InvalidSettings)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
