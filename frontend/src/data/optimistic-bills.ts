import type { CalendarDate } from '@prumo/shared/calendar'
import { cardDayOf, stateOfBill, type CardDay } from '@prumo/shared/bill-rules'
import { sumsOf } from '@prumo/shared/transaction-sums'
import type { Transaction } from '@prumo/shared/transactions'
import type { Bill, Wallet } from '@prumo/shared/wallets'
import type { EntityChange } from './sync/optimistic'
import { countedOf } from './transactions'

/**
 * Bills after transactions were recorded, changed or deleted. A payment pays the oldest bill first. A purchase of a day without a bill
 * shows when the server answers.
 */
export function applyToBills(
  bills: readonly Bill[],
  { id }: Pick<Wallet, 'id'>,
  changes: readonly EntityChange<Transaction>[],
  now: CalendarDate,
): readonly Bill[] {
  const own = changes.flatMap(({ before, after }) => [...changesBy(id, before, -1), ...changesBy(id, after, 1)])
  if (own.length === 0) return bills
  const charged = bills.map((bill) => withCharges(bill, own))
  const closed = charged.filter(({ bill }) => bill.closesOn < now)
  const paid = own.reduce((sum, each) => sum + each.paid, 0)
  const owed = closed.reduce((sum, { bill, added }) => sum + bill.remaining + added, 0) - paid
  const remaining = new Map<string, number>()
  let rest = Math.max(0, owed)
  for (const { bill } of closed.toReversed()) {
    const left = Math.min(rest, Math.max(0, bill.purchases - bill.refunds))
    remaining.set(bill.closesOn, left)
    rest -= left
  }
  // What the closed bills do not take, owed or paid too much, is in the bills after them.
  let carried = owed < 0 ? owed : rest
  for (const { bill, added } of charged.slice(closed.length)) {
    const left = bill.remaining + added + carried
    remaining.set(bill.closesOn, Math.max(0, left))
    carried = Math.min(0, left)
  }
  return charged.map(({ bill }): Bill => {
    const left = remaining.get(bill.closesOn) ?? 0
    return { ...bill, remaining: left, paid: Math.max(0, bill.purchases - bill.refunds - left), state: stateOfBill(bill, left, now) }
  })
}

/** What a transaction adds to the bills of a card; pending ones too, but for payments. */
function changesBy(card: string, transaction: Transaction | null, times: 1 | -1): CardDay[] {
  const days = transaction ? sumsOf(countedOf(transaction)).filter(({ walletId }) => walletId === card) : []
  return days.map(({ date, sums }) => {
    const { purchases, refunds, paid } = cardDayOf(date, sums)
    return { date, purchases: times * purchases, refunds: times * refunds, paid: times * paid }
  })
}

function withCharges(bill: Bill, changes: readonly CardDay[]): { bill: Bill; added: number } {
  const own = changes.filter(({ date }) => date >= bill.from && date <= bill.closesOn)
  const purchases = own.reduce((sum, each) => sum + each.purchases, 0)
  const refunds = own.reduce((sum, each) => sum + each.refunds, 0)
  return { bill: { ...bill, purchases: bill.purchases + purchases, refunds: bill.refunds + refunds }, added: purchases - refunds }
}
