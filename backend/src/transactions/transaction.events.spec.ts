import { EventCodec } from '../event-store/stream/event-codec.js'
import { GENESIS_HASH } from '../event-store/stream/hash-chain.js'
import { AccountKeys } from '../platform/crypto/account-keys.js'
import { defaultDetails, transactionEvents, type TransactionEvent } from './transaction.events.js'

const codec = new EventCodec([transactionEvents])
const accountId = '01900000-0000-7000-8000-00000000000a'
const { key } = new AccountKeys(Buffer.alloc(32, 7)).create(accountId)
const place = { accountId, seq: 7, entity: 'transaction', entityId: accountId, entityVersion: 1, recordedAt: '2026-11-20T12:00:00.000Z' }
const meta = { commandId: accountId, actor: accountId, source: 'app' as const }

const details = {
  ...defaultDetails,
  description: 'Bolo de casamento',
  amount: 145_000,
  type: 'income' as const,
  category: 'Festas',
  note: 'Três andares',
  date: '2026-11-20',
  isScheduled: false,
  isConfirmed: true,
  isReceived: true,
}

it.each<TransactionEvent>([
  { type: 'TransactionRecorded', data: { after: details } },
  { type: 'TransactionRecorded', data: { after: { ...details, importId: accountId, importKey: 'key' }, line: 'sent' } },
  { type: 'TransactionCorrected', data: { before: details, after: { ...details, amount: 1 } } },
  {
    type: 'TransactionCorrected',
    data: {
      before: details,
      after: details,
      toLine: 'sent',
      joined: { type: 'income', description: details.note, category: 'Festas', statementText: details.note },
    },
  },
  { type: 'TransactionConfirmed', data: { before: details, after: { ...details, importId: accountId, importKey: 'key' } } },
  { type: 'TransactionDeleted', data: { before: details } },
  {
    type: 'TransactionDeleted',
    data: { before: { ...details, recurrenceId: accountId, nominal: '2026-11-20', instalment: { number: 1, of: 3 } }, withdrawn: true },
  },
  { type: 'TransactionRestored', data: { after: details, createdAt: place.recordedAt } },
  { type: 'TransactionRestored', data: { after: details, createdAt: place.recordedAt, line: 'sent' } },
])('reads $type as it was written', (event) => {
  const row = codec.encode(event, place, meta, key, GENESIS_HASH)
  expect(row.schemaVersion).toBe(1)
  expect(row.data).not.toContain('sent')
  expect(row.data).not.toContain(details.note)
  expect(codec.decode(row, key)).toEqual({ ...event, ...place, meta })
})
