import { monthOf } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import { searchable } from '@prumo/shared/search'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Summary, Transaction } from '@prumo/shared/transactions'
import { centavosOf } from '../lib/centavos'
import { byText } from './command'
import type { TransactionFilter } from './questions'
import type { Change } from './shown'

/** Whether a list with this filter shows a transaction: the server's rule, for what it has not answered yet. */
export function isListed(transaction: Transaction, filter: TransactionFilter): boolean {
  const { date, description, category } = transaction
  return (
    (!filter.type || transaction.type === filter.type) &&
    (!filter.month || monthOf(date) === filter.month) &&
    (!filter.from || date >= filter.from) &&
    (!filter.to || date <= filter.to) &&
    (filter.category === undefined || (category ?? '') === filter.category) &&
    (!filter.status || stateOf(transaction) === filter.status) &&
    (!filter.search || searchable(`${description} ${category ?? ''}`).includes(searchable(filter.search)))
  )
}

/** Newest date first, then newest created. */
export function compareTransactions(one: Transaction, other: Transaction): number {
  return byText(other.date, one.date) || byText(other.createdAt, one.createdAt) || byText(other.id, one.id)
}

/** A summary of what the filter lists, after changes of transactions. */
export function summed(summary: Summary, filter: TransactionFilter, changes: readonly Change<Transaction>[]): Summary {
  return changes.reduce((sums, { before, after }) => add(add(sums, filter, before, -1), filter, after, 1), summary)
}

function add(summary: Summary, filter: TransactionFilter, transaction: Transaction | null, sign: 1 | -1): Summary {
  if (!transaction || !isListed(transaction, filter)) return summary
  const state = stateOf(transaction)
  if (state === 'not_received') return summary
  const delta = centavosOf(transaction.amount) * sign
  const isIncome = transaction.type === 'income'
  if (state === 'pending') {
    return isIncome
      ? { ...summary, scheduledIncome: plus(summary.scheduledIncome, delta) }
      : { ...summary, scheduledExpense: plus(summary.scheduledExpense, delta) }
  }
  const income = isIncome ? plus(summary.income, delta) : summary.income
  const expense = isIncome ? summary.expense : plus(summary.expense, delta)
  return { ...summary, income, expense, balance: plus(income, -centavosOf(expense)), count: summary.count + sign }
}

/** Nothing happened yet. */
export const noSums: Summary = { income: 0, expense: 0, balance: 0, scheduledIncome: 0, scheduledExpense: 0, count: 0 }

function plus(reais: number, centavos: number): number {
  return centavosToReais(centavosOf(reais) + centavos)
}
