import type { Transaction } from '@prumo/shared/transactions'

/** For tests: a settled income of R$ 100,00 of 20 November, with what the test is about. */
export function aTransaction(about: Partial<Transaction> = {}): Transaction {
  return {
    id: '01890000-0000-7000-8000-000000000001',
    userId: '01890000-0000-7000-8000-0000000000ff',
    description: 'Venda no balcão',
    amount: 100,
    type: 'income',
    category: 'Vendas',
    date: '2026-11-20',
    isScheduled: false,
    isConfirmed: true,
    isReceived: true,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
    version: 1,
    ...about,
  }
}
