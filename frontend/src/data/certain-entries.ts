import type { CalendarDate } from '@prumo/shared/calendar'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { Wallet } from '@prumo/shared/wallets'
import { billName, type DueBill } from './due-bills'
import { TRANSACTIONS_SCREEN, walletAddress } from './screens'
import { formAddress } from '../lib/form-address'

/** What is certain to change the money of banks and cash on a day. */
export interface CertainEntry {
  key: string
  date: CalendarDate
  type: FlowType
  /** In centavos, never negative. */
  amount: number
  description: string
  /** The screen on which it can be changed, and what its link says. */
  address: string
  label: string
  /** A transfer to or from a card, or one between banks and cash that arrives on another day, or a bill: no income and no expense. */
  kind: 'flow' | 'card-transfer' | 'between' | 'bill'
}

/**
 * The entries of the days ahead: pending transactions of banks and cash, what of transfers goes to cards, comes from them or arrives
 * on another day, and what is left of each bill on its due day. Purchases on cards are in the bills. What is in archived wallets is
 * not on hand.
 */
export function certainEntries(
  transactions: readonly Transaction[],
  bills: readonly DueBill[],
  wallets: readonly WalletPlace[],
): CertainEntry[] {
  const elsewhere = new Set(wallets.filter(({ kind, archived }) => kind === 'card' || archived === true).map(({ id }) => id))
  return [...transactions.flatMap((each) => transactionEntries(each, elsewhere)), ...bills.map(billEntry)]
}

/** What decides whether the money of a wallet is on hand. */
type WalletPlace = Pick<Wallet, 'id' | 'kind'> & Partial<Pick<Wallet, 'archived'>>

/** Whether a transaction is on a card alone, whose bill it is in. */
export function isOnCard({ type, walletId }: Transaction, wallets: readonly WalletPlace[]): boolean {
  return type !== 'transfer' && wallets.some(({ id, kind }) => id === walletId && kind === 'card')
}

function transactionEntries(transaction: Transaction, elsewhere: ReadonlySet<string>): CertainEntry[] {
  const { id, description, type, amount, date, walletId, toWalletId, toDate } = transaction
  const entry = {
    amount,
    description,
    address: formAddress(TRANSACTIONS_SCREEN, id),
    label: `Editar ${description}`,
  }
  if (type !== 'transfer') return elsewhere.has(walletId) ? [] : [{ ...entry, key: id, date, type, kind: 'flow' }]
  const arrival = toDate ?? date
  const leaves = !elsewhere.has(walletId)
  const arrives = toWalletId !== null && !elsewhere.has(toWalletId)
  if (leaves && arrives && arrival === date) return []
  const kind = leaves && arrives ? ('between' as const) : ('card-transfer' as const)
  return [
    ...(leaves ? [{ ...entry, kind, key: id, date, type: 'expense' as const }] : []),
    ...(arrives ? [{ ...entry, kind, key: `${id} to`, date: arrival, type: 'income' as const }] : []),
  ]
}

function billEntry({ card, bill, left }: DueBill): CertainEntry {
  const name = billName(card)
  return {
    key: `${card.id} ${bill.month}`,
    date: bill.dueOn,
    type: 'expense',
    amount: left,
    description: name,
    address: walletAddress(card.id),
    label: `Ver ${name}`,
    kind: 'bill',
  }
}
