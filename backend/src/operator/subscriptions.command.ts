import type { TaskKind } from '../subscriptions/stripe/stripe-tasks.js'
import { exitCodes, operatorCommand } from './operator.js'

const MOST_SHOWN = 1_000

interface SubscriptionDifference {
  accountId: string
  reconciledAt: Date
  difference: string
}

interface OpenStripeTask {
  kind: TaskKind
  /** Stripe's id of the object concerned. */
  subject: string
  /** Null for an erased account. */
  accountId: string | null
  since: Date
}

/** What to do about each kind. */
const advice: Record<TaskKind, string> = {
  second: 'a second subscription of the same account: cancel one and refund it',
  dispute: 'a dispute that is not decided: answer it in the Dashboard',
  refund: 'a payment that Stripe cannot give back: transfer it, then --done',
  payer: 'charged for an account that is not here, or by a second customer of one: cancel or link it',
}

const SUMMARY = {
  text: `select count(*) as customers, count(difference) as differed, max(reconciled_at) as "lastReconciled",
    min(coalesce(reconciled_at, known_since)) as "oldest" from stripe_customers where customer_id is not null`,
}

const DIFFERENCES = {
  text: `
    select account_id as "accountId", reconciled_at as "reconciledAt", difference from stripe_customers
    where difference is not null order by reconciled_at desc limit ${MOST_SHOWN}`,
}

const TASKS = {
  text: `select kind, subject, account_id as "accountId", since from stripe_tasks order by since limit ${MOST_SHOWN}`,
}

const DONE = { text: `delete from stripe_tasks where kind = 'refund' and subject = $1 returning subject` }

/** `ops subscriptions`: the differences of the last reconciliation with Stripe, and open tasks of the operator. */
export const subscriptionsCommand = operatorCommand<{ done?: string }>({
  name: 'subscriptions',
  description:
    'The subscriptions that were not known as Stripe had them at the last daily reconciliation, which put them right, and what ' +
    'waits for an operator: second subscriptions, disputes, refunds by hand, payers without an account; 1 when there was any',
  options: (command) => command.option('--done <charge>', 'a refund by hand was made: forgets it'),
  async run({ database, print, remark }, { done }) {
    if (done !== undefined) {
      const [gone] = await database.rows<{ subject: string }>(DONE, [done])
      if (!gone) throw new Error(`No refund by hand of ${done} is waited for.`)
      return print({ done }, () => `${done}  done`)
    }
    const [summary] = await database.rows<{ customers: number; differed: number; lastReconciled: Date | null; oldest: Date | null }>(
      SUMMARY,
    )
    const differences = await database.rows<SubscriptionDifference>(DIFFERENCES)
    const tasks = await database.rows<OpenStripeTask>(TASKS)
    for (const each of differences) print(each, () => `${each.accountId}  ${each.reconciledAt.toISOString()}  ${each.difference}`)
    for (const each of tasks)
      print(each, () => `${each.accountId ?? '-'}  ${each.since.toISOString()}  ${each.kind}  ${each.subject}  ${advice[each.kind]}`)
    const total = `${summary?.customers ?? 0} customers, ${summary?.differed ?? 0} differed; last reconciled ${summary?.lastReconciled?.toISOString() ?? 'never'}, the oldest ${summary?.oldest?.toISOString() ?? 'never'}.`
    if (differences.length + tasks.length === 0) return print(summary, () => total)
    remark(total)
    process.exitCode = exitCodes.wrong
  },
})
