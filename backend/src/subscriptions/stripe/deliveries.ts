import { Injectable } from '@nestjs/common'
import { Rejected } from '@prumo/shared/rejections'
import Stripe from 'stripe'
import { OUTBOX_INSERT, outboxValues, outboxWritten } from '../../jobs/outbox.js'
import { Settings } from '../../platform/config/settings.js'
import { Database } from '../../platform/database/database.js'
import { STRIPE_DELIVERY } from './stripe-delivery.worker.js'
import { stripeOf } from './stripe-client.js'

/** Older signatures may be replays. */
const TOLERANCE_SECONDS = 300

/** Events that may change a subscription. All others are stored without a job. */
const handled: ReadonlySet<string> = new Set<Stripe.Event.Type>([
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'subscription_schedule.created',
  'subscription_schedule.updated',
  'subscription_schedule.released',
  'subscription_schedule.completed',
  'subscription_schedule.canceled',
  'subscription_schedule.aborted',
  'customer.updated',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'payment_method.attached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'payment_method.detached',
])

// One statement stores the delivery and its job; a delivery stored before already had its job.
const STORE = {
  name: 'store-delivery',
  text: `
    with stored as (
      insert into stripe_deliveries (id, type, object_id, happened_at) values ($4, $5, $6, to_timestamp($7))
      on conflict (id) do nothing returning id
    )
    ${OUTBOX_INSERT} from stored where $8::boolean`,
}

/** Stripe's webhook deliveries: verified by signature, stored, and processed by a job. */
@Injectable()
export class Deliveries {
  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
  ) {}

  /**
   * Stores a delivery; resolves once it is durable. A repeated delivery changes nothing.
   * @param body the raw bytes, which Stripe signed
   * @throws Rejected with INVALID_SIGNATURE; nothing is stored then
   */
  async receive(body: Buffer, signature: string): Promise<void> {
    const { id, type, created, data } = this.#verifySignature(body, signature)
    const { id: objectId = null } = data.object as { id?: string }
    await this.database.rows(STORE, [
      ...outboxValues({ kind: STRIPE_DELIVERY, subject: id }),
      id,
      type,
      objectId,
      created,
      handled.has(type),
    ])
    outboxWritten.publish([{ kind: STRIPE_DELIVERY }])
  }

  #verifySignature(body: Buffer, signature: string): Stripe.Event {
    const { webhooks } = stripeOf(this.settings)
    for (const secret of this.settings.stripe.webhookSecrets) {
      try {
        return webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS)
      } catch {
        // The other secret may have signed it.
      }
    }
    throw new Rejected('INVALID_SIGNATURE')
  }
}
