import { Injectable } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { centavosToReais } from '@prumo/shared/money'
import type { Plan } from '@prumo/shared/plans'
import { Rejected } from '@prumo/shared/rejections'
import { subscriptionTexts } from '@prumo/shared/subscription-texts'
import type { NewPlanChange, PlanChange } from '@prumo/shared/subscriptions'
import Stripe from 'stripe'
import { Settings } from '../../platform/config/settings.js'
import { FindSubscription } from '../subscription-status.projection.js'
import { monthsOf } from './plan-prices.js'
import { isEnding, nextPriceOf, release, restoreSetAside, scheduleChange, SET_ASIDE, setAside } from './schedules.js'
import { ask, idOf, StripeAway, stripeOf, unlessMissing } from './stripe-client.js'
import { StripeLimits } from './stripe-limits.js'
import { SubscriptionLooks } from './subscription-looks.js'

/** How long what a preview showed may be confirmed, by Stripe's clock. */
const PREVIEW_SECONDS = 30 * 60

/** Under these names a subscription says which request changed its plan last, and which one kept it. */
const CHANGED_BY = 'plan_change'
const KEPT_BY = 'plan_kept'

/** A change as it was asked for, and what it is of. */
interface RequestedChange {
  subscription: Stripe.Subscription
  item: Stripe.SubscriptionItem
  plan: Plan
  priceId: string
}

/**
 * Changes what is paid for: to a plan of more months at once, charging what Stripe prorates; to one of fewer with the next
 * period. The plan of now takes back what waits.
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

  /** What a change would cost and when it would be; changes nothing. Rejects as `make` does before it asks for money. */
  async preview(accountId: string, body: NewPlanChange): Promise<PlanChange> {
    const asked = await this.#asked('plan-preview', accountId, body.priceId, null)
    if (!isLonger(asked)) return scheduledChange(asked)
    const { amount, at } = await this.#due(asked)
    return { ...change(at, amount, asked), prorationDate: at }
  }

  /**
   * Makes the change, once however often it is asked under one key, and wherever it was cut off before. Rejects with CONFLICT where there is no active plan
   * to change, where it is the same one, and where what was shown is too old; with PAYMENT_REQUIRED for a card that does
   * not pay, and then nothing has changed; with VALIDATION for a price that is no plan's; with RATE_LIMITED; with UNAVAILABLE while Stripe is.
   * @param key asks for one change however often the request comes; null for none
   */
  async make(accountId: string, body: NewPlanChange, key: string | null): Promise<PlanChange> {
    await this.looks.prices.checkBeforeSale()
    const made = await this.looks.customers.runHolding(accountId, () => this.#makeHeld(accountId, body, key))
    await this.looks.look(accountId, 'app')
    return made
  }

  async #makeHeld(accountId: string, body: NewPlanChange, key: string | null): Promise<PlanChange> {
    const asked = await this.#asked('plan-change', accountId, body.priceId, key)
    const { subscription, item, plan, priceId } = asked
    const done = findDoneChange(key, asked)
    if (done) return done
    if (isLonger(asked)) return this.#changeNow(accountId, asked, body.prorationDate, key)
    if (item.price.id === priceId) {
      // Before the release: a repeat after a crash between the two still finds what waits, and takes it back.
      await ask(this.#stripe.subscriptions.update(subscription.id, { metadata: { [KEPT_BY]: key ?? '', [SET_ASIDE]: '' } }))
      await release(this.#stripe, subscription)
    } else await scheduleChange(this.#stripe, subscription, priceId, plan.months)
    return scheduledChange(asked)
  }

  /** What a request asks for. Rejects with CONFLICT where it cannot be, unless it is what the key has done already. */
  async #asked(call: 'plan-preview' | 'plan-change', accountId: string, priceId: string, key: string | null): Promise<RequestedChange> {
    const plan = this.looks.prices.requirePlan(priceId)
    const { answer: known } = await this.questions.execute(new FindSubscription(accountId))
    if (known.subscriptionId !== null) await this.limits.count(call, accountId)
    const expand = ['schedule', 'latest_invoice', 'default_payment_method', 'customer.invoice_settings.default_payment_method']
    const subscription =
      known.subscriptionId === null ? null : await unlessMissing(this.#stripe.subscriptions.retrieve(known.subscriptionId, { expand }))
    const [item] = subscription?.items.data ?? []
    if (!subscription || !item || subscription.status !== 'active') throw new Rejected('CONFLICT', subscriptionTexts.noActivePlan)
    const asked = { subscription, item, plan, priceId }
    if (findDoneChange(key, asked)) return asked
    if (isEnding(subscription)) throw new Rejected('CONFLICT', subscriptionTexts.endingPlan)
    const isSame = item.price.id === priceId || monthsOf(item.price) === plan.months
    // The plan of now is no change, unless another one waits.
    if (isSame && (item.price.id !== priceId || nextPriceOf(subscription) === null)) {
      throw new Rejected('CONFLICT', subscriptionTexts.samePlan)
    }
    return asked
  }

  /** What would be paid now, in centavos, and the moment by which Stripe says so. */
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

  async #changeNow(accountId: string, asked: RequestedChange, shownAt: number | undefined, key: string | null): Promise<PlanChange> {
    const { subscription, item, priceId } = asked
    if (!payingCard(subscription)) throw new Rejected('PAYMENT_REQUIRED', subscriptionTexts.cardNeeded)
    const { at: now } = await this.#due(asked)
    const at = shownAt ?? now
    // Whoever chose the moment freely would be given back what was used long ago.
    if (at > now || at < now - PREVIEW_SECONDS || at < item.current_period_start)
      throw new Rejected('CONFLICT', subscriptionTexts.oldPreview)
    await setAside(this.#stripe, subscription)
    const params: Stripe.SubscriptionUpdateParams = {
      ...repricedItem(item, priceId),
      proration_date: at,
      // A payment that fails, or needs its payer, changes nothing.
      payment_behavior: 'error_if_incomplete',
      metadata: { [CHANGED_BY]: key ?? '', [SET_ASIDE]: '' },
      expand: ['latest_invoice'],
    }
    try {
      // Without a moment that was shown each attempt has its own, which is another request to Stripe.
      const changed = await ask(this.#update(subscription.id, params, key && `change:${accountId}:${key}:${at}`))
      return chargedChange({ ...asked, subscription: changed, item: changed.items.data[0] ?? item })
    } catch (error) {
      // Without an answer of Stripe's it may have been made: what was set aside is restored once that is known.
      if (!(error instanceof StripeAway) && nextPriceOf(subscription) !== null) await restoreSetAside(this.#stripe, subscription.id)
      throw error
    }
  }

  /** The key's answer may be a refusal of before the card was changed: that one is asked anew. */
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

function change(at: number, amount: number, { item }: RequestedChange): PlanChange {
  return { at: new Date(at * 1000).toISOString(), amountDue: centavosToReais(amount), currency: item.price.currency }
}

/** One that waits for the end of what is paid, and costs nothing before. */
function scheduledChange(asked: RequestedChange): PlanChange {
  return change(asked.item.current_period_end, 0, asked)
}

/** One that was made. */
function chargedChange(asked: RequestedChange): PlanChange {
  const { latest_invoice: invoice } = asked.subscription
  return change(asked.item.current_period_start, typeof invoice === 'object' ? (invoice?.amount_due ?? 0) : 0, asked)
}

/** What was made under this key before; null for nothing. */
function findDoneChange(key: string | null, asked: RequestedChange): PlanChange | null {
  const { subscription, item, priceId } = asked
  if (key === null || item.price.id !== priceId) return null
  if (subscription.metadata[CHANGED_BY] === key) return chargedChange(asked)
  return subscription.metadata[KEPT_BY] === key && nextPriceOf(subscription) === null ? scheduledChange(asked) : null
}

/** Whether it is paid by what can be charged at once: a boleto takes days, and would be printed for nobody. */
function payingCard({ default_payment_method: own, customer }: Stripe.Subscription): boolean {
  const known = typeof customer === 'object' && !customer.deleted ? customer.invoice_settings.default_payment_method : null
  const method = own ?? known
  return method !== null && (typeof method === 'string' || method.type !== 'boleto')
}

/** Stripe's words for a payment that only its payer can confirm. */
const NEEDS_PAYER = /action_required|requires_action|authentication/

function refuseUnpaid(error: unknown): never {
  if (!(error instanceof Stripe.errors.StripeError) || error.statusCode !== 402) throw error
  const { authenticationNeeded, declined } = subscriptionTexts
  throw new Rejected('PAYMENT_REQUIRED', NEEDS_PAYER.test(error.code ?? '') ? authenticationNeeded : declined)
}
