import type { CalendarDate } from '@prumo/shared/calendar'
import { netOf, sumsOf } from '@prumo/shared/transaction-sums'
import type { Transaction } from '@prumo/shared/transactions'
import type { Wallet, WalletList } from '@prumo/shared/wallets'
import type { Balance } from './balance-commands'
import type { AcceptedStatement } from './import-commands'
import { compareText, type QueuedCommand } from './sync/command'
import { applyToList, needsApplying, unappliedChanges, type EntityChange, type PositionedAnswer } from './sync/optimistic'
import { UNNAMED_WALLET } from './transaction-commands'
import { countedOf } from './transactions'
import type { StatedAmount } from './wallet-commands'

/** Applies this device's commands to the wallets and their balances, by the server's rules. */

/** This device's commands on everything that a balance depends on. */
export interface BalanceQueues {
  wallets: readonly QueuedCommand[]
  transactions: readonly QueuedCommand[]
  /** Balances stated for the main wallet, whichever it is. */
  balances: readonly QueuedCommand[]
  /** Accepted statements, whose account belongs to their wallet from then on. */
  imports: readonly QueuedCommand[]
}

/** The wallets in their order, with today's balances. */
export function optimisticWallets(fresh: PositionedAnswer<WalletList>, queues: BalanceQueues, now: CalendarDate): WalletList {
  const read = new Map(fresh.data.wallets.map((wallet) => [wallet.id, wallet]))
  const chosen = queues.wallets.findLast((item) => item.command.name === 'wallet.choose-main' && needsApplying(fresh, item))
  // The answer to a command has the balance of its own moment: the balance is the one that was read.
  const listed = applyToList(fresh.data.wallets, queues.wallets, fresh, compareWallets).map((wallet): Wallet => {
    const { balance, statedOn } = read.get(wallet.id) ?? { balance: { amount: 0, date: now, source: 'sums' }, statedOn: null }
    return { ...wallet, balance, statedOn, isMain: chosen ? wallet.id === chosen.command.entityId : wallet.isMain }
  })
  const main = listed.find(({ isMain }) => isMain)?.id ?? UNNAMED_WALLET
  const owners = ownersIn(fresh, queues.imports)
  const statements = statementsIn(fresh, queues, main)
  const stated = listed.map((wallet) => withStatement(withAccounts(wallet, owners), statements.get(wallet.id) ?? [], now))
  const changes = unappliedChanges<Transaction>(queues.transactions, fresh)
  const wallets = changes.length === 0 ? stated : stated.map((wallet) => withMovements(wallet, changes, now))
  return { wallets, onHand: { amount: onHandOf(wallets), date: fresh.data.onHand.date } }
}

/** In the order that the person gave them, archived ones last. */
export function compareWallets(one: Wallet, other: Wallet): number {
  return (
    Number(one.archived) - Number(other.archived) ||
    one.order - other.order ||
    compareText(one.createdAt, other.createdAt) ||
    compareText(one.id, other.id)
  )
}

/** What banks and cash have that are not archived; a card's money is the bank's. */
function onHandOf(wallets: readonly Wallet[]): number {
  return wallets.reduce((sum, { kind, archived, balance }) => (kind === 'card' || archived ? sum : sum + balance.amount), 0)
}

/** The balances of each wallet that the answer lacks, in the order in which they were stated. */
function statementsIn(
  fresh: PositionedAnswer<WalletList>,
  { wallets, balances }: BalanceQueues,
  main: string,
): Map<string, StatedAmount[]> {
  const items = [...wallets, ...balances].filter(
    (item) => (item.command.name === 'wallet.state-balance' || item.command.entity === 'balance') && needsApplying(fresh, item),
  )
  const statements = new Map<string, StatedAmount[]>()
  for (const { command } of items.sort((one, other) => one.position - other.position)) {
    const id = command.entity === 'balance' ? main : command.entityId
    statements.set(id, [...(statements.get(id) ?? []), command.args as Pick<Balance, 'amount' | 'date'>])
  }
  return statements
}

/** The wallets of the accounts whose statements were accepted, by the hash of the account. */
function ownersIn(fresh: PositionedAnswer<WalletList>, imports: readonly QueuedCommand[]): Map<string, string> {
  const accepted = imports.filter((item) => item.command.name === 'import.accept' && needsApplying(fresh, item))
  const statements = accepted.map(({ command }) => command.args as Pick<AcceptedStatement, 'account' | 'walletId'>)
  return new Map(statements.flatMap(({ account, walletId }) => (account && walletId ? [[account, walletId] as const] : [])))
}

function withAccounts(wallet: Wallet, owners: ReadonlyMap<string, string>): Wallet {
  if (owners.size === 0) return wallet
  const kept = wallet.statementAccounts.filter((account) => (owners.get(account) ?? wallet.id) === wallet.id)
  const added = [...owners].flatMap(([account, id]) => (id === wallet.id && !kept.includes(account) ? account : []))
  return { ...wallet, statementAccounts: [...kept, ...added] }
}

/**
 * The wallet after a balance was stated. Of several days the latest holds, of one day what was said last. What came since a past day
 * only the server knows: such a balance shows when it answers.
 */
function withStatement(wallet: Wallet, statements: readonly StatedAmount[], now: CalendarDate): Wallet {
  const said = statements.findLast(({ date }) => date === now)
  if (!said || (wallet.statedOn !== null && wallet.statedOn > said.date)) return wallet
  return { ...wallet, balance: { amount: said.amount, date: now, source: 'stated' }, statedOn: said.date }
}

/** The wallet after transactions were recorded, changed or deleted. */
function withMovements(wallet: Wallet, changes: readonly EntityChange<Transaction>[], now: CalendarDate): Wallet {
  const moved = changes.reduce((sum, { before, after }) => sum + netInBalance(wallet, after, now) - netInBalance(wallet, before, now), 0)
  return moved === 0 ? wallet : { ...wallet, balance: { ...wallet.balance, amount: wallet.balance.amount + moved } }
}

/** What a transaction changes in today's balance of a wallet. */
export function netInBalance({ id, isMain, statedOn }: Wallet, transaction: Transaction | null, now: CalendarDate): number {
  if (!transaction) return 0
  return sumsOf(countedOf(transaction)).reduce((net, { walletId, date, sums }) => {
    const isHere = walletId === id || (isMain && walletId === UNNAMED_WALLET)
    const isCounted = isHere && date <= now && (statedOn === null || date > statedOn)
    return isCounted ? net + netOf(sums) : net
  }, 0)
}
