import { bootstrap } from './bootstrap.mjs'
import { readEnvironmentFile, settingsOrExit } from './environment.mjs'

bootstrap()
const { build } = await import('./build.mjs')
await build()
const { Supervisor } = await import('./supervisor.mjs')
const { programs } = await import('./programs.mjs')
const { announce } = await import('./announcement.mjs')

readEnvironmentFile()
const settings = await settingsOrExit()
const supervisor = new Supervisor(settings)
await supervisor.startPostgres()
const stripeSimulator = await supervisor.startStripeSimulator()
await supervisor.startPrograms(programs)
announce(settings, stripeSimulator)
