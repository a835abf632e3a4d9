import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import type { Job, JobWorker, Tools } from '../../jobs/job-worker.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../../jobs/outbox.js'
import { differencesFrom } from '../subscription.decider.js'
import { ReadDetails } from '../subscription-status.projection.js'
import { SubscriptionLooks, unlessGone } from './subscription-looks.js'

const KIND = 'reconcile-subscriptions'
/** Each takes as long as Stripe does, so a slice is some twenty seconds. */
const SLICE = 50
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
/** Stripe delivers an event for three days at most; longer its id tells nothing. */
const DELIVERY_DAYS = 90

const NEXT = {
  name: 'next-to-reconcile',
  text: `
    select account_id as "accountId", customer_id as "customerId" from stripe_customers
    where account_id > $1 and customer_id is not null order by account_id limit ${SLICE}`,
}

const NOTE = { name: 'note-reconciled', text: 'update stripe_customers set reconciled_at = now(), difference = $2 where account_id = $1' }

const FORGET = {
  name: 'forget-deliveries',
  text: `delete from stripe_deliveries where received_at < now() - interval '${DELIVERY_DAYS} days'`,
}

/** A delivery that is under way is no difference: what differs is looked at again after so long. */
const SETTLE_MS = 5_000

/**
 * Each day holds what is known of every subscription to what Stripe says, in slices, each a job: its subject is the day
 * and, from the second on, the account that the slice before ended with. What differs is reported, and put right.
 */
export function reconciling(settleMs: number): JobWorker {
  return {
    kind: KIND,
    daily: true,
    concurrency: 1,
    async run(job, tools) {
      const [day = '', after = BEFORE_ALL] = job.subject.split(' ')
      const slice = await tools.database.rows<Known>(NEXT, [after])
      await reconcile(slice, job, tools, settleMs)
      const last = slice.length === SLICE ? slice.at(-1) : undefined
      await job.complete(async (client) => {
        if (last) await client.query(OUTBOX_INSERT, outboxValues({ kind: KIND, subject: `${day} ${last.accountId}` }))
        else await client.query(FORGET)
      })
      outboxWritten.publish([{ kind: KIND }])
    },
  }
}

export const reconciliationWorker = reconciling(SETTLE_MS)

/** An account that Stripe knows. */
interface Known {
  accountId: string
  customerId: string
}

async function reconcile(slice: readonly Known[], job: Job, { settings, database, commands }: Tools, settleMs: number): Promise<void> {
  const logger = new Logger('subscriptions')
  const looks = new SubscriptionLooks(settings, database, commands)
  let differing = 0
  const differences = async ({ accountId, customerId }: Known) =>
    differencesFrom(await new ReadDetails(accountId).answer(database), await looks.present(customerId))
  for (const known of slice) {
    job.signal.throwIfAborted()
    const { accountId } = known
    let names = await differences(known)
    if (names.length > 0) {
      await pause(settleMs)
      names = await differences(known)
    }
    if (names.length > 0) {
      differing++
      await looks.look(accountId, 'stripe').catch(unlessGone)
      logger.error({ accountId, difference: names.join(', ') }, 'A subscription was not known as Stripe has it; it is now')
    }
    await database.rows(NOTE, [accountId, names.join(', ') || null])
  }
  logger.log(`${slice.length} subscriptions held to what Stripe says, ${differing} differed`)
}
