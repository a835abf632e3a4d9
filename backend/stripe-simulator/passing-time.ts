import { advanceSession, sessionDueAt } from './checkout.js'
import { DAY } from './clock.js'
import { invoiceDueAt, advanceSubscription, advanceInvoice, subscriptionDueAt } from './subscription-life.js'
import type { SimulatorWorld } from './world.js'

/** Executes everything that is due, each step at its own time and in order, as if time had passed continuously. */

/** Stripe lists events of the last 30 days. */
const EVENT_DAYS = 30
const KEY_DAYS = 1
/** A higher count means an endless loop. */
const LIMIT = 100_000

interface DueStep {
  at: number
  happen: () => void
}

/** Executes what is due up to the present. */
export function advanceTime(world: SimulatorWorld): void {
  const until = world.now()
  for (let count = 0; count < LIMIT; count += 1) {
    const next = nextDue(world)
    if (!next || next.at > until) return forget(world, until)
    world.clock.at(next.at, () => world.store.change(next.happen))
  }
  throw new Error(`Time does not pass: more than ${LIMIT} things were due.`)
}

function nextDue(world: SimulatorWorld): DueStep | null {
  const { store } = world
  let next: DueStep | null = null
  const consider = (at: number, happen: () => void) => {
    if (at < (next?.at ?? Infinity)) next = { at, happen }
  }
  for (const session of store.all('checkoutSessions')) consider(sessionDueAt(world, session), () => advanceSession(world, session))
  for (const invoice of store.all('invoices')) consider(invoiceDueAt(world, invoice), () => advanceInvoice(world, invoice))
  for (const subscription of store.all('subscriptions'))
    consider(subscriptionDueAt(world, subscription), () => advanceSubscription(world, subscription))
  return next
}

/** Deletes what Stripe deletes too, but no event that is still to be delivered. */
function forget(world: SimulatorWorld, now: number): void {
  const { store } = world
  const waiting = new Set(store.all('deliveries').map(({ event }) => event))
  const events = store.all('events').filter(({ id, created }) => created < now - EVENT_DAYS * DAY && !waiting.has(id))
  const keys = store.all('keptAnswers').filter(({ created }) => created < now - KEY_DAYS * DAY)
  if (events.length + keys.length === 0) return
  store.change(() => {
    for (const { id } of events) store.remove('events', id)
    for (const { id } of keys) store.remove('keptAnswers', id)
  })
}
