import { randomUUID } from 'node:crypto'
import { EventCodec } from '../event-store/stream/event-codec.js'
import { DataKey } from '../platform/crypto/account-keys.js'
import { subscriptionEvents, type SubscriptionDetails } from './subscription.events.js'

const details: SubscriptionDetails = {
  customerId: 'cus_1',
  subscriptionId: 'sub_1',
  status: 'active',
  priceId: 'price_3meses',
  planId: '3meses',
  currentPeriodStart: 1_000,
  currentPeriodEnd: 2_000,
  cancelAtPeriodEnd: false,
  paymentMethodBrand: 'visa',
  paymentMethodLast4: '4242',
  refundedAmount: 0,
  nextPriceId: null,
  nextPlanId: null,
}
const key = new DataKey(Buffer.alloc(32, 1))
const accountId = randomUUID()
const envelope = {
  accountId,
  seq: 1,
  entity: 'subscription',
  entityId: accountId,
  entityVersion: 1,
  recordedAt: '2026-11-20T12:00:00.000Z',
}

it('reads an event with a scheduled change of plan as it was written', () => {
  const codec = new EventCodec([subscriptionEvents])
  const data = { before: details, after: { ...details, status: 'canceled' as const, nextPriceId: 'price_1mes', nextPlanId: '1mes' } }
  const meta = { commandId: randomUUID(), actor: 'stripe', source: 'stripe' } as const
  const row = codec.encode({ type: 'SubscriptionCanceled', data }, envelope, meta, key, Buffer.alloc(32))
  const read = codec.decode(row, key)
  expect([row.schemaVersion, read.data]).toEqual([1, data])
  expect(codec.matchesSchema(read)).toBe(true)
})
