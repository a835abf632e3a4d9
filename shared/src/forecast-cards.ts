import { billsOf, type CardDay, type CardDays } from './bill-rules.js'
import type { CalendarDate } from './calendar.js'
import type { ForecastOccurrence, PendingDay } from './forecast-rules.js'
import type { StatedOnDay } from './wallet-rules.js'

/** A card with what is recorded on it, the pending ones too. */
export interface ForecastCard {
  id: string
  cardDays: CardDays
  days: readonly CardDay[]
  stated: readonly StatedOnDay[]
  /** Pending transfers to it, in centavos. */
  coming: number
}

/** An occurrence with its wallet. */
export interface PlacedOccurrence extends ForecastOccurrence {
  walletId: string
}

/** What is certain, before bills are counted. */
interface CertainFacts {
  /** Pending amounts of banks and cash; a transfer to a card is an expense of its day here. */
  pending: readonly PendingDay[]
  /** Of all wallets. */
  occurrences: readonly PlacedOccurrence[]
  cards: readonly ForecastCard[]
}

/**
 * What is certain of banks and cash: their own pending amounts, and on its due day what remains of each bill. A purchase on a card
 * is nothing else; what is about to be transferred to a card covers its oldest bills first.
 */
export function certainWithCards(
  { pending, occurrences, cards }: CertainFacts,
  today: CalendarDate,
): { pending: PendingDay[]; occurrences: ForecastOccurrence[] } {
  const certain = [...pending]
  const ids = new Set(cards.map(({ id }) => id))
  for (const card of cards) {
    let cover = card.coming
    const days = withOccurrences(card, occurrences)
    for (const { dueOn, remaining } of billsOf(days, card.stated, card.cardDays, today)) {
      const left = Math.max(0, remaining - cover)
      cover -= remaining - left
      if (left > 0) certain.push({ date: dueOn, income: 0, expense: left, count: 1 })
    }
  }
  return { pending: certain, occurrences: occurrences.filter(({ walletId }) => !ids.has(walletId)) }
}

/** The card's days with the occurrences that fall into its bills. */
function withOccurrences({ id, days }: ForecastCard, occurrences: readonly PlacedOccurrence[]): CardDay[] {
  const merged = new Map(days.map((day) => [day.date, { ...day }]))
  for (const { walletId, date, type, amount } of occurrences) {
    if (walletId !== id) continue
    const day = merged.get(date) ?? { date, purchases: 0, refunds: 0, paid: 0 }
    day[type === 'income' ? 'refunds' : 'purchases'] += amount
    merged.set(date, day)
  }
  return [...merged.values()]
}
