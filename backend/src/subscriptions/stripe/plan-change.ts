import { Injectable } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import type { Plan } from '@prumo/shared/plans'
import { Rejected } from '@prumo/shared/rejections'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import type { NewPlanChange, PlanChange } from '@prumo/shared/subscriptions'
import Stripe from 'stripe'
import { Settings } from '../../platform/config/settings.js'
import { FindSubscription } from '../subscription-status.projection.js'
import { monthsOf } from './plan-prices.js'
import {
  isEnding,
  nextPriceOf,
  release,
  resumeScheduledChange,
  scheduleChange,
  SUSPENDED_PRICE,
  suspendScheduledChange,
} from './schedules.js'
import { ask, idOf, StripeAway, stripeOf, nullIfMissing } from './stripe-client.js'
import { StripeLimits } from './stripe-limits.js'
import { SubscriptionLooks } from './subscription-looks.js'

/** How long the amount of a preview can be confirmed, by Stripe's clock. */
const PREVIEW_SECONDS = 30 * 60

/** Metadata of a subscription: the idempotency keys of the last request that changed its plan, and of the last that kept it. */
const CHANGED_BY = 'plan_change'
const KEPT_BY = 'plan_kept'

/** A requested change of plan with the subscription it changes. */
interface RequestedChange {
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  plan: Plan
  priceId: string
}

/**
 * Changes the plan. A longer plan starts at once and is charged pro rata; a shorter one starts with the next period.
 * Choosing the current plan withdraws a scheduled change.
 */
@Injectable()
export class PlanChanges {
  readonly #stripe: Stripe

  constructor(
    settings: Settings,
    private readonly questions: QueryBus,
    private readonly looks: SubscriptionLooks,
    private readonly limits: StripeLimits,
  ) {
    this.#stripe = stripeOf(settings)
  }

  /** Computes what a change would cost and when it would happen; changes nothing. Rejects as `make` does before it charges. */
  async preview(accountId: string, body: NewPlanChange): Promise<OnWire<PlanChange>> {
    const requested = await this.#requireChange('plan-preview', accountId, body.priceId, null)
    if (!isLonger(requested)) return scheduledChange(requested)
    const { amount, at } = await this.#due(requested)
    return { ...change(at, amount, requested), prorationDate: at }
  }

  /**
   * Makes the change once per idempotency key, also when it resumes after a crash. Rejects with CONFLICT if there is no
   * active plan, if the plan is the same, or if the preview is too old; with PAYMENT_REQUIRED if the card does not pay,
   * in which case nothing changes; with VALIDATION for an unknown price; with RATE_LIMITED; with UNAVAILABLE while
   * Stripe cannot be reached.
   * @param key idempotency key; null for none
   */
  async make(accountId: string, body: NewPlanChange, key: string | null): Promise<OnWire<PlanChange>> {
    await this.looks.prices.checkBeforeSale()
    const made = await this.looks.customers.runWithLock(accountId, () => this.#makeLocked(accountId, body, key))
    await this.looks.look(accountId, 'app')
    return made
  }

  async #makeLocked(accountId: string, body: NewPlanChange, key: string | null): Promise<OnWire<PlanChange>> {
    const requested = await this.#requireChange('plan-change', accountId, body.priceId, key)
    const { subscription, item, plan, priceId } = requested
    const done = findDoneChange(key, requested)
    if (done) return done
    if (isLonger(requested)) return this.#changeNow(accountId, requested, body.prorationDate, key)
    if (item.price.id === priceId) {
      // Written before the release: a repeat after a crash between the two calls still finds the scheduled change and
      // withdraws it.
      await ask(this.#stripe.subscriptions.update(subscription.id, { metadata: { [KEPT_BY]: key ?? '', [SUSPENDED_PRICE]: '' } }))
      await release(this.#stripe, subscription)
    } else await scheduleChange(this.#stripe, subscription, priceId, plan.months)
    return scheduledChange(requested)
  }

  /** Validates a request. Rejects with CONFLICT if the change is impossible, unless this key has already made it. */
  async #requireChange(
    call: 'plan-preview' | 'plan-change',
    accountId: string,
    priceId: string,
    key: string | null,
  ): Promise<RequestedChange> {
    const plan = this.looks.prices.requirePlan(priceId)
    const { answer: known } = await this.questions.execute(new FindSubscription(accountId))
    if (known.subscriptionId !== null) await this.limits.count(call, accountId)
    const expand = ['schedule', 'latest_invoice', 'default_payment_method', 'customer.invoice_settings.default_payment_method']
    const subscription =
      known.subscriptionId === null ? null : await nullIfMissing(this.#stripe.subscriptions.retrieve(known.subscriptionId, { expand }))
    const [item] = subscription?.items.data ?? []
    if (!subscription || !item || subscription.status !== 'active') throw new Rejected('CONFLICT', subscriptionTexts.noActivePlan)
    const requested = { subscription, item, plan, priceId }
    if (findDoneChange(key, requested)) return requested
    if (isEnding(subscription)) throw new Rejected('CONFLICT', subscriptionTexts.endingPlan)
    const isSame = item.price.id === priceId || monthsOf(item.price) === plan.months
    // Choosing the current plan is a change only while another one is scheduled.
    if (isSame && (item.price.id !== priceId || nextPriceOf(subscription) === null)) {
      throw new Rejected('CONFLICT', subscriptionTexts.samePlan)
    }
    return requested
  }

  /** The amount due now, in centavos, and Stripe's time of the calculation. */
  async #due({ subscription, item, priceId }: RequestedChange): Promise<{ amount: number; at: number }> {
    const preview = await ask(
      this.#stripe.invoices.createPreview({
        customer: idOf(subscription.customer) ?? '',
        subscription: subscription.id,
        subscription_details: repricedItem(item, priceId),
      }),
    )
    return { amount: preview.amount_due, at: preview.parent?.subscription_details?.subscription_proration_date ?? preview.created }
  }

  async #changeNow(
    accountId: string,
    requested: RequestedChange,
    shownAt: number | undefined,
    key: string | null,
  ): Promise<OnWire<PlanChange>> {
    const { subscription, item, priceId } = requested
    if (!payingCard(subscription)) throw new Rejected('PAYMENT_REQUIRED', subscriptionTexts.cardNeeded)
    const { at: now } = await this.#due(requested)
    const at = shownAt ?? now
    // A freely chosen moment would refund days that were used long ago.
    if (at > now || at < now - PREVIEW_SECONDS || at < item.current_period_start)
      throw new Rejected('CONFLICT', subscriptionTexts.oldPreview)
    await suspendScheduledChange(this.#stripe, subscription)
    const params: Stripe.SubscriptionUpdateParams = {
      ...repricedItem(item, priceId),
      proration_date: at,
      // A payment that fails, or needs the payer's confirmation, changes nothing.
      payment_behavior: 'error_if_incomplete',
      metadata: { [CHANGED_BY]: key ?? '', [SUSPENDED_PRICE]: '' },
      expand: ['latest_invoice'],
    }
    try {
      // Without a preview each attempt has its own proration date, so its idempotency key differs.
      const changed = await ask(this.#update(subscription.id, params, key && `change:${accountId}:${key}:${at}`))
      return chargedChange({ ...requested, subscription: changed, item: changed.items.data[0] ?? item })
    } catch (error) {
      // Without an answer from Stripe the change may have been made: the worker resumes the suspended one once it
      // knows.
      if (!(error instanceof StripeAway) && nextPriceOf(subscription) !== null) await resumeScheduledChange(this.#stripe, subscription.id)
      throw error
    }
  }

  /** Stripe may replay a refusal from before the card was replaced: repeat that request without the key. */
  async #update(id: string, params: Stripe.SubscriptionUpdateParams, key: string | null): Promise<Stripe.Subscription> {
    const { subscriptions } = this.#stripe
    if (key === null) return subscriptions.update(id, params).catch(refuseUnpaid)
    return subscriptions.update(id, params, { idempotencyKey: key }).catch((error: unknown) => {
      const isOld = error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'
      return isOld ? subscriptions.update(id, params).catch(refuseUnpaid) : refuseUnpaid(error)
    })
  }
}

function isLonger({ item, plan }: RequestedChange): boolean {
  return plan.months > monthsOf(item.price)
}

function repricedItem({ id }: Stripe.SubscriptionItem, price: string) {
  return {
    items: [{ id, price }],
    billing_cycle_anchor: { type: 'now' },
    proration_behavior: 'always_invoice',
  } satisfies Stripe.SubscriptionUpdateParams
}

function change(at: number, amount: number, { item }: RequestedChange): OnWire<PlanChange> {
  return { at: new Date(at * 1000).toISOString(), amountDue: centavosToReais(amount), currency: item.price.currency }
}

/** A change that starts with the next period and costs nothing before. */
function scheduledChange(requested: RequestedChange): OnWire<PlanChange> {
  return change(requested.item.current_period_end, 0, requested)
}

/** A change that was made and charged. */
function chargedChange(requested: RequestedChange): OnWire<PlanChange> {
  const { latest_invoice: invoice } = requested.subscription
  return change(requested.item.current_period_start, typeof invoice === 'object' ? (invoice?.amount_due ?? 0) : 0, requested)
}

/** The change that this key has already made; null for none. */
function findDoneChange(key: string | null, requested: RequestedChange): OnWire<PlanChange> | null {
  const { subscription, item, priceId } = requested
  if (key === null || item.price.id !== priceId) return null
  if (subscription.metadata[CHANGED_BY] === key) return chargedChange(requested)
  return subscription.metadata[KEPT_BY] === key && nextPriceOf(subscription) === null ? scheduledChange(requested) : null
}

/** Whether the payment method can be charged at once. A boleto cannot: it takes days. */
function payingCard({ default_payment_method: own, customer }: Stripe.Subscription): boolean {
  const known = typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  const method = own ?? known
  return method !== null && (typeof method === 'string' || method.type !== 'boleto')
}

/** Stripe's error codes for a payment that its payer has to confirm. */
const NEEDS_PAYER = /action_required|requires_action|authentication/

function refuseUnpaid(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 402) throw error
  const { authenticationNeeded, declined } = subscriptionTexts
  throw new Rejected('PAYMENT_REQUIRED', NEEDS_PAYER.test(error.code ?? '') ? authenticationNeeded : declined)
}
