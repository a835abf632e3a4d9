import type { Stripe } from 'stripe'
import { declines, findTestCard } from './cards.js'
import { requireCustomer, setDefaultPaymentMethod } from './customers.js'
import { openInvoices } from './invoices.js'
import { attachPaymentMethod, storeCard } from './payment-methods.js'
import { releaseScheduleById } from './schedule-calls.js'
import { activeSchedule } from './schedules.js'
import { invalid, missing, noSuch, notSimulated } from './stripe-error.js'
import { updateSubscription } from './subscription-calls.js'
import { changeSubscription, collect, hasEnded, requireSubscription } from './subscriptions.js'
import { type SimulatorWorld, idOf, newId } from './world.js'

/** Billing portal sessions: the customer's own access to card and cancellation. */

const flows = ['payment_method_update', 'subscription_cancel']

export function createPortalSession(world: SimulatorWorld, params: Stripe.BillingPortal.SessionCreateParams): Stripe.BillingPortal.Session {
  if (params.customer === undefined) throw missing('customer')
  const customer = requireCustomer(world, params.customer, 'customer')
  if (params.return_url !== undefined && !/^https?:\/\/[^/]+/.test(params.return_url))
    throw invalid('Not a valid URL', 'return_url', 'url_invalid')
  const flow = params.flow_data
  if (flow && !flows.includes(flow.type)) throw notSimulated(`the portal's flow ${flow.type}`, 'flow_data[type]')
  const target = flow?.subscription_cancel?.subscription
  if (target !== undefined) requireSubscription(world, target, 'flow_data[subscription_cancel][subscription]')
  const id = newId('bps')
  return world.store.put('portalSessions', {
    id,
    object: 'billing_portal.session',
    configuration: params.configuration ?? 'bpc_simulated',
    created: world.now(),
    customer: customer.id,
    customer_account: null,
    flow: flow ? flowOf(flow) : null,
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${world.origin}/p/session/${id}`,
  })
}

export function requirePortalSession(world: SimulatorWorld, id: string): Stripe.BillingPortal.Session {
  const session = world.store.get('portalSessions', id)
  if (!session) throw noSuch('billing_portal.session', id)
  return session
}

/** The subscriptions that the portal can change: those that have not ended, newest first. */
export function portalSubscriptions(world: SimulatorWorld, customer: string): Stripe.Subscription[] {
  return world.store
    .all('subscriptions')
    .filter((one) => one.customer === customer && !hasEnded(one))
    .toReversed()
}

/**
 * Replaces the card of all the customer's subscriptions, and pays open invoices with it.
 * @returns the refusal in Portuguese; null for success
 */
export function changeCard(world: SimulatorWorld, customer: string, typed: string): string | null {
  const card = findTestCard(typed)
  if (!card) return 'Este número não é de um cartão de teste. Escolha um da lista.'
  if (card.first !== 'pays') return declines[card.first].text
  const method = attachPaymentMethod(world, storeCard(world, card, {}).id, customer)
  setDefaultPaymentMethod(world, customer, method.id)
  const refusals = portalSubscriptions(world, customer).flatMap((subscription) => {
    changeSubscription(world, subscription, { default_payment_method: method.id })
    const invoices = ['past_due', 'unpaid'].includes(subscription.status) ? openInvoices(world, subscription.id) : []
    return invoices.map((invoice) => collect(world, invoice, 'asked').payment?.refused ?? null).filter((refused) => refused !== null)
  })
  return refusals[0] ? `O cartão foi trocado, mas a cobrança em aberto não passou. ${declines[refusals[0]].text}` : null
}

/** Cancels a subscription at the end of its period, or withdraws the cancellation. */
export function scheduleEnd(
  world: SimulatorWorld,
  customer: string,
  subscription: string | undefined,
  atPeriodEnd: boolean,
): string | null {
  const open = portalSubscriptions(world, customer)
  const chosen = subscription === undefined ? open[0] : open.find(({ id }) => id === subscription)
  if (!chosen) return 'Não há assinatura em andamento.'
  const planned = activeSchedule(world, idOf(chosen.schedule))
  if (planned) releaseScheduleById(world, planned.id)
  updateSubscription(world, chosen.id, { cancel_at_period_end: atPeriodEnd })
  return null
}

/** The redirect after the portal's flow is completed; null: the customer stays on the portal. */
export function flowReturn(session: Stripe.BillingPortal.Session): string | null {
  const { after_completion: after } = session.flow ?? {}
  return after?.type === 'redirect' ? (after.redirect?.return_url ?? null) : null
}

function flowOf({
  type,
  after_completion: after,
  subscription_cancel: cancel,
}: Stripe.BillingPortal.SessionCreateParams.FlowData): Stripe.BillingPortal.Session.Flow {
  const redirect = after?.redirect ? { return_url: after.redirect.return_url } : null
  return {
    after_completion: { hosted_confirmation: null, redirect, type: after?.type ?? 'portal_homepage' },
    subscription_cancel: cancel ? { retention: null, subscription: cancel.subscription } : null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    customer_update: null,
    type,
  }
}
