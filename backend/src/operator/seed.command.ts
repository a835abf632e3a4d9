import { seedDemoAccounts } from '../demo/seed.js'
import { print, type RegisterCommand } from './operator.js'

/** `ops seed`: the demo accounts, where they are missing. */
export const seedCommand: RegisterCommand = (program, open) => {
  program
    .command('seed')
    .description('Writes the demo accounts that are missing')
    .option('--json', 'one JSON object', false)
    .action(async ({ json }: { json: boolean }) => {
      const { database, reading } = await open()
      const written = await seedDemoAccounts(database, reading)
      print(json, { written }, () => (written.length === 0 ? 'The demo accounts are there.' : `Written: ${written.join(', ')}`))
    })
}
