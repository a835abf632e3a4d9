import type { CalendarDate } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { compareText } from '../../data/sync/command'

/** A transaction as one wallet sees it. Centavos. */
export interface Movement {
  transaction: Transaction
  /** The day on which it left or reached this wallet. */
  date: CalendarDate
  /** Negative for what left. */
  centavos: number
  /** The wallet's balance after it; null where it does not count yet. */
  balance: number | null
}

/** What a transaction means to a wallet; null if it is of others. */
export function movementOf(transaction: Transaction, walletId: string): Movement | null {
  const { type, amount, date, toDate, toWalletId } = transaction
  const isLeaving = transaction.walletId === walletId
  if (!isLeaving && toWalletId !== walletId) return null
  const isComing = type === 'income' || !isLeaving
  return { transaction, date: isLeaving ? date : (toDate ?? date), centavos: isComing ? amount : 0 - amount, balance: null }
}

export interface MonthOfMovements {
  /** To be confirmed, the next first. */
  pending: readonly Movement[]
  /** The newest first, each with the balance after it. */
  settled: readonly Movement[]
}

/**
 * The movements of a wallet between two days, with a running balance.
 * @param lists of transactions, in which one may be twice
 * @param closing the balance at the end of the last day
 */
export function movementsOf(
  lists: readonly (readonly Transaction[])[],
  { walletId, from, to, closing }: { walletId: string; from: CalendarDate; to: CalendarDate; closing: number | null },
): MonthOfMovements {
  const all = [...new Map(lists.flat().map((each) => [each.id, each])).values()]
  const own = all.flatMap((each) => movementOf(each, walletId) ?? []).filter(({ date }) => date >= from && date <= to)
  const ofState = (state: string) => own.filter(({ transaction }) => stateOf(transaction) === state).sort(newestFirst)
  let balance = closing
  const settled = ofState('settled').map((movement): Movement => {
    const after = { ...movement, balance }
    if (balance !== null) balance -= movement.centavos
    return after
  })
  return { pending: ofState('pending').toReversed(), settled }
}

function newestFirst(one: Movement, other: Movement): number {
  const { transaction: a } = one
  const { transaction: b } = other
  return compareText(other.date, one.date) || compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id)
}

/** The other wallets of a wallet's transfers, each once: where money came from, and where it went. */
export function partnersOf(movements: readonly Movement[]): { from: string[]; to: string[] } {
  const transfers = movements.filter(({ transaction }) => transaction.type === 'transfer')
  const partners = (isComing: boolean) =>
    transfers
      .filter(({ centavos }) => centavos > 0 === isComing)
      .flatMap(({ transaction }) => (isComing ? transaction.walletId : (transaction.toWalletId ?? [])))
  return { from: [...new Set(partners(true))], to: [...new Set(partners(false))] }
}
