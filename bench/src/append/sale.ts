import { noOptionalTexts } from '@prumo/shared/transaction-details'
import type { NewTransaction } from '@prumo/shared/transactions'

const kinds = [
  { ...noOptionalTexts, fiscal: null, type: 'income', description: 'Bolo de casamento da Júlia', category: 'Vendas', amount: 145_000 },
  { ...noOptionalTexts, fiscal: null, type: 'expense', description: 'Farinha e ovos no atacado', category: 'Fornecedores', amount: 32_790 },
] as const

/** A transaction as the contenders write it: in the main wallet. */
export type BenchTransaction = Omit<NewTransaction, 'id' | 'walletId' | 'toWalletId' | 'toDate' | 'ruleId'>

/** The n-th transaction that every contender writes: alternately income and expense, over the days of a month. */
export function transactionAt(n: number): BenchTransaction {
  const kind = kinds[n % kinds.length] as (typeof kinds)[number]
  return { transactionDate: `2026-11-${String((n % 28) + 1).padStart(2, '0')}`, isScheduled: false, ...kind }
}
