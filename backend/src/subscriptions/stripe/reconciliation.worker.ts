import { setTimeout as pause } from 'node:timers/promises'
import { Logger } from '@nestjs/common'
import type { Job, JobWorker, JobContext } from '../../jobs/job-worker.js'
import { deleteInPortions, type PortionedDelete } from '../../platform/database/delete-in-portions.js'
import { logFacts } from '../../platform/http/failures.js'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../../jobs/outbox.js'
import { differencesFrom } from '../subscription.decider.js'
import { FindDetails } from '../subscription-status.projection.js'
import { accountOfKey, stripeOf } from './stripe-client.js'
import { recordCustomerState } from './stripe-tasks.js'
import { SubscriptionLooks, ignoreErased } from './subscription-looks.js'

const KIND = 'reconcile-subscriptions'
/** Each account takes a round trip to Stripe, so a slice takes about twenty seconds. */
const SLICE = 50
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
/** Stripe retries an event for three days at most; its id is not needed longer. */
const DELIVERY_DAYS = 90

const NEXT = {
  name: 'next-to-reconcile',
  text: `
    select account_id as "accountId", customer_id as "customerId" from stripe_customers
    where account_id > $1 and customer_id is not null order by account_id limit ${SLICE}`,
}

const NOTE = { name: 'note-reconciled', text: 'update stripe_customers set reconciled_at = now(), difference = $2 where account_id = $1' }

const FORGET: PortionedDelete = {
  name: 'forget-deliveries',
  table: 'stripe_deliveries',
  key: ['id'],
  where: `received_at < now() - interval '${DELIVERY_DAYS} days'`,
}

/** How long to wait before a difference is checked again: a webhook may be under way. */
const SETTLE_MS = 5_000

/**
 * Compares every recorded subscription with Stripe's once a day, one slice a job. The subject is the day and, from the
 * second slice on, the last account of the slice before. Differences are logged and corrected.
 */
export function createReconciliationWorker(settleMs: number): JobWorker {
  return {
    kind: KIND,
    daily: true,
    concurrency: 1,
    async run(job, tools) {
      const [day = '', after = BEFORE_ALL] = job.subject.split(' ')
      const slice = await tools.database.rows<KnownCustomer>(NEXT, [after])
      await reconcile(slice, job, tools, settleMs)
      const last = slice.length === SLICE ? slice.at(-1) : undefined
      if (!last) await deleteInPortions(tools.database, FORGET, job.signal)
      await job.complete(async (client) => {
        if (last) await client.query(OUTBOX_INSERT, outboxValues({ kind: KIND, subject: `${day} ${last.accountId}` }))
      })
      outboxWritten.publish([{ kind: KIND }])
    },
  }
}

export const reconciliationWorker = createReconciliationWorker(SETTLE_MS)

/** An account with a customer at Stripe. */
interface KnownCustomer {
  accountId: string
  customerId: string
}

async function reconcile(
  slice: readonly KnownCustomer[],
  job: Job,
  { settings, database, commands }: JobContext,
  settleMs: number,
): Promise<void> {
  const logger = new Logger('subscriptions')
  const looks = new SubscriptionLooks(settings, database, commands)
  let [differing, failed] = [0, 0]
  const differences = async ({ accountId, customerId }: KnownCustomer) => {
    const state = await looks.findState(customerId)
    return { names: differencesFrom(await new FindDetails(accountId).answer(database), state.present), state }
  }
  const one = async (known: KnownCustomer) => {
    const { accountId } = known
    let { names, state } = await differences(known)
    if (names.length > 0) {
      await pause(settleMs)
      ;({ names, state } = await differences(known))
    }
    if (names.length > 0 || state.paidBack.length > 0 || state.suspended.length > 0)
      await looks.lookAndRestore(accountId).catch(ignoreErased)
    else await recordCustomerState(database, accountId, state)
    if (names.length > 0) {
      differing++
      logger.error({ accountId, difference: names.join(', ') }, 'A subscription was not known as Stripe has it; it is now')
    }
    await database.rows(NOTE, [accountId, names.join(', ') || null])
  }
  for (const known of slice) {
    job.signal.throwIfAborted()
    try {
      await one(known)
    } catch (failure) {
      // If Stripe or the database is down, the job is retried. If only this customer fails, the others go on.
      await accountOfKey(stripeOf(settings))
      await database.rows(PING)
      failed++
      logger.error(
        { ...logFacts(failure), accountId: known.accountId },
        'A subscription could not be held to what Stripe says; tomorrow again',
      )
    }
  }
  logger.log(`${slice.length} subscriptions held to what Stripe says, ${differing} differed, ${failed} failed`)
}

/** Succeeds if the database answers. */
const PING = { text: 'select 1' }
