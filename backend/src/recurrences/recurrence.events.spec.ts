import { EventCodec } from '../event-store/stream/event-codec.js'
import { GENESIS_HASH } from '../event-store/stream/hash-chain.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { recurrenceEvents, type RecurrenceDetails } from './recurrence.events.js'

const codec = new EventCodec([recurrenceEvents])
const accountId = '01900000-0000-7000-8000-00000000000a'
const { key } = new AccountKeys(Buffer.alloc(32, 7)).create(accountId)
const place = { accountId, seq: 7, entity: 'recurrence', entityId: accountId, entityVersion: 1, recordedAt: '2026-11-20T12:00:00.000Z' }
const meta = { commandId: accountId, actor: accountId, source: 'app' as const }
const terms = {
  from: '2026-12-05',
  description: 'Moto',
  category: null,
  amount: 480_000,
  every: 'month',
  interval: 1,
  weekend: 'after',
  anchor: null,
} as const
const details: RecurrenceDetails = {
  kind: 'instalments',
  type: 'expense',
  start: '2026-12-05',
  count: 48,
  firstNumber: 25,
  until: null,
  terms: [terms],
  pauses: [],
  endedAt: null,
  reached: '2028-11-05',
}
const after = { ...details, firstNumber: 1, terms: [terms, { ...terms, from: '2027-02-01', anchor: '2027-02-12' }] }

it('reads events as they were written', () => {
  const event = { type: 'RecurrenceCorrected', data: { before: details, after } } as const
  expect(codec.decode(codec.encode(event, place, meta, key, GENESIS_HASH), key)).toEqual({ ...event, ...place, meta })
})

it('reads version 1, which knew no new date and no number of the first instalment', () => {
  const plan = { ...details, firstNumber: 1 }
  const row = codec.encode(
    { type: 'RecurrenceRestored', data: { after: plan, createdAt: place.recordedAt } },
    place,
    meta,
    key,
    GENESIS_HASH,
  )
  const data = row.data.replace(',"anchor":null', '').replace('"firstNumber":1,', '')
  expect(data).not.toMatch(/anchor|firstNumber/)
  const read = codec.decode({ ...row, data, schemaVersion: 1 }, key)
  expect(read.data).toEqual({ after: plan, createdAt: place.recordedAt })
})
