import type { CalendarDate } from '@prumo/shared/calendar'
import { isReached } from '@prumo/shared/goal-rules'
import { daysOfPeriod } from '@prumo/shared/report-rules'
import type { GoalEvent } from '../goals/goal.events.js'
import type { AccountEvent } from '../identity/account.events.js'
import { ANSWER_BATCH_DELAY_MS } from '../answers/computed-answers.js'
import { defineReaction } from '../jobs/reaction.js'
import { changesWhatCounts, isSettledSince, type TransactionEvent } from '../transactions/transaction.events.js'
import { reportInsights } from './report-insights.answer.js'

/** Recomputes the insights after changes of settled transactions in the longest period, and of goals. */
export const reportInsightsReaction = defineReaction<TransactionEvent | GoalEvent | AccountEvent>({
  kind: reportInsights.kind,
  batchDelayMs: ANSWER_BATCH_DELAY_MS,
  on: [
    'TransactionRecorded',
    'TransactionCorrected',
    'TransactionConfirmed',
    'TransactionDeleted',
    'TransactionRestored',
    'GoalSet',
    'GoalCorrected',
    'GoalProgressed',
    'GoalDeleted',
    'GoalRestored',
    'AccountReset',
  ],
  when: changesInsights,
})

/** Whether an event may change the texts of a day's reports. */
export function changesInsights(event: TransactionEvent | GoalEvent | AccountEvent, today: CalendarDate): boolean {
  switch (event.type) {
    case 'TransactionRecorded':
    case 'TransactionRestored':
    case 'TransactionDeleted':
    case 'TransactionCorrected':
    case 'TransactionConfirmed':
      return changesWhatCounts(event, (details) => isSettledSince(daysOfPeriod('1year', today).from, details, today), places)
    case 'GoalCorrected':
    case 'GoalProgressed': {
      const { before, after } = event.data
      return before.title !== after.title || before.deadline !== after.deadline || isReached(before) !== isReached(after)
    }
    default:
      return true
  }
}

/** The fields that decide where a settled transaction counts, how much, and whether it is a one-off. */
const places = ['amount', 'date', 'type', 'category', 'description', 'recurrenceId'] as const
