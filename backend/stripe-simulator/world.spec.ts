import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { planIds } from '@prumo/shared/plans'
import fc from 'fast-check'
import type { Stripe } from 'stripe'
import { testCards } from './cards.js'
import { createSession, submitPayment } from './checkout.js'
import { SimulatorClock, DAY } from './clock.js'
import { createCustomer } from './customers.js'
import { advanceTime } from './passing-time.js'
import { changeCard, scheduleEnd } from './portal.js'
import { createPlanPrices, planPriceId } from './prices.js'
import { createRefund } from './refunds.js'
import { type StoreKind, SimulatorStore } from './store.js'
import { PaymentRefused, StripeError } from './stripe-error.js'
import { cancelSubscription, pauseSubscription, resumeSubscription } from './subscription-calls.js'
import { hasEnded, itemOf } from './subscriptions.js'
import { SimulatorWorld, idOf } from './world.js'

/** Random actions in random order: the published events match the state, the money adds up, and the journal holds all of it. */

/** Remembers the last event of each object. */
class ListeningWorld extends SimulatorWorld {
  readonly published = new Map<string, object>()

  override publish(type: Stripe.Event.Type, object: { id: string }, before?: object): void {
    this.published.set(object.id, object)
    super.publish(type, object, before)
  }
}

type WorldAction = (world: SimulatorWorld) => unknown

const cards = [...testCards.map(({ number }) => number), 'boleto', 'boleto_vencido', 'none']
const nth = <T>(all: readonly T[], index: number): T | undefined => all[all.length === 0 ? 0 : index % all.length]

const which = fc.nat(3)
const deeds: fc.Arbitrary<WorldAction>[] = [
  fc
    .record({ who: which, plan: fc.constantFrom(...planIds), card: fc.constantFrom(...cards), trial: fc.boolean() })
    .map(({ who, plan, card, trial }) => (world: SimulatorWorld) => {
      const customer = nth(world.store.all('customers'), who) ?? createCustomer(world, { email: 'ana@exemplo.com' })
      const session = createSession(world, {
        mode: 'subscription',
        customer: customer.id,
        line_items: [{ price: planPriceId(plan), quantity: 1 }],
        success_url: 'http://localhost/',
        ...(trial && { subscription_data: { trial_period_days: 7 } }),
      })
      return submitPayment(world, session, card)
    }),
  fc.double({ min: 0.01, max: 60, noNaN: true }).map((days) => (world: SimulatorWorld) => world.clock.moveAhead(days * DAY * 1000)),
  fc.double({ min: 60, max: 800, noNaN: true }).map((days) => (world: SimulatorWorld) => world.clock.moveAhead(days * DAY * 1000)),
  fc.record({ who: which, card: fc.constantFrom(...cards) }).map(
    ({ who, card }) =>
      (world: SimulatorWorld) =>
        changeCard(world, nth(world.store.all('customers'), who)?.id ?? '', card),
  ),
  fc.record({ who: which, end: fc.boolean() }).map(
    ({ who, end }) =>
      (world: SimulatorWorld) =>
        scheduleEnd(world, nth(world.store.all('customers'), who)?.id ?? '', undefined, end),
  ),
  which.map((index) => (world: SimulatorWorld) => cancelSubscription(world, nth(world.store.all('subscriptions'), index)?.id ?? '', {})),
  which.map((index) => (world: SimulatorWorld) => pauseSubscription(world, nth(world.store.all('subscriptions'), index)?.id ?? '')),
  which.map((index) => (world: SimulatorWorld) => resumeSubscription(world, nth(world.store.all('subscriptions'), index)?.id ?? '')),
  fc
    .record({ index: which, amount: fc.option(fc.integer({ min: 1, max: 50_000 }), { nil: null }) })
    .map(({ index, amount }) => (world: SimulatorWorld) => {
      return createRefund(world, { charge: nth(world.store.all('charges'), index)?.id ?? '', ...(amount !== null && { amount }) })
    }),
]

function happen(world: SimulatorWorld, deed: WorldAction): void {
  try {
    world.store.change(() => {
      try {
        deed(world)
      } catch (error) {
        if (!(error instanceof PaymentRefused)) throw error
      }
    })
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
  }
  advanceTime(world)
}

function holds(world: ListeningWorld): void {
  const { store } = world
  for (const kind of ['subscriptions', 'invoices', 'charges', 'refunds', 'paymentMethods'] as const) {
    // Disputes have events of their own.
    for (const one of store.all(kind))
      if (world.published.has(one.id) && !('disputed' in one && one.disputed)) expect(world.published.get(one.id)).toEqual(one)
  }
  for (const one of store.all('subscriptions')) {
    expect(one.ended_at === null).toBe(!hasEnded(one))
    const { current_period_start: start, current_period_end: end } = itemOf(one)
    if (['active', 'trialing', 'past_due'].includes(one.status)) expect([start <= world.now(), world.now() < end]).toEqual([true, true])
  }
  for (const invoice of store.all('invoices')) {
    const payments = store.all('invoicePayments').filter((one) => one.invoice === invoice.id && one.status === 'paid')
    expect(payments.reduce((sum, { amount_paid: paid }) => sum + (paid ?? 0), 0)).toBe(invoice.amount_paid)
    const subscription = store.get('subscriptions', idOf(invoice.parent?.subscription_details?.subscription))
    if (subscription && hasEnded(subscription)) expect(invoice.next_payment_attempt).toBeNull()
  }
  for (const charge of store.all('charges')) {
    const refunded = store.all('refunds').filter((one) => one.charge === charge.id)
    expect(refunded.reduce((sum, { amount }) => sum + amount, 0)).toBe(charge.amount_refunded)
    expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount)
  }
}

const kinds: readonly StoreKind[] = [
  'customers',
  'paymentMethods',
  'cards',
  'checkoutSessions',
  'orders',
  'subscriptions',
  'invoices',
  'invoicePayments',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
  'events',
  'deliveries',
]

describe('the simulated world', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'prumo-world-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  it('stays consistent whatever people do and however time passes', () => {
    let run = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(...deeds), { minLength: 5, maxLength: 40 }), (story) => {
        run += 1
        const file = join(folder, `journal-${run}.jsonl`)
        const store = new SimulatorStore(file)
        const world = new ListeningWorld(store, new SimulatorClock(() => Date.parse('2026-01-31T12:00:00Z'), 0), 'http://localhost')
        store.change(() => createPlanPrices(world))
        for (const deed of story) {
          happen(world, deed)
          holds(world)
        }
        store.close()
        const again = new SimulatorStore(file)
        for (const kind of kinds) expect(again.all(kind)).toEqual(store.all(kind))
        again.close()
      }),
      { numRuns: 40 },
    )
  })
})
