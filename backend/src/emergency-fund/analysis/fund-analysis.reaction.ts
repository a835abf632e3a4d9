import { defineReaction } from '../../event-store/reacting/reaction.js'
import { goalEvents } from '../../goals/goal.events.js'
import { accountEvents } from '../../identity/account.events.js'
import { taskEvents } from '../../tasks/task.events.js'
import { transactionEvents } from '../../transactions/transaction.events.js'
import { emergencyFundEvents } from '../emergency-fund.events.js'
import { FUND_ANALYSIS } from './fund-analysis.worker.js'

const families = [transactionEvents, emergencyFundEvents, goalEvents, taskEvents, accountEvents]

/** Anything at all that happens makes what was computed stale, also what does not change it; so anything has it computed anew. */
export const fundAnalysisReaction = defineReaction({
  kind: FUND_ANALYSIS,
  on: families.flatMap((family) => family.definitions.map((definition) => definition.type)),
})
