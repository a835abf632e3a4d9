import type { Bill, Wallet } from '@prumo/shared/wallets'
import { dueBillsOf } from './due-bills'
import { aTransaction } from './test-fixtures'
import { certainEntries } from './certain-entries'

const wallets = [
  { id: 'inter', kind: 'bank' },
  { id: 'caixa', kind: 'cash' },
  { id: 'nubank', kind: 'card' },
] as const
const card = { id: 'nubank', name: 'Nubank', kind: 'card' } as Wallet
const bill = (month: string, dueOn: string, remaining: number) => ({ month, dueOn, remaining }) as Bill
const moved = (id: string, walletId: string, toWalletId: string, toDate = '2026-12-05') =>
  aTransaction({ id, type: 'transfer', description: id, walletId, toWalletId, date: '2026-12-05', toDate, amount: 20_000 })

it('takes bills for the purchases on a card, and of transfers what changes the money of banks and cash on a day', () => {
  const transactions = [
    aTransaction({ id: 'sale', walletId: 'inter', date: '2026-12-05' }),
    aTransaction({ id: 'purchase', walletId: 'nubank', type: 'expense' }),
    moved('withdrawal', 'inter', 'caixa'),
    moved('slow', 'inter', 'caixa', '2026-12-08'),
    moved('payment', 'inter', 'nubank'),
    moved('advance', 'nubank', 'caixa'),
  ]
  const transfers = transactions.filter(({ type }) => type === 'transfer')
  const bills = dueBillsOf([{ card, bills: [bill('2026-12', '2026-12-10', 112_040), bill('2027-01', '2027-01-11', 500)] }], transfers)
  const entries = certainEntries(transactions, bills, wallets)
  expect(entries.map(({ description, date, type, amount, kind }) => [description, date, type, amount, kind])).toEqual([
    ['Venda no balcão', '2026-12-05', 'income', 10_000, 'flow'],
    ['slow', '2026-12-05', 'expense', 20_000, 'between'],
    ['slow', '2026-12-08', 'income', 20_000, 'between'],
    ['payment', '2026-12-05', 'expense', 20_000, 'card-transfer'],
    ['advance', '2026-12-05', 'income', 20_000, 'card-transfer'],
    ['Fatura Nubank', '2026-12-10', 'expense', 92_040, 'bill'],
    ['Fatura Nubank', '2027-01-11', 'expense', 500, 'bill'],
  ])
  expect(entries.at(-1)?.address).toBe('/dashboard/contas/nubank')
})

it('leaves out what is in archived wallets', () => {
  const archived = [{ id: 'old', kind: 'bank', archived: true }] as const
  expect(certainEntries([aTransaction({ walletId: 'old' })], [], archived)).toEqual([])
})
