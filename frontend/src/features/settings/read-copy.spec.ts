import { restoreTexts } from '@prumo/shared/restore-rules'
import { readCopy } from './read-copy'

const transaction = { id: 'a', type: 'income', amount: 0.29, importId: null, importKey: null, recurrenceId: null, nominal: null }
const movement = { id: 'b', kind: 'deposit', amount: 8.2, balance: 8.2 }
const file = {
  exportedAt: '2026-11-20T12:00:00.000Z',
  user: { businessName: 'Doce Lar' },
  transactions: [transaction, { ...transaction, id: 'c', type: 'expense', amount: 0.07 }],
  goals: [{ id: 'd', targetAmount: 80, currentAmount: 1, completed: false }],
  tasks: [],
  imports: [],
  recurrences: [],
  movements: [movement],
  emergencyFund: { currentAmount: 8.2 },
  balance: null,
  totals: { income: 0.29, expense: 0.07, transactions: 2, goals: 1, tasks: 0, fund: 8.2 },
}
const read = (content: unknown, size = 1) =>
  readCopy({ size, text: () => Promise.resolve(typeof content === 'string' ? content : JSON.stringify(content)) })

it('summarises a copy, in centavos', async () => {
  expect(await read(file)).toEqual({
    file,
    contents: {
      exportedAt: file.exportedAt,
      totals: { income: 29, expense: 7, transactions: 2, goals: 1, tasks: 0, fund: 820 },
      balance: null,
      emergencyFund: { currentAmount: 820 },
      wallets: [],
      imports: [],
      recurrences: [],
      movements: [movement].map((each) => ({ ...each, amount: 820, balance: 820 })),
      records: 5,
      businessName: 'Doce Lar',
    },
  })
})

it.each([
  ['another amount', { ...file, transactions: [{ ...transaction, amount: 0.3 }] }],
  ['a row less', { ...file, goals: [] }],
  ['another movement', { ...file, movements: [{ ...movement, amount: 8.21 }] }],
  ['other totals', { ...file, totals: { ...file.totals, fund: 8 } }],
])('rejects a copy with %s', async (_what, changed) => {
  expect(await read(changed)).toEqual({ problem: restoreTexts.changed })
})

it.each([
  '',
  '{',
  '[]',
  '{}',
  'null',
  '{"transactions":[]}',
  JSON.stringify({ ...file, totals: null }),
  JSON.stringify({ ...file, exportedAt: 'x' }),
])('rejects %s', async (text) => {
  expect(await read(text)).toEqual({ problem: restoreTexts.notOurs })
})

it('rejects a file that is too large', async () => {
  expect(await read(file, 20 * 1024 * 1024 + 1)).toMatchObject({ problem: expect.stringContaining('mais de 20 MB') })
})
