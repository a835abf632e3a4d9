import { letsIn } from '@prumo/shared/subscription-texts'
import type { StatusAnswer, Subscription, WaitingChange } from '@prumo/shared/subscriptions'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { isoText } from '../event-store/stream/read-stream.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { TableRows } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { toSubscription } from './subscription.decider.js'
import type { SubscriptionDetails, SubscriptionEvent } from './subscription.events.js'

const put = (event: RecordedEvent<SubscriptionEvent>, rows: TableRows) => {
  const { after } = event.data
  rows.put({
    account_id: event.accountId,
    customer_id: after.customerId,
    subscription_id: after.subscriptionId,
    status: after.status,
    plan_id: after.planId,
    price_id: after.priceId,
    current_period_start: after.currentPeriodStart,
    current_period_end: after.currentPeriodEnd,
    cancel_at_period_end: after.cancelAtPeriodEnd,
    payment_method_brand: after.paymentMethodBrand,
    payment_method_last4: after.paymentMethodLast4,
    refunded_amount: after.refundedAmount,
    next_price_id: after.nextPriceId,
    next_plan_id: after.nextPlanId,
    created_at: event.recordedAt,
    updated_at: event.recordedAt,
    version: event.entityVersion,
  })
}

/** The account's subscription. The access guard reads it with each request, beside the session. */
export const subscriptionStatus = defineProjection<SubscriptionEvent>({
  table: {
    name: 'subscription_status',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      customer_id: 'text not null',
      subscription_id: 'text not null',
      status: 'text not null',
      plan_id: 'text',
      price_id: 'text not null',
      current_period_start: 'bigint not null',
      current_period_end: 'bigint not null',
      cancel_at_period_end: 'boolean not null',
      payment_method_brand: 'text',
      payment_method_last4: 'text',
      refunded_amount: 'bigint not null',
      next_price_id: 'text',
      next_plan_id: 'text',
      created_at: 'timestamptz(3) not null',
      updated_at: 'timestamptz(3) not null',
      version: 'integer not null',
    },
    key: ['account_id'],
    keep: ['created_at'],
    survivesReset: true,
  },
  on: {
    SubscriptionActivated: put,
    SubscriptionRenewed: put,
    SubscriptionPlanChanged: put,
    SubscriptionChangeScheduled: put,
    SubscriptionChangeWithdrawn: put,
    SubscriptionPaymentFailed: put,
    SubscriptionRecovered: put,
    SubscriptionCancellationScheduled: put,
    SubscriptionCancellationWithdrawn: put,
    SubscriptionCanceled: put,
    SubscriptionRefunded: put,
    SubscriptionPaymentMethodChanged: put,
    SubscriptionLapsed: put,
  },
})

/** An account's subscription; for an account that never subscribed, status `other` and all else empty. */
export class FindSubscription extends AccountQuery<Subscription> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<Subscription> {
    const [row] = await database.rows<Subscription>(FIND, [this.accountId])
    return row ?? toSubscription({ status: 'none' })
  }
}

const COLUMNS = `customer_id as "customerId", subscription_id as "subscriptionId", status, plan_id as "planId", price_id as "priceId",
  current_period_start as "currentPeriodStart", current_period_end as "currentPeriodEnd", cancel_at_period_end as "cancelAtPeriodEnd",
  payment_method_brand as "paymentMethodBrand", payment_method_last4 as "paymentMethodLast4"`

const SHOWN = `account_id as id, ${COLUMNS}, ${isoText('created_at')} as "createdAt", ${isoText('updated_at')} as "updatedAt"`
const NEXT = 'next_price_id as "nextPriceId", next_plan_id as "nextPlanId"'

const FIND = { name: 'find-subscription', text: `select ${SHOWN} from subscription_status where account_id = $1` }

const FIND_STATUS = { name: 'find-standing', text: `select ${SHOWN}, ${NEXT} from subscription_status where account_id = $1` }

/** The subscription with its scheduled change of plan, if any. */
export class FindStatus extends AccountQuery<StatusAnswer> {
  // Webhooks change it, and the client knows no position of those changes.
  override readonly isForPrimary = true

  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<StatusAnswer> {
    const [row] = await database.rows<Subscription & NextPlan>(FIND_STATUS, [this.accountId])
    if (!row) return { subscription: toSubscription({ status: 'none' }), change: null }
    const { nextPriceId, nextPlanId, ...subscription } = row
    return { subscription, change: waitingChange(subscription, { nextPriceId, nextPlanId }) }
  }
}

type NextPlan = Pick<SubscriptionDetails, 'nextPriceId' | 'nextPlanId'>

/** The scheduled change of plan; null for a subscription that is ending or not paid. */
function waitingChange({ status, cancelAtPeriodEnd, currentPeriodEnd }: Subscription, next: NextPlan): WaitingChange | null {
  if (next.nextPriceId === null || currentPeriodEnd === null || !letsIn(status) || cancelAtPeriodEnd) return null
  return { at: new Date(currentPeriodEnd * 1000).toISOString(), planId: next.nextPlanId, priceId: next.nextPriceId }
}

/** All recorded details of an account's subscription; null for an account that never subscribed. */
export class FindDetails extends AccountQuery<SubscriptionDetails | null> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<SubscriptionDetails | null> {
    const [row] = await database.rows<SubscriptionDetails>(READ, [this.accountId])
    return row ?? null
  }
}

const READ = {
  name: 'read-subscription',
  text: `select ${COLUMNS}, refunded_amount as "refundedAmount", ${NEXT} from subscription_status where account_id = $1`,
}
