import { Logger } from '@nestjs/common'
import type Stripe from 'stripe'
import type { JobWorker, JobContext } from '../../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../../jobs/outbox.js'
import { ask, idOf, stripeOf } from './stripe-client.js'
import { addTask, forgetPayers } from './stripe-tasks.js'
import { SubscriptionLooks, ignoreErased } from './subscription-looks.js'

const KIND = 'find-payers'
/** The largest page of Stripe's lists. */
const PAGE = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const WHO = {
  name: 'who-pays',
  text: `
    select exists (select 1 from users where id = $1) as "isHere", exists (select 1 from leaving_customers where account_id = $1) as "isLeaving",
      (select customer_id from stripe_customers where account_id = $1) as "customerId"`,
}

/**
 * Goes through all of Stripe's subscriptions each day, one page a job. The subject is the day and, from the second page
 * on, the last subscription of the page before. A paying customer that is missing here, as after restoring an older
 * backup, is found by the account id in the subscription's metadata.
 */
export const payersWorker: JobWorker = {
  kind: KIND,
  daily: true,
  concurrency: 1,
  async run(job, tools) {
    const [day = '', after] = job.subject.split(' ')
    const looks = new SubscriptionLooks(tools.settings, tools.database, tools.commands)
    await looks.key.require()
    const { subscriptions } = stripeOf(tools.settings)
    const page = await ask(subscriptions.list({ limit: PAGE, ...(after !== undefined && { starting_after: after }) }))
    for (const subscription of page.data) {
      job.signal.throwIfAborted()
      await findPayer(subscription, looks, tools)
    }
    const last = page.has_more ? page.data.at(-1) : undefined
    if (!last) await forgetPayers(tools.database, job.signal)
    await job.complete(async (client) => {
      if (last) await client.query(OUTBOX_INSERT, outboxValues({ kind: KIND, subject: `${day} ${last.id}` }))
    })
    outboxWritten.publish([{ kind: KIND }])
  },
}

/** Looks at a subscription that its account does not know. */
async function findPayer(
  { id, status, metadata, customer }: Stripe.Subscription,
  looks: SubscriptionLooks,
  { database }: JobContext,
): Promise<void> {
  const accountId = metadata.account_id
  const customerId = idOf(customer)
  // A subscription that never started charges nothing. One without an account id belongs to another product.
  if (status.startsWith('incomplete') || accountId === undefined || !UUID.test(accountId) || customerId === null) return
  const [who] = await database.rows<{ isHere: boolean; isLeaving: boolean; customerId: string | null }>(WHO, [accountId])
  if (!who || who.customerId === customerId || who.isLeaving) return
  const logger = new Logger('subscriptions')
  const isFree = who.customerId === null || (await looks.findState(who.customerId)).charged.length === 0
  if (!who.isHere || !isFree) {
    logger.error({ accountId }, 'Stripe charges for a subscription that belongs to no account here, or to the second customer of one')
    return addTask(database, 'payer', id, who.isHere ? accountId : null)
  }
  logger.error({ accountId }, 'Stripe charges for a subscription that was not known here; it is now')
  await looks.customers.adopt(accountId, customerId, who.customerId)
  await looks.look(accountId, 'stripe').catch(ignoreErased)
}
