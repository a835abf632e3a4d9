import { changedThings, hasActivityText } from '@prumo/shared/activity-texts'
import { logContents } from '../composition/capabilities.js'
import { initialWalletId } from '../wallets/initial-wallet.js'
import { toEntry } from './activity-entry.js'
import { momentText } from './undo-command.js'

const NOW = new Date('2026-11-20T17:32:00.000Z')

it('every kind of event, and every field it can change, has a text', () => {
  const definitions = logContents.families.flatMap((family) => family.definitions)
  expect(definitions.map(({ type }) => type).filter((type) => !hasActivityText(type))).toEqual([])
  const names = definitions.flatMap(({ schema }) => {
    const after = (schema.shape as Record<string, { shape?: object }>).after
    return Object.keys(after?.shape ?? {})
  })
  expect([...new Set(names)].filter((name) => !(name in changedThings))).toEqual([])
})

it('shows amounts of money in reais', () => {
  const [before, after] = [{ refundedAmount: 0 }, { refundedAmount: 9_750 }]
  const meta = { commandId: '', actor: '', source: 'stripe' } as const
  const at = { accountId: '', seq: 9, entityId: '', entityVersion: 2, recordedAt: NOW.toISOString() }
  const event = { type: 'SubscriptionRefunded', entity: 'subscription', data: { before, after }, meta, ...at }
  expect(toEntry(event, null).changes).toEqual([{ field: 'refundedAmount', before: 0, after: 97.5 }])
})

it('shows wallets and the destination of a transfer by their names on the wire', () => {
  const account = '0190d3a0-0000-7000-8000-0000000000aa'
  const meta = { commandId: '', actor: '', source: 'app' } as const
  const at = { accountId: account, seq: 9, entityId: '', entityVersion: 2, recordedAt: NOW.toISOString() }
  const line = { importId: null, importKey: null }
  const before = { type: 'expense', walletId: 'b', to: null }
  const after = { type: 'transfer', walletId: 'b', to: { walletId: null, date: '2026-11-21', ...line } }
  const event = { type: 'TransactionCorrected', entity: 'transaction', data: { before, after }, meta, ...at }
  expect(toEntry(event, null).changes).toEqual([
    { field: 'type', before: 'expense', after: 'transfer' },
    { field: 'toWalletId', before: null, after: initialWalletId(account) },
    { field: 'toDate', before: null, after: '2026-11-21' },
  ])
})

it.each([
  ['2026-11-20T17:32:00.000Z', 'hoje, às 14h32'],
  ['2026-11-20T12:05:00.000Z', 'hoje, às 9h05'],
  ['2026-11-20T02:59:00.000Z', 'ontem, às 23h59'],
  ['2026-11-18T19:03:00.000Z', 'em 18/11, às 16h03'],
  ['2025-12-31T03:00:00.000Z', 'em 31/12/2025, à 0h00'],
])('%s is %s', (at, words) => {
  expect(momentText(at, NOW)).toBe(words)
})
