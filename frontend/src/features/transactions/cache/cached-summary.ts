import { monthOf } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Summary, Transaction } from '@prumo/shared/transactions'
import { centavosOf } from '../../../lib/centavos'
import type { SummaryQuery } from './transaction-query'

/** A summary after a transaction changed from one thing into another; null is not being there. */
export function adjusted(summary: Summary, query: SummaryQuery, before: Transaction | null, after: Transaction | null): Summary {
  return add(add(summary, query, before, -1), query, after, 1)
}

function add(summary: Summary, query: SummaryQuery, transaction: Transaction | null, sign: 1 | -1): Summary {
  if (!transaction || (query.month && monthOf(transaction.date) !== query.month)) return summary
  const state = stateOf(transaction)
  if (state === 'not_received') return summary
  const delta = centavosOf(transaction.amount) * sign
  if (state === 'pending') {
    return transaction.type === 'income'
      ? { ...summary, scheduledIncome: plus(summary.scheduledIncome, delta) }
      : { ...summary, scheduledExpense: plus(summary.scheduledExpense, delta) }
  }
  const income = transaction.type === 'income' ? plus(summary.income, delta) : summary.income
  const expense = transaction.type === 'expense' ? plus(summary.expense, delta) : summary.expense
  const balance = centavosToReais(centavosOf(income) - centavosOf(expense))
  return { ...summary, income, expense, balance, count: summary.count + sign }
}

function plus(reais: number, centavos: number): number {
  return centavosToReais(centavosOf(reais) + centavos)
}
