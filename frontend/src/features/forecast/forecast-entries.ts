import type { CalendarDate } from '@prumo/shared/calendar'
import type { FlowType } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { Wallet } from '@prumo/shared/wallets'
import { billName, type DueBill } from '../../data/due-bills'
import { TRANSACTIONS_SCREEN, walletAddress } from '../../data/screens'
import { formAddress } from '../../lib/form-address'

/** What is certain to change the money of banks and cash on a day. */
export interface ForecastEntry {
  key: string
  date: CalendarDate
  type: FlowType
  /** In centavos, never negative. */
  amount: number
  description: string
  /** The screen on which it can be changed, and what its link says. */
  address: string
  label: string
  /** A transfer or a bill: no income and no expense. */
  isTransfer: boolean
}

/**
 * The entries of the days ahead: pending transactions of banks and cash, what of transfers goes to cards, comes from them or arrives
 * on another day, and what is left of each bill on its due day. Purchases on cards are in the bills.
 */
export function forecastEntries(
  transactions: readonly Transaction[],
  bills: readonly DueBill[],
  wallets: readonly Pick<Wallet, 'id' | 'kind'>[],
): ForecastEntry[] {
  const cards = new Set(wallets.filter(({ kind }) => kind === 'card').map(({ id }) => id))
  return [...transactions.flatMap((each) => transactionEntries(each, cards)), ...bills.map(billEntry)]
}

/** Whether a transaction is on a card alone, whose bill it is in. */
export function isOnCard({ type, walletId }: Transaction, wallets: readonly Pick<Wallet, 'id' | 'kind'>[]): boolean {
  return type !== 'transfer' && wallets.some(({ id, kind }) => id === walletId && kind === 'card')
}

function transactionEntries(transaction: Transaction, cards: ReadonlySet<string>): ForecastEntry[] {
  const { id, description, type, amount, date, walletId, toWalletId, toDate } = transaction
  const entry = {
    amount,
    description,
    address: formAddress(TRANSACTIONS_SCREEN, id),
    label: `Editar ${description}`,
    isTransfer: type === 'transfer',
  }
  if (type !== 'transfer') return cards.has(walletId) ? [] : [{ ...entry, key: id, date, type }]
  const arrival = toDate ?? date
  const leaves = !cards.has(walletId)
  const arrives = toWalletId !== null && !cards.has(toWalletId)
  if (leaves && arrives && arrival === date) return []
  return [
    ...(leaves ? [{ ...entry, key: id, date, type: 'expense' as const }] : []),
    ...(arrives ? [{ ...entry, key: `${id} to`, date: arrival, type: 'income' as const }] : []),
  ]
}

function billEntry({ card, bill, left }: DueBill): ForecastEntry {
  const name = billName(card)
  return {
    key: `${card.id} ${bill.month}`,
    date: bill.dueOn,
    type: 'expense',
    amount: left,
    description: name,
    address: walletAddress(card.id),
    label: `Ver ${name}`,
    isTransfer: false,
  }
}
