import { PLAN_CURRENCY, plans, type PlanId } from '@prumo/shared/plans'
import type { Stripe } from 'stripe'
import { invalid, missing, noSuch, notSimulated } from './stripe-error.js'
import { type SimulatorWorld, changedOf, decimal, mergedMetadata, newId } from './world.js'

/** Products and prices; those of the plan table exist from the first start. */

/** The price's id of a plan, the same in every simulator. */
export function planPriceId(plan: PlanId): string {
  return `price_prumo${plan}`
}

/** Creates the products and prices of the plan table. A changed amount in the table replaces the price. */
export function createPlanPrices(world: SimulatorWorld): void {
  for (const { id, duration, months, price, description } of plans) {
    const product = `prod_prumo${id}`
    if (!world.store.get('products', product))
      world.store.put('products', newProduct(world, product, { name: `Prumo, ${duration}`, description }))
    const wanted = newPrice(world, planPriceId(id), {
      currency: PLAN_CURRENCY,
      product,
      unit_amount: price,
      recurring: { interval: 'month', interval_count: months },
      lookup_key: id,
    })
    const there = world.store.get('prices', wanted.id)
    if (there?.unit_amount !== price || there.recurring?.interval_count !== months) world.store.put('prices', wanted)
  }
}

export function createProduct(world: SimulatorWorld, params: Stripe.ProductCreateParams): Stripe.Product {
  if (params.default_price_data) throw notSimulated('default_price_data', 'default_price_data')
  const product = newProduct(world, params.id ?? newId('prod'), params)
  if (world.store.get('products', product.id)) throw invalid('Product already exists.', 'id', 'resource_already_exists')
  world.publish('product.created', product)
  return world.store.put('products', product)
}

export function createPrice(world: SimulatorWorld, params: Stripe.PriceCreateParams): Stripe.Price {
  if (params.product === undefined) throw missing('product')
  if (!world.store.get('products', params.product)) throw noSuch('product', params.product, 'product')
  if (params.unit_amount === undefined) throw notSimulated('prices without a unit_amount', 'unit_amount')
  const price = newPrice(world, newId('price'), { ...params, product: params.product, unit_amount: params.unit_amount })
  world.publish('price.created', price)
  return world.store.put('prices', price)
}

/** Changes what Stripe allows to change: never the amount. */
export function updatePrice(world: SimulatorWorld, id: string, params: Stripe.PriceUpdateParams): Stripe.Price {
  const before = world.store.get('prices', id)
  if (!before) throw noSuch('price', id)
  const after: Stripe.Price = {
    ...before,
    active: params.active ?? before.active,
    nickname: params.nickname ?? before.nickname,
    lookup_key: params.lookup_key ?? before.lookup_key,
    metadata: mergedMetadata(before.metadata, params.metadata),
  }
  const changed = changedOf(before, after)
  if (changed) world.publish('price.updated', after, changed)
  return world.store.put('prices', after)
}

function newProduct(
  world: SimulatorWorld,
  id: string,
  params: Pick<Stripe.ProductCreateParams, 'name' | 'description' | 'metadata' | 'active'>,
): Stripe.Product {
  return {
    id,
    object: 'product',
    active: params.active ?? true,
    created: world.now(),
    default_price: null,
    description: params.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergedMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: world.now(),
    url: null,
  }
}

type NewPrice = Stripe.PriceCreateParams & { product: string; unit_amount: number }

function newPrice(world: SimulatorWorld, id: string, params: NewPrice): Stripe.Price {
  const { recurring } = params
  if (recurring && monthsOf(recurring) > 36)
    throw invalid('Invalid recurring interval: the maximum is three years.', 'recurring[interval_count]')
  return {
    id,
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: world.now(),
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergedMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: params.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: params.unit_amount,
    unit_amount_decimal: decimal(params.unit_amount),
  }
}

function monthsOf({ interval, interval_count: count = 1 }: Stripe.PriceCreateParams.Recurring): number {
  const parts: Readonly<Record<string, number>> = { day: 30, week: 4, month: 1, year: 1 / 12 }
  return count / (parts[interval] ?? 1)
}
