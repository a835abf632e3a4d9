import { EventCodec } from '../event-store/stream/event-codec.js'
import { GENESIS_HASH } from '../event-store/stream/hash-chain.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { enteredByHand, transactionEvents, type TransactionEvent } from './transaction.events.js'

const codec = new EventCodec([transactionEvents])
const accountId = '01900000-0000-7000-8000-00000000000a'
const { key } = new AccountKeys(Buffer.alloc(32, 7)).create(accountId)
const place = { accountId, seq: 7, entity: 'transaction', entityId: accountId, entityVersion: 1, recordedAt: '2026-11-20T12:00:00.000Z' }
const meta = { commandId: accountId, actor: accountId, source: 'app' as const }

/** Details as they were stored before there were imports. */
const older = {
  description: 'Bolo de casamento',
  amount: 145_000,
  type: 'income' as const,
  category: 'Festas',
  date: '2026-11-20',
  isScheduled: false,
  isConfirmed: true,
  isReceived: true,
}
const newer = { ...older, ...enteredByHand }

it.each<TransactionEvent>([
  { type: 'TransactionRecorded', data: { after: newer } },
  { type: 'TransactionRecorded', data: { after: { ...newer, importId: accountId, importKey: 'key' }, line: 'sent' } },
  { type: 'TransactionCorrected', data: { before: newer, after: { ...newer, amount: 1 } } },
  { type: 'TransactionConfirmed', data: { before: newer, after: { ...newer, importId: accountId, importKey: 'key' } } },
  { type: 'TransactionDeleted', data: { before: newer } },
  {
    type: 'TransactionDeleted',
    data: { before: { ...newer, recurrenceId: accountId, nominal: '2026-11-20', instalment: { number: 1, of: 3 } }, withdrawn: true },
  },
  { type: 'TransactionRestored', data: { after: newer, createdAt: place.recordedAt } },
  { type: 'TransactionRestored', data: { after: newer, createdAt: place.recordedAt, line: 'sent' } },
])('reads $type as it was written', (event) => {
  const row = codec.encode(event, place, meta, key, GENESIS_HASH)
  expect(row.schemaVersion).toBe(['TransactionCorrected', 'TransactionDeleted'].includes(event.type) ? 3 : 4)
  expect(row.data).not.toContain('sent')
  expect(codec.decode(row, key)).toEqual({ ...event, ...place, meta })
})

it.each(['TransactionRecorded', 'TransactionCorrected', 'TransactionConfirmed', 'TransactionDeleted', 'TransactionRestored'])(
  'reads a %s of before imports as one that came with none, its texts still sealed',
  (type) => {
    const seal = (path: string, text: string) => ({ sealed: key.seal(text, `${accountId}\n${place.seq}\n${path}`) })
    const stored = (name: string) => ({
      ...older,
      description: seal(`${name}.description`, older.description),
      category: seal(`${name}.category`, older.category),
    })
    const names = { TransactionCorrected: ['before', 'after'], TransactionConfirmed: ['before', 'after'], TransactionDeleted: ['before'] }[
      type
    ] ?? ['after']
    const more = type === 'TransactionRestored' ? { createdAt: place.recordedAt } : {}
    const data = JSON.stringify({ ...Object.fromEntries(names.map((name) => [name, stored(name)])), ...more })
    const read = codec.decode({ ...place, type, schemaVersion: 1, data, meta: JSON.stringify(meta) }, key)
    expect(read.data).toEqual({ ...Object.fromEntries(names.map((name) => [name, newer])), ...more })
    expect(codec.matchesSchema(read)).toBe(true)
  },
)

it.each(['TransactionRecorded', 'TransactionConfirmed', 'TransactionRestored'])(
  'reads a %s of before lines were kept without one',
  (type) => {
    const stored = { ...newer, description: { sealed: key.seal('Bolo', `${accountId}\n${place.seq}\nafter.description`) }, category: null }
    const before = type === 'TransactionConfirmed' ? { before: { ...stored, description: 'Bolo' } } : {}
    const more = type === 'TransactionRestored' ? { createdAt: place.recordedAt } : {}
    const data = JSON.stringify({ ...before, after: stored, ...more })
    const read = codec.decode({ ...place, type, schemaVersion: 2, data, meta: JSON.stringify(meta) }, key)
    expect(read.data).toMatchObject({ after: { ...newer, description: 'Bolo', category: null } })
    expect(codec.matchesSchema(read)).toBe(true)
  },
)

it.each([
  ['TransactionRecorded', 3, { after: { ...older, importId: accountId, importKey: 'key' } }],
  ['TransactionDeleted', 2, { before: { ...older, importId: accountId, importKey: 'key' } }],
])('reads a %s of before anything repeated as one of no recurrence', (type, schemaVersion, stored) => {
  const read = codec.decode({ ...place, type, schemaVersion, data: JSON.stringify(stored), meta: JSON.stringify(meta) }, key)
  expect(Object.values(read.data as object)).toEqual([{ ...newer, importId: accountId, importKey: 'key' }])
  expect(codec.matchesSchema(read)).toBe(true)
})
