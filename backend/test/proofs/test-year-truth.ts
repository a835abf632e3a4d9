import type Stripe from 'stripe'

/**
 * Who has paid for what, derived from all that Stripe holds: nothing here is imported from the product that is compared
 * with it. Times are in seconds since 1970.
 */

const HOUR = 3_600
/** An invoice is a draft for an hour, and a clock that is moved by days is imprecise. */
const DRAFT = 2 * HOUR

/** By account: until when it has paid. Accounts that never paid, or got a refund, are missing. */
export async function paidUntil(stripe: Stripe, now: number): Promise<Map<string, number>> {
  const limit = 100
  const [customers, subscriptions, invoices, charges, disputes] = await Promise.all([
    stripe.customers.list({ limit }).autoPagingToArray({ limit: 10_000 }),
    stripe.subscriptions.list({ status: 'all', limit }).autoPagingToArray({ limit: 10_000 }),
    stripe.invoices.list({ status: 'paid', limit, expand: ['data.payments'] }).autoPagingToArray({ limit: 10_000 }),
    stripe.charges.list({ limit }).autoPagingToArray({ limit: 10_000 }),
    stripe.disputes.list({ limit }).autoPagingToArray({ limit: 10_000 }),
  ])
  const here = new Set(customers.map(({ id }) => id))
  const lost = new Set(disputes.filter(({ status }) => status === 'lost').map(({ charge }) => nameOf(charge)))
  const chargeOf = new Map(charges.filter(({ paid }) => paid).map((charge) => [nameOf(charge.payment_intent), charge]))
  const found = new Map<string, number>()
  for (const subscription of subscriptions) {
    const account = subscription.metadata.account_id
    const [item] = subscription.items.data
    if (!account || !item || !here.has(nameOf(subscription.customer))) continue
    if (subscription.status !== 'active' && subscription.status !== 'trialing') continue
    const paid = invoices
      .filter(({ parent }) => nameOf(parent?.subscription_details?.subscription) === subscription.id)
      .map((invoice) => ({
        invoice,
        charge: invoice.payments?.data.map(({ payment }) => chargeOf.get(nameOf(payment.payment_intent))).find(Boolean),
      }))
    if (paid.some(({ charge }) => charge && lost.has(charge.id))) continue
    const [latest] = paid.filter(({ charge }) => charge).toSorted((a, b) => b.invoice.created - a.invoice.created)
    const covers = Math.max(0, ...(latest?.invoice.lines.data.map(({ period }) => period.end) ?? []))
    const isTrial = subscription.status === 'trialing'
    const isDraft = now - item.current_period_start < DRAFT
    const until = isTrial || isDraft ? item.current_period_end : latest?.charge?.refunded ? 0 : covers
    if (until + DRAFT > now) found.set(account, Math.max(found.get(account) ?? 0, until))
  }
  return found
}

function nameOf(named: string | { id: string } | null | undefined): string {
  return typeof named === 'string' ? named : (named?.id ?? '')
}
