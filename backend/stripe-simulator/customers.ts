import type { Stripe } from 'stripe'
import { attachPaymentMethod } from './payment-methods.js'
import { invalid, noSuch, notSimulated } from './stripe-error.js'
import { type SimulatorWorld, changedOf, mergedMetadata, newId } from './world.js'

/** The application's customers. */

/** Stripe accepts only some valid addresses: ASCII letters, and a domain with a dot. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i

/** @throws StripeError 404, or 400 if a parameter names it; a deleted customer counts as missing */
export function requireCustomer(world: SimulatorWorld, id: string, param?: string): Stripe.Customer {
  const customer = world.store.get('customers', id)
  if (!customer || customer.deleted) throw noSuch('customer', id, param)
  return customer
}

export function createCustomer(world: SimulatorWorld, params: Stripe.CustomerCreateParams): Stripe.Customer {
  if (params.source ?? params.test_clock ?? params.tax_id_data) throw notSimulated('source, test_clock and tax_id_data')
  const id = newId('cus')
  world.store.put('customers', blankCustomer(world, id))
  const method = params.payment_method && attachPaymentMethod(world, params.payment_method, id, 'payment_method').id
  const wanted = params.invoice_settings?.default_payment_method
  // A test card named twice creates one payment method.
  const settings =
    wanted && wanted === params.payment_method && method
      ? { ...params.invoice_settings, default_payment_method: method }
      : params.invoice_settings
  const customer = withChanges(world, blankCustomer(world, id), { ...params, ...(settings && { invoice_settings: settings }) })
  world.publish('customer.created', customer)
  return world.store.put('customers', customer)
}

export function updateCustomer(world: SimulatorWorld, id: string, params: Stripe.CustomerUpdateParams): Stripe.Customer {
  const before = requireCustomer(world, id)
  return changeCustomer(world, before, withChanges(world, before, params))
}

/** Deletes the customer alone; the caller cancels its subscriptions first. */
export function deleteCustomer(world: SimulatorWorld, id: string): Stripe.DeletedCustomer {
  const customer = requireCustomer(world, id)
  world.publish('customer.deleted', customer)
  return world.store.put('customers', { id, object: 'customer', deleted: true })
}

/** Sets or clears the payment method of later payments. */
export function setDefaultPaymentMethod(world: SimulatorWorld, id: string, method: string | null): void {
  const before = requireCustomer(world, id)
  changeCustomer(world, before, { ...before, invoice_settings: { ...before.invoice_settings, default_payment_method: method } })
}

function changeCustomer(world: SimulatorWorld, before: Stripe.Customer, after: Stripe.Customer): Stripe.Customer {
  const changed = changedOf(before, after)
  if (changed) world.publish('customer.updated', after, changed)
  return world.store.put('customers', after)
}

function withChanges(world: SimulatorWorld, before: Stripe.Customer, params: Stripe.CustomerUpdateParams): Stripe.Customer {
  if (params.email && !EMAIL.test(params.email)) throw invalid(`Invalid email address: ${params.email}`, 'email', 'email_invalid')
  const method = params.invoice_settings?.default_payment_method
  const settings = before.invoice_settings
  return {
    ...before,
    address: params.address === undefined ? (before.address ?? null) : params.address ? fullAddress(params.address) : null,
    description: textAfter(before.description, params.description),
    email: textAfter(before.email, params.email),
    name: textAfter(before.name ?? null, params.name),
    phone: textAfter(before.phone ?? null, params.phone),
    preferred_locales: params.preferred_locales ?? before.preferred_locales ?? [],
    metadata: mergedMetadata(before.metadata, params.metadata),
    invoice_settings:
      method === undefined
        ? settings
        : {
            ...settings,
            default_payment_method: method
              ? attachPaymentMethod(world, method, before.id, 'invoice_settings[default_payment_method]').id
              : null,
          },
  }
}

function textAfter(before: string | null, change: string | null | undefined): string | null {
  return change === undefined ? before : change || null
}

function fullAddress({ city, country, line1, line2, postal_code, state }: Stripe.AddressParam): Stripe.Address {
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  }
}

function blankCustomer(world: SimulatorWorld, id: string): Stripe.Customer {
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: world.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}
