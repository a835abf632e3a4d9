import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { Transaction } from '@prumo/shared/transactions'
import type { Bill } from '@prumo/shared/wallets'
import { movementOf, type Movement } from './movements'

/** The bills of a card in the order of its page. */
export interface ArrangedBills {
  /** The oldest closed one that is not paid; null if there is none. */
  due: Bill | null
  /** The one that today's purchases fall into. */
  open: Bill | null
  /** Later ones that have something already, the next first. */
  coming: readonly Bill[]
  /** The other closed ones, the newest first. */
  closed: readonly Bill[]
}

/** @param bills the oldest first */
export function arrangeBills(bills: readonly Bill[], now: CalendarDate): ArrangedBills {
  const closed = bills.filter(({ closesOn }) => closesOn < now)
  const due = closed.find(({ remaining }) => remaining > 0) ?? null
  const [open = null, ...later] = bills.filter(({ closesOn }) => closesOn >= now)
  return {
    due,
    open,
    coming: later.filter(hasContent),
    closed: closed.filter((bill) => bill !== due && (hasContent(bill) || bill.remaining > 0)).toReversed(),
  }
}

function hasContent({ purchases, refunds }: Bill): boolean {
  return purchases > 0 || refunds > 0
}

/** What a bill asks for: purchases less refunds. */
export function totalOf({ purchases, refunds }: Pick<Bill, 'purchases' | 'refunds'>): number {
  return purchases - refunds
}

/** The purchases and refunds of a bill, the newest first; payments and what was not received are none. */
export function entriesOf(
  { from, closesOn }: Pick<Bill, 'from' | 'closesOn'>,
  transactions: readonly Transaction[],
  cardId: string,
): Movement[] {
  return transactions
    .flatMap((each) => movementOf(each, cardId) ?? [])
    .filter(
      ({ transaction, date }) =>
        !isPayment(transaction, cardId) && stateOf(transaction) !== 'not_received' && date >= from && date <= closesOn,
    )
    .sort((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0))
}

/** What the later bills have already, by the month in which each is due. */
export interface ComingMonth {
  month: CalendarMonth
  /** Purchases less refunds, in centavos. */
  centavos: number
  entries: readonly Movement[]
}

export function comingMonths(coming: readonly Bill[], transactions: readonly Transaction[], cardId: string): ComingMonth[] {
  return coming.map((bill) => ({ month: bill.month, centavos: totalOf(bill), entries: entriesOf(bill, transactions, cardId) }))
}

/** The payments of a closed bill: settled transfers to the card after its closing, up to the next one; the latest first. */
export function paymentsOf(
  { closesOn }: Pick<Bill, 'closesOn'>,
  nextClosing: CalendarDate,
  transfers: readonly Transaction[],
  cardId: string,
): Movement[] {
  return transfers
    .filter((each) => isPayment(each, cardId) && stateOf(each) === 'settled')
    .flatMap((each) => movementOf(each, cardId) ?? [])
    .filter(({ date }) => date > closesOn && date <= nextClosing)
    .sort((one, other) => (one.date < other.date ? 1 : -1))
}

/** The wallet from which the card was paid last; null if it never was. @param transfers the newest first */
export function lastPayer(transfers: readonly Transaction[], cardId: string): string | null {
  return transfers.find((each) => isPayment(each, cardId))?.walletId ?? null
}

function isPayment({ type, toWalletId }: Transaction, cardId: string): boolean {
  return type === 'transfer' && toWalletId === cardId
}
