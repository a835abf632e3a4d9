import type { UnhashedRow } from './event.js'
import { chainedText, chainHash, GENESIS_HASH } from './hash-chain.js'

/** The test vectors of docs/event-chain.md. */
const first: UnhashedRow = {
  accountId: '0190d3a0-0000-7000-8000-000000000001',
  seq: 1,
  entity: 'account',
  entityId: '0190d3a0-0000-7000-8000-000000000001',
  entityVersion: 1,
  type: 'AccountOpened',
  schemaVersion: 1,
  recordedAt: '2026-11-20T15:04:05.006Z',
  meta: '{"commandId":"0190d3a0-0000-7000-8000-0000000000c1","actor":"0190d3a0-0000-7000-8000-000000000001","source":"app"}',
  data: '{"name":{"sealed":"AAEC"},"businessType":"Serviços","monthlyIncome":0}',
}
const second: UnhashedRow = {
  ...first,
  seq: 2,
  entity: 'transaction',
  entityId: '0190d3a0-0000-7000-8000-000000000002',
  type: 'TransactionDeleted',
  recordedAt: '2026-11-20T15:04:05.006Z',
  data: '{"before":{"amount":145000}}',
}

it('builds the documented text', () => {
  expect(chainedText(second)).toBe(
    [
      'prumo-event-1',
      '0190d3a0-0000-7000-8000-000000000001',
      '2',
      'transaction',
      '0190d3a0-0000-7000-8000-000000000002',
      '1',
      'TransactionDeleted',
      '1',
      '2026-11-20T15:04:05.006Z',
      '{"commandId":"0190d3a0-0000-7000-8000-0000000000c1","actor":"0190d3a0-0000-7000-8000-000000000001","source":"app"}',
      '{"before":{"amount":145000}}',
    ].join('\n'),
  )
})

it('computes the documented hashes', () => {
  const one = chainHash(GENESIS_HASH, first)
  expect(one.toString('hex')).toBe('8f74264053165cbb00eb790bc0d1d33cd20f20b307fc8702fe8dbe72b0ff461a')
  expect(chainHash(one, second).toString('hex')).toBe('62d8882388b9cb7afcc8abb2e69da52a90a908ca2a4eeff7c54639a877b7d004')
})
