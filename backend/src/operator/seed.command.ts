import { subscribeDemoAccounts } from '../demo/demo-subscriptions.js'
import { seedDemoAccounts } from '../demo/seed.js'
import { print, type RegisterCommand } from './operator.js'

/** `ops seed`: the demo accounts and their subscriptions, where they are missing. */
export const seedCommand: RegisterCommand = (program, open) => {
  program
    .command('seed')
    .description('Writes the demo accounts that are missing, and subscribes those without a subscription while Stripe, or its simulator, answers')
    .option('--json', 'one JSON object', false)
    .action(async ({ json }: { json: boolean }) => {
      const { settings, database, reading } = await open()
      const written = await seedDemoAccounts(database, reading)
      const { subscribed, left } = await subscribeDemoAccounts(settings, database, reading)
      print(json, { written, subscribed, left }, () =>
        [
          written.length === 0 ? 'The demo accounts are there.' : `Written: ${written.join(', ')}`,
          ...(subscribed.length > 0 ? [`Subscribed: ${subscribed.join(', ')}`] : []),
          ...(left.length > 0 ? [`Without a subscription, because Stripe does not answer: ${left.join(', ')}`] : []),
        ].join('\n'),
      )
    })
}
