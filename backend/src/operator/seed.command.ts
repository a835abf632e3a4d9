import { subscribeDemoAccounts } from '../demo/demo-subscriptions.js'
import { seedDemoAccounts } from '../demo/seed.js'
import { operatorCommand } from './operator.js'

/** `ops seed`: creates missing demo accounts and their subscriptions. */
export const seedCommand = operatorCommand({
  name: 'seed',
  description:
    'Writes the demo accounts that are missing, and subscribes those without a subscription while Stripe, or its simulator, answers',
  // It writes by the same commands as users.
  as: () => 'app',
  async run({ settings, database, reading, print }) {
    const written = await seedDemoAccounts(database, reading)
    const { subscribed, left } = await subscribeDemoAccounts(settings, database, reading)
    const lines = [written.length === 0 ? 'The demo accounts are there.' : `Written: ${written.join(', ')}`]
    if (subscribed.length > 0) lines.push(`Subscribed: ${subscribed.join(', ')}`)
    if (left.length > 0) lines.push(`Without a subscription, because Stripe does not answer: ${left.join(', ')}`)
    print({ written, subscribed, left }, () => lines.join('\n'))
  },
})
