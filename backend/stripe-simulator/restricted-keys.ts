import type { RestrictedKey } from './store.js'
import { StripeError } from './stripe-error.js'
import type { SimulatorWorld } from './world.js'

/** Restricted keys, with the permissions that Stripe's dashboard grants. */

/** By the first part of a call's path: the resource's title in the dashboard, and its name in Stripe's error messages. */
const resources: Readonly<Record<string, { title: string; name: string }>> = {
  account: { title: 'Accounts', name: 'accounts_kyc_basic' },
  billing_portal: { title: 'Customer portal', name: 'customer_portal' },
  charges: { title: 'Charges and Refunds', name: 'charge' },
  checkout: { title: 'Checkout Sessions', name: 'checkout_session' },
  customers: { title: 'Customers', name: 'customer' },
  disputes: { title: 'Disputes', name: 'dispute' },
  events: { title: 'Events', name: 'event' },
  invoice_payments: { title: 'Invoices', name: 'invoice' },
  invoices: { title: 'Invoices', name: 'invoice' },
  payment_intents: { title: 'PaymentIntents', name: 'payment_intent' },
  payment_methods: { title: 'PaymentMethods', name: 'payment_method' },
  prices: { title: 'Prices', name: 'plan' },
  products: { title: 'Products', name: 'product' },
  refunds: { title: 'Charges and Refunds', name: 'charge' },
  subscriptions: { title: 'Subscriptions', name: 'subscription' },
  subscription_schedules: { title: 'Subscriptions', name: 'subscription' },
}

/** Further permissions to read, by the expanded property. */
const expandable: Readonly<Record<string, string>> = {
  default_payment_method: 'payment_method',
  payments: 'invoice',
  refunds: 'charge',
  subscription: 'subscription',
  customer: 'customer',
}

/** The permission of a resource by its title in the dashboard, such as `Checkout Sessions`. */
export function findPermission(title: string, kind: 'read' | 'write'): string {
  const resource = Object.values(resources).find((each) => each.title === title)
  if (!resource) throw new Error(`Stripe has no permission called ${title}.`)
  return `rak_${resource.name}_${kind}`
}

/**
 * Refuses a call that a restricted key has no permission for.
 * @param account the key's account, which the error message names, as Stripe's does
 * @throws StripeError 401 for an unknown key, 403 naming the missing permission
 */
export function requirePermission(
  world: SimulatorWorld,
  key: string,
  account: string,
  method: string,
  path: string,
  expand: readonly string[],
): void {
  const made = world.store.get('restrictedKeys', key)
  if (!made) throw new StripeError(401, `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`)
  const [, , first = '', , last] = path.split('/')
  const resource = last === 'payment_methods' ? 'payment_methods' : first
  const needed = [
    `rak_${resources[resource]?.name ?? resource}_${method === 'GET' ? 'read' : 'write'}`,
    ...expand.flatMap((shown) => shown.split('.')).flatMap((part) => (expandable[part] ? [`rak_${expandable[part]}_read`] : [])),
  ]
  const missing = needed.find((permission) => !hasPermission(made, permission))
  if (missing === undefined) return
  const message = `The provided key '${key.slice(0, 8)}${'*'.repeat(20)}' does not have the required permissions for this endpoint on account '${account}'. Having the '${missing}' permission would allow this request to continue.`
  throw new StripeError(403, message)
}

function hasPermission({ permissions }: RestrictedKey, permission: string): boolean {
  return permissions.includes(permission) || permissions.includes(permission.replace(/_read$/, '_write'))
}
