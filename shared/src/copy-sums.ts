import { changeOf } from './emergency-fund-rules.js'
import { isReached } from './goal-rules.js'
import { areDefaultReminders } from './reminder-rules.js'
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

/** How many records a restore writes: the fund counts as one, and so does the balance of a copy without wallets. */
export function recordsOf({
  transactions,
  goals,
  tasks,
  movements,
  imports,
  recurrences,
  rules,
  emergencyFund,
  balance,
  wallets,
  mei,
  deliveries,
  months,
  reminders,
}: AccountCopy): number {
  const rows = [
    transactions,
    goals,
    tasks,
    movements,
    imports,
    recurrences,
    rules,
    wallets,
    deliveries,
    months,
    ...wallets.map(({ balances }) => balances),
  ].reduce((sum, { length }) => sum + length, 0)
  const singles = [
    emergencyFund || movements.length > 0,
    balance && wallets.length === 0,
    mei,
    reminders && !areDefaultReminders(reminders),
  ]
  return rows + singles.filter(Boolean).length
}

/** Whether a copy, also one of before there were wallets, is consistent: totals match rows, movements match the fund, references resolve and nothing occurs twice. */
export function isWhole(copy: AccountCopy): boolean {
  const { totals, transactions, goals, tasks, imports, recurrences, rules, movements, wallets, deliveries, attachments, months } = copy
  const present = totalsOf(copy)
  const known = new Set([...imports, ...recurrences].map(({ id }) => id))
  const isKnown = (id: string | null = null) => id === null || known.has(id)
  return (
    (Object.keys(present) as (keyof CopyTotals)[]).every((name) => present[name] === totals[name]) &&
    [transactions, goals, tasks, imports, recurrences, rules, movements, wallets, attachments].every((rows) =>
      areDistinct(rows.map(({ id }) => id)),
    ) &&
    areDistinct(deliveries.map(({ kind, of }) => `${kind} ${of}`)) &&
    areDistinct(months.map(({ month }) => month)) &&
    areDistinct(transactions.flatMap(({ importKey, toImportKey }) => [importKey ?? [], toImportKey ?? []].flat())) &&
    areDistinct(transactions.flatMap(({ recurrenceId, nominal }) => (recurrenceId === null ? [] : `${recurrenceId} ${nominal}`))) &&
    transactions.every(({ importId, toImportId, recurrenceId }) => isKnown(importId) && isKnown(toImportId) && isKnown(recurrenceId)) &&
    areWalletsKnown(copy) &&
    areAttachmentsOfTransactions(copy) &&
    goals.every((goal) => goal.completed === isReached(goal)) &&
    areMovementsConsistent(copy)
  )
}

/** Whether there is one main wallet, and every transaction and recurrence is in a wallet of the copy. */
function areWalletsKnown({ wallets, transactions, recurrences }: AccountCopy): boolean {
  const named = [
    ...transactions.flatMap(({ walletId, toWalletId }) => [walletId, toWalletId]),
    ...recurrences.flatMap(({ terms }) => terms.map(({ walletId }) => walletId)),
  ].filter((id) => id !== null)
  if (wallets.length === 0) return transactions.every(({ type }) => type !== 'transfer')
  const known = new Set(wallets.map(({ id }) => id))
  return wallets.filter(({ isMain }) => isMain).length === 1 && named.every((id) => known.has(id))
}

/** Whether every receipt is of a transaction of the copy. */
function areAttachmentsOfTransactions({ attachments, transactions }: AccountCopy): boolean {
  const known = new Set(transactions.map(({ id }) => id))
  return attachments.every(({ transactionId }) => known.has(transactionId))
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
