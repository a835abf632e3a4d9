import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import { stateOf } from '@prumo/shared/transaction-rules'
import type { AccountEvent } from '../identity/account.events.js'
import { ANSWER_BATCH_DELAY_MS } from '../answers/computed-answers.js'
import { defineReaction } from '../jobs/reaction.js'
import { changesWhatCounts, type TransactionDetails, type TransactionEvent } from '../transactions/transaction.events.js'
import { forecastPast } from './forecast-past.answer.js'

/** Recomputes the deviation after changes of settled transactions: of their sums, and of the first day of the history. */
export const forecastPastReaction = defineReaction<TransactionEvent | AccountEvent>({
  kind: forecastPast.kind,
  batchDelayMs: ANSWER_BATCH_DELAY_MS,
  on: ['AccountReset', 'TransactionRecorded', 'TransactionCorrected', 'TransactionConfirmed', 'TransactionDeleted', 'TransactionRestored'],
  when: changesPast,
})

/** Whether an event may change the past's answer today or tomorrow: midnight may pass before the commit. */
export function changesPast(event: TransactionEvent | AccountEvent, today: CalendarDate): boolean {
  switch (event.type) {
    case 'TransactionRecorded':
    case 'TransactionRestored':
    case 'TransactionDeleted':
    case 'TransactionCorrected':
    case 'TransactionConfirmed':
      return changesWhatCounts(event, (details) => counts(details, today), ['amount', 'date', 'type', 'isScheduled'])
    default:
      return true
  }
}

// Flows of today and later do not count, but the history may start today.
function counts(details: TransactionDetails, today: CalendarDate): boolean {
  return details.type !== 'transfer' && stateOf(details) === 'settled' && details.date <= addDays(today, 1)
}
