import type { CalendarDate } from '@prumo/shared/calendar'
import type { ForecastAnswer, ForecastReview, LookAhead, LowestBalance } from '@prumo/shared/forecast'
import { forecastOf, type ForecastLength, type LowestDay, type ForecastOpening } from '@prumo/shared/forecast-rules'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import type { DatedAnswer } from '../answers/computed-answers.js'
import type { AheadFacts } from './forecast-facts.js'
import type { ForecastPast } from './forecast-past.answer.js'

/** The forecast in the shape of the API, in reais: certain amounts as of now, the spread and review as computed last. */
export function toForecast(
  { opening, pending, occurrences }: AheadFacts,
  { answer: { spreads, foreseen }, computedAt, stale }: Pick<DatedAnswer<ForecastPast>, 'answer' | 'computedAt' | 'stale'>,
  today: CalendarDate,
  length: ForecastLength,
): OnWire<ForecastAnswer> {
  const made = forecastOf({ opening, pending, occurrences, spreads }, today, length)
  const { overdue } = made
  return {
    from: made.from,
    to: made.to,
    opening: inReais(opening),
    days: made.days.map(({ date, income, expense, balance, low, high }) => ({
      date,
      income: centavosToReais(income),
      expense: centavosToReais(expense),
      balance: centavosToReais(balance),
      low: toReaisOrNull(low),
      high: toReaisOrNull(high),
    })),
    lowest: toLowest(made.lowest),
    overdue: { income: centavosToReais(overdue.income), expense: centavosToReais(overdue.expense), count: overdue.count },
    review: toReview(foreseen, opening, today),
    computedAt,
    stale,
  }
}

/** The lowest balance of the coming days, in reais. */
export function toLookAhead(
  { opening, pending, occurrences, isEmpty }: AheadFacts,
  today: CalendarDate,
  length: ForecastLength,
): OnWire<LookAhead> {
  const { to, lowest } = forecastOf({ opening, pending, occurrences, spreads: null }, today, length)
  return { to, opening: inReais(opening), lowest: isEmpty ? null : toLowest(lowest) }
}

/** A forecast of another day is not compared with today's balance. */
function toReview(foreseen: ForecastPast['foreseen'], opening: ForecastOpening, today: CalendarDate): OnWire<ForecastReview> | null {
  if (foreseen?.to !== today) return null
  const { from, to, predicted, low, high } = foreseen
  return {
    from,
    to,
    predicted: centavosToReais(predicted),
    low: toReaisOrNull(low),
    high: toReaisOrNull(high),
    actual: centavosToReais(opening.amount),
  }
}

function inReais({ amount, source }: ForecastOpening): OnWire<ForecastAnswer>['opening'] {
  return { amount: centavosToReais(amount), source }
}

function toLowest({ date, balance }: LowestDay): OnWire<LowestBalance> {
  return { date, balance: centavosToReais(balance) }
}

function toReaisOrNull(centavos: number | null): number | null {
  return centavos === null ? null : centavosToReais(centavos)
}
