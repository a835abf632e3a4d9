import { exitCodes, operatorCommand } from './operator.js'

const MOST_SHOWN = 1_000

interface Difference {
  accountId: string
  reconciledAt: Date
  difference: string
}

const SUMMARY = {
  text: `select count(*) as customers, count(difference) as differed, max(reconciled_at) as "lastReconciled" from stripe_customers where customer_id is not null`,
}

const DIFFERENCES = {
  text: `
    select account_id as "accountId", reconciled_at as "reconciledAt", difference from stripe_customers
    where difference is not null order by reconciled_at desc limit ${MOST_SHOWN}`,
}

/** `ops subscriptions`: what the last reconciliation with Stripe found. */
export const subscriptionsCommand = operatorCommand({
  name: 'subscriptions',
  description:
    'The subscriptions that were not known as Stripe had them at the last daily reconciliation, which put them right; 1 when there were any',
  async run({ database, print, remark }) {
    const [summary] = await database.rows<{ customers: number; differed: number; lastReconciled: Date | null }>(SUMMARY)
    const differences = await database.rows<Difference>(DIFFERENCES)
    for (const each of differences) print(each, () => `${each.accountId}  ${each.reconciledAt.toISOString()}  ${each.difference}`)
    const total = `${summary?.customers ?? 0} customers, ${summary?.differed ?? 0} differed; last reconciled ${summary?.lastReconciled?.toISOString() ?? 'never'}.`
    if (differences.length === 0) return print(summary, () => total)
    remark(total)
    process.exitCode = exitCodes.wrong
  },
})
