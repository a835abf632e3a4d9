import type Stripe from 'stripe'

/**
 * Which accounts have paid, derived from all objects at Stripe. Imports nothing from the product, which is compared with it.
 * Times are in seconds since 1970.
 */

const HOUR_SECONDS = 3_600
/** Twice the hour for which an invoice is a draft, because a test clock that is moved by days is imprecise. */
const DRAFT_SECONDS = 2 * HOUR_SECONDS

/** Until when each account has paid, by its id. Accounts that never paid, or got a refund, are missing. */
export async function paidUntil(stripe: Stripe, now: number): Promise<Map<string, number>> {
  const limit = 100
  const [customers, subscriptions, invoices, charges, disputes] = await Promise.all([
    stripe.customers.list({ limit }).autoPagingToArray({ limit: 10_000 }),
    stripe.subscriptions.list({ status: 'all', limit }).autoPagingToArray({ limit: 10_000 }),
    stripe.invoices.list({ status: 'paid', limit, expand: ['data.payments'] }).autoPagingToArray({ limit: 10_000 }),
    stripe.charges.list({ limit }).autoPagingToArray({ limit: 10_000 }),
    stripe.disputes.list({ limit }).autoPagingToArray({ limit: 10_000 }),
  ])
  const existing = new Set(customers.map(({ id }) => id))
  const lost = new Set(disputes.filter(({ status }) => status === 'lost').map(({ charge }) => idOf(charge)))
  const chargeOf = new Map(charges.filter(({ paid }) => paid).map((charge) => [idOf(charge.payment_intent), charge]))
  const untilByAccount = new Map<string, number>()
  for (const subscription of subscriptions) {
    const account = subscription.metadata.account_id
    const [item] = subscription.items.data
    if (!account || !item || !existing.has(idOf(subscription.customer))) continue
    if (subscription.status !== 'active' && subscription.status !== 'trialing') continue
    const paid = invoices
      .filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === subscription.id)
      .map((invoice) => ({
        invoice,
        charge: invoice.payments?.data.map(({ payment }) => chargeOf.get(idOf(payment.payment_intent))).find(Boolean),
      }))
    if (paid.some(({ charge }) => charge && lost.has(charge.id))) continue
    const [latest] = paid.filter(({ charge }) => charge).toSorted((a, b) => b.invoice.created - a.invoice.created)
    const covers = Math.max(0, ...(latest?.invoice.lines.data.map(({ period }) => period.end) ?? []))
    const isTrial = subscription.status === 'trialing'
    const isDraft = now - item.current_period_start < DRAFT_SECONDS
    const until = isTrial || isDraft ? item.current_period_end : latest?.charge?.refunded ? 0 : covers
    if (until + DRAFT_SECONDS > now) untilByAccount.set(account, Math.max(untilByAccount.get(account) ?? 0, until))
  }
  return untilByAccount
}

function idOf(expandable: string | { id: string } | null | undefined): string {
  return typeof expandable === 'string' ? expandable : (expandable?.id ?? '')
}
