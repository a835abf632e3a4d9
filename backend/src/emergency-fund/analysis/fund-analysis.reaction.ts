import type { CalendarDate } from '@prumo/shared/calendar'
import { averagedMonthChoices, monthsUntil } from '@prumo/shared/emergency-fund-rules'
import { ANSWER_BATCH_DELAY_MS } from '../../answers/computed-answers.js'
import { defineReaction } from '../../jobs/reaction.js'
import { changesWhatCounts, isSettledSince, type TransactionDetails, type TransactionEvent } from '../../transactions/transaction.events.js'
import type { AccountEvent } from '../../identity/account.events.js'
import { emergencyFundEvents, type EmergencyFundEvent } from '../emergency-fund.events.js'
import { fundAnalysis } from './fund-analysis.answer.js'

/** Every fund event moves the fund or changes its target. */
const ofTheFund = emergencyFundEvents.definitions.map(({ type }) => type as EmergencyFundEvent['type'])

/** Recomputes the analysis after events of the fund and of expenses in the averaged months. */
export const fundAnalysisReaction = defineReaction<TransactionEvent | EmergencyFundEvent | AccountEvent>({
  kind: fundAnalysis.kind,
  batchDelayMs: ANSWER_BATCH_DELAY_MS,
  on: [
    ...ofTheFund,
    'AccountReset',
    'TransactionRecorded',
    'TransactionCorrected',
    'TransactionConfirmed',
    'TransactionDeleted',
    'TransactionRestored',
  ],
  when: changesAnalysis,
})

/** Whether an event may change a day's analysis. */
export function changesAnalysis(event: TransactionEvent | EmergencyFundEvent | AccountEvent, today: CalendarDate): boolean {
  switch (event.type) {
    case 'TransactionRecorded':
    case 'TransactionRestored':
    case 'TransactionDeleted':
    case 'TransactionCorrected':
    case 'TransactionConfirmed':
      return changesWhatCounts(event, (details) => counts(details, today), ['amount', 'date'])
    default:
      return true
  }
}

const MOST_MONTHS = Math.max(...averagedMonthChoices)

/** Whether it is an expense within the longest averaging window. */
function counts(details: TransactionDetails, today: CalendarDate): boolean {
  return details.type === 'expense' && isSettledSince(monthsUntil(today, MOST_MONTHS).from, details, today)
}
