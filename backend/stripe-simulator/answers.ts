import type { Stripe } from 'stripe'
import type { StoreKind, StoredKinds, SimulatorStore } from './store.js'
import { invalid, noSuch } from './stripe-error.js'
import { listOf, idOf } from './world.js'

/** Pages of lists, and the expansion of ids that the caller asked for with `expand`. */

const MAX_DEPTH = 4

const kindByPrefix: Readonly<Record<string, StoreKind>> = {
  prod: 'products',
  price: 'prices',
  cus: 'customers',
  pm: 'paymentMethods',
  cs: 'checkoutSessions',
  sub: 'subscriptions',
  sub_sched: 'schedules',
  in: 'invoices',
  inpay: 'invoicePayments',
  pi: 'paymentIntents',
  ch: 'charges',
  re: 'refunds',
  du: 'disputes',
}

/** Lists of an object that Stripe includes only on request. */
const includable: Readonly<Record<string, (store: SimulatorStore, object: JsonObject) => unknown>> = {
  'customer.subscriptions': (store, { id }) =>
    listOf(
      `/v1/customers/${String(id)}/subscriptions`,
      newestFirst(store, 'subscriptions', (one) => one.customer === id && one.status !== 'canceled'),
    ),
  'invoice.payments': (store, { id }) =>
    listOf(
      '/v1/invoice_payments',
      newestFirst(store, 'invoicePayments', ({ invoice }) => invoice === id),
    ),
  'charge.refunds': (store, { id }) =>
    listOf(
      `/v1/charges/${String(id)}/refunds`,
      newestFirst(store, 'refunds', ({ charge }) => charge === id),
    ),
  'checkout.session.line_items': (store, { id }) => lineItems(store, String(id)),
}

type JsonObject = Record<string, unknown>

export interface PageParams {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: Stripe.RangeQueryParam | number
}

/** A page of the matching objects, newest first. */
export function listPage<K extends StoreKind>(
  store: SimulatorStore,
  kind: K,
  url: string,
  page: PageParams,
  matches: (one: StoredKinds[K]) => boolean,
): Stripe.ApiList<StoredKinds[K]> {
  const { limit = 10, starting_after: after, ending_before: before, created } = page
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid(`Invalid limit: must be between 1 and 100`, 'limit', 'parameter_invalid_integer')
  const found = newestFirst(store, kind, (one) => matches(one) && isWithin('created' in one ? one.created : 0, created))
  const indexOf = (id: string, param: string) => {
    const index = found.findIndex((one) => one.id === id)
    if (index < 0) throw noSuch(kind, id, param)
    return index
  }
  if (before !== undefined) {
    const end = indexOf(before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { ...listOf(url, found.slice(start, end)), has_more: start > 0 }
  }
  const start = after === undefined ? 0 : indexOf(after, 'starting_after') + 1
  return { ...listOf(url, found.slice(start, start + limit)), has_more: found.length > start + limit }
}

/** Whether a time is within a range of Stripe's list parameters. */
export function isWithin(time: number, range: Stripe.RangeQueryParam | number | undefined): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return time === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return time > gt && time >= gte && time < lt && time <= lte
}

/** Replaces the ids at these paths by their objects. */
export function expandPaths(store: SimulatorStore, object: object, paths: readonly string[] = []): object {
  return paths.reduce<object>((answer, path) => {
    const parts = path.split('.')
    if (parts.length > MAX_DEPTH) throw invalid(`You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`, 'expand')
    return expandPath(store, answer, parts, path) as object
  }, object)
}

function expandPath(store: SimulatorStore, value: unknown, parts: readonly string[], path: string): unknown {
  const [part, ...rest] = parts
  if (part === undefined || value === null || value === undefined) return value
  if (Array.isArray(value)) return value.map((one) => expandPath(store, one, parts, path))
  if (typeof value !== 'object') throw cannotExpand(path)
  const object = value as JsonObject
  // Expandable, but null.
  if (object[part] === null) return value
  const include = includable[`${String(object.object)}.${part}`]
  const there = object[part] ?? include?.(store, object)
  if (there === undefined) throw cannotExpand(path)
  const named = typeof there === 'string' ? find(store, there) : there
  if (typeof there === 'string' && named === undefined) throw cannotExpand(path)
  if (rest.length === 0 && named === there && !include && !isList(there)) throw cannotExpand(path)
  return { ...object, [part]: expandPath(store, named, rest, path) }
}

function isList(value: unknown): boolean {
  return Array.isArray(value) || (value as JsonObject).object === 'list'
}

function cannotExpand(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, 'expand')
}

function find(store: SimulatorStore, id: string): unknown {
  const kind = kindByPrefix[id.slice(0, id.lastIndexOf('_'))]
  return kind && store.get(kind, id)
}

function newestFirst<K extends StoreKind>(store: SimulatorStore, kind: K, matches: (one: StoredKinds[K]) => boolean): StoredKinds[K][] {
  return store.all(kind).filter(matches).toReversed()
}

/** The items that a checkout session sells. */
export function lineItems(store: SimulatorStore, session: string): Stripe.ApiList<Stripe.LineItem> {
  const order = store.get('orders', session)
  const price = order && store.get('prices', order.price)
  const product = price && store.get('products', idOf(price.product))
  if (!order || !price || !product) return listOf(`/v1/checkout/sessions/${session}/line_items`, [])
  const amount = (price.unit_amount ?? 0) * order.quantity
  const item: Stripe.LineItem = {
    id: `li_${session.slice('cs_test_'.length)}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.name,
    metadata: {},
    price,
    quantity: order.quantity,
  }
  return listOf(`/v1/checkout/sessions/${session}/line_items`, [item])
}
