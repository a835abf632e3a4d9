import { spreadsOf, type ForecastSpread } from '@prumo/shared/forecast-rules'
import type { ComputedAnswer, AnswerAtPosition } from '../answers/computed-answers.js'
import { findStoredForecast, type StoredForecast } from './forecast-review.js'
import { readPastFlows } from './forecast-facts.js'

/** What a forecast derives from the past, in centavos. */
export interface ForecastPast {
  /** By the number of days ahead; null if the history is too short. */
  spreads: ForecastSpread[] | null
  foreseen: StoredForecast | null
}

const kept = { kind: 'forecast', version: 1 }

/** The usual deviation of an account from its plans, and today's balance as forecast 30 days ago. */
export const forecastPast: ComputedAnswer<ForecastPast> = {
  ...kept,
  part: 'forecast',
  async compute(database, accounts, today, reading) {
    const past = await readPastFlows(database, accounts, today)
    const computed = new Map<string, AnswerAtPosition<ForecastPast>>()
    // One account after the other: a replay holds a connection, and no request waits for it.
    for (const [accountId, { seq, first, flow }] of past) {
      const foreseen = await findStoredForecast(database, reading, accountId, today, kept)
      computed.set(accountId, { answer: { spreads: spreadsOf(flow, first, today), foreseen }, seq })
    }
    return computed
  },
}
