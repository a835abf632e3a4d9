import { changeOf } from './emergency-fund-rules.js'
import { isReached } from './goal-rules.js'
import type { AccountCopy } from './restore.js'

/** Totals of a copy; amounts in centavos. */
export interface CopyTotals {
  income: number
  expense: number
  transactions: number
  goals: number
  tasks: number
  fund: number
}

/** Totals computed from the rows of a copy: transactions of every state, and the amount in the fund. */
export function totalsOf({ transactions, goals, tasks, emergencyFund }: Omit<AccountCopy, 'totals'>): CopyTotals {
  const sum = (type: 'income' | 'expense') => transactions.reduce((total, each) => (each.type === type ? total + each.amount : total), 0)
  return {
    income: sum('income'),
    expense: sum('expense'),
    transactions: transactions.length,
    goals: goals.length,
    tasks: tasks.length,
    fund: emergencyFund?.currentAmount ?? 0,
  }
}

/** How many records a restore writes: the fund and the balance count as one each. */
export function recordsOf({ transactions, goals, tasks, movements, imports, recurrences, emergencyFund, balance }: AccountCopy): number {
  const rows = [transactions, goals, tasks, movements, imports, recurrences].reduce((sum, { length }) => sum + length, 0)
  return rows + (emergencyFund || movements.length > 0 ? 1 : 0) + (balance ? 1 : 0)
}

/** Whether a copy is consistent: totals match rows, movements match the fund, references resolve and nothing occurs twice. */
export function isWhole(copy: AccountCopy): boolean {
  const { totals, transactions, goals, tasks, imports, recurrences, movements } = copy
  const present = totalsOf(copy)
  const known = new Set([...imports, ...recurrences].map(({ id }) => id))
  const isKnown = (id: string | null) => id === null || known.has(id)
  return (
    (Object.keys(present) as (keyof CopyTotals)[]).every((name) => present[name] === totals[name]) &&
    [transactions, goals, tasks, imports, recurrences, movements].every((rows) => areDistinct(rows.map(({ id }) => id))) &&
    areDistinct(transactions.flatMap(({ importKey }) => importKey ?? [])) &&
    areDistinct(transactions.flatMap(({ recurrenceId, nominal }) => (recurrenceId === null ? [] : `${recurrenceId} ${nominal}`))) &&
    transactions.every(({ importId, recurrenceId }) => isKnown(importId) && isKnown(recurrenceId)) &&
    goals.every((goal) => goal.completed === isReached(goal)) &&
    areMovementsConsistent(copy)
  )
}

function areDistinct(values: readonly string[]): boolean {
  return new Set(values).size === values.length
}

/** Whether each movement leads from the previous balance to its own, and the last one to the fund's amount. Newest first. */
function areMovementsConsistent({ movements, emergencyFund }: Pick<AccountCopy, 'movements' | 'emergencyFund'>): boolean {
  let balance = 0
  for (const movement of movements.toReversed()) {
    balance += changeOf(movement)
    if (balance !== movement.balance) return false
  }
  return balance === (emergencyFund?.currentAmount ?? 0)
}
