import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { EventCodec } from '../event-store/stream/event-codec.js'
import { defineEvents, personal } from '../event-store/stream/event.js'
import { DataKey } from '../platform/crypto/account-keys.js'
import { subscriptionEvents, type SubscriptionEvent } from './subscription.events.js'

/** The shape that was stored before a plan could change. */
const first = z.strictObject({
  customerId: personal(z.string()),
  subscriptionId: personal(z.string()),
  status: z.string(),
  priceId: z.string(),
  planId: z.string().nullable(),
  currentPeriodStart: z.int(),
  currentPeriodEnd: z.int(),
  cancelAtPeriodEnd: z.boolean(),
  paymentMethodBrand: z.string().nullable(),
  paymentMethodLast4: personal(z.string()).nullable(),
  refundedAmount: z.int(),
})
const older = defineEvents({ SubscriptionCanceled: { data: z.strictObject({ before: first.nullable(), after: first }) } })

const known = {
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
}
const key = new DataKey(Buffer.alloc(32, 1))
const accountId = randomUUID()
const place = { accountId, seq: 1, entity: 'subscription', entityId: accountId, entityVersion: 1, recordedAt: '2026-11-20T12:00:00.000Z' }
const stored = (codec: EventCodec, data: object) =>
  codec.encode(
    { type: 'SubscriptionCanceled', data },
    place,
    { commandId: randomUUID(), actor: 'stripe', source: 'stripe' },
    key,
    Buffer.alloc(32),
  )

const ended = { ...known, status: 'canceled' }
const nothing = { nextPriceId: null, nextPlanId: null }

it.each([
  ['one that followed', { before: known, after: ended }, { before: { ...known, ...nothing }, after: { ...ended, ...nothing } }],
  ['the first of all', { before: null, after: ended }, { before: null, after: { ...ended, ...nothing } }],
])('an event of before plans changed reads as one without a change: %s', (_, data, expected) => {
  const row = stored(new EventCodec([older]), data)
  expect(row.schemaVersion).toBe(1)
  const codec = new EventCodec([subscriptionEvents])
  const read = codec.decode(row, key)
  expect(read.data).toEqual(expected)
  expect(codec.matchesSchema(read)).toBe(true)
})

it('an event of now is written with what waits, and read as it was written', () => {
  const data = {
    before: { ...known, ...nothing },
    after: { ...ended, nextPriceId: 'price_1mes', nextPlanId: '1mes' },
  } as SubscriptionEvent['data']
  const codec = new EventCodec([subscriptionEvents])
  const row = stored(codec, data)
  expect([row.schemaVersion, codec.decode(row, key).data]).toEqual([2, data])
})
