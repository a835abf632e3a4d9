import type { NewTransaction } from '@prumo/shared/transactions'

const kinds = [
  { type: 'income', description: 'Bolo de casamento da Júlia', category: 'Vendas', amount: 145_000 },
  { type: 'expense', description: 'Farinha e ovos no atacado', category: 'Fornecedores', amount: 32_790 },
] as const

/** The n-th transaction that every contender writes: alternately income and expense, over the days of a month. */
export function transactionAt(n: number): Omit<NewTransaction, 'id'> {
  const { type, description, category, amount } = kinds[n % kinds.length] as (typeof kinds)[number]
  return { type, description, category, amount, transactionDate: `2026-11-${String((n % 28) + 1).padStart(2, '0')}`, isScheduled: false }
}
