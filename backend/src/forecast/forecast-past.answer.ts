import { spreadsOf, type ForecastSpread } from '@prumo/shared/forecast-rules'
import type { ComputedAnswer, AnswerAtPosition } from '../answers/computed-answers.js'
import { findStoredForecast, type StoredForecast } from './forecast-review.js'
import { readPastFlows } from './forecast-days.projection.js'

/** What a forecast takes from the past, in centavos. */
export interface ForecastPast {
  /** By the number of days ahead; null where the history is too short. */
  spreads: ForecastSpread[] | null
  foreseen: StoredForecast | null
}

const kept = { kind: 'forecast', version: 1 }

/** How far an account usually strays from its plans, and what its forecast of 30 days ago said of today. */
export const forecastPast: ComputedAnswer<ForecastPast> = {
  ...kept,
  part: 'forecast',
  async compute(database, accounts, today, reading) {
    const past = await readPastFlows(database, accounts, today)
    const computed = new Map<string, AnswerAtPosition<ForecastPast>>()
    // One after the other: a replay holds a connection, and nobody waits for it.
    for (const [accountId, { seq, first, flow }] of past) {
      const foreseen = await findStoredForecast(database, reading, accountId, today, kept)
      computed.set(accountId, { answer: { spreads: spreadsOf(flow, first, today), foreseen }, seq })
    }
    return computed
  },
}
