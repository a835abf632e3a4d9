import { cardDayOf, type CardDay } from '@prumo/shared/bill-rules'
import type { CalendarDate } from '@prumo/shared/calendar'
import { certainWithCards, type ForecastCard } from '@prumo/shared/forecast-cards'
import type { PendingDay } from '@prumo/shared/forecast-rules'
import { sumsOf } from '@prumo/shared/transaction-sums'
import type { Transaction } from '@prumo/shared/transactions'
import { comingTo, type CardBills } from './due-bills'
import type { EntityChange } from './sync/optimistic'
import { countedOf } from './transactions'

/**
 * What changes of transactions add to the amounts of due days, in centavos: what is left of the bills as they are now, without what
 * was left of them before these changes.
 * @param cards with their bills after the changes
 * @param transfers the pending ones after the changes
 */
export function billFlows(
  cards: readonly CardBills[],
  transfers: readonly Transaction[],
  changes: readonly EntityChange<Transaction>[],
  today: CalendarDate,
): PendingDay[] {
  const changed = cards.filter(({ card }) => changes.some(({ before, after }) => isOn(card.id, before) || isOn(card.id, after)))
  const certain = (among: readonly ForecastCard[]) => certainWithCards({ pending: [], occurrences: [], cards: among }, today).pending
  const now = certain(changed.map((each) => toForecastCard(each, transfers, [], today)))
  const was = certain(changed.map((each) => toForecastCard(each, transfers, changes, today)))
  return [...now, ...was.map(({ date, expense, count }): PendingDay => ({ date, income: 0, expense: -expense, count: -count }))]
}

function isOn(cardId: string, transaction: Transaction | null): boolean {
  return transaction?.walletId === cardId || transaction?.toWalletId === cardId
}

/** A card as if each bill was bought on its closing day and all payments came today, with some changes taken away from it. */
function toForecastCard(
  { card, bills }: CardBills,
  transfers: readonly Transaction[],
  undone: readonly EntityChange<Transaction>[],
  today: CalendarDate,
): ForecastCard {
  const { id, closingDay, dueDay } = card
  const days = new Map<CalendarDate, CardDay>()
  let coming = comingTo(id, transfers)
  const add = (date: CalendarDate, purchases: number, refunds: number, paid: number) => {
    const day = days.get(date) ?? { date, purchases: 0, refunds: 0, paid: 0 }
    days.set(date, { date, purchases: day.purchases + purchases, refunds: day.refunds + refunds, paid: day.paid + paid })
  }
  for (const { closesOn, purchases, refunds, remaining } of bills) {
    add(closesOn, purchases, refunds, 0)
    add(today, 0, 0, purchases - refunds - remaining)
  }
  const count = (transaction: Transaction | null, times: 1 | -1) => {
    for (const { walletId, date, sums } of transaction ? sumsOf(countedOf(transaction)) : []) {
      if (walletId !== id) continue
      const { purchases, refunds, paid } = cardDayOf(date, sums)
      add(date, times * purchases, times * refunds, times * paid)
      coming += times * (sums.pendingTransferIn ?? 0)
    }
  }
  for (const { before, after } of undone) {
    count(before, 1)
    count(after, -1)
  }
  return { id, cardDays: { closingDay: closingDay ?? 1, dueDay: dueDay ?? 1 }, days: [...days.values()], stated: [], coming }
}
