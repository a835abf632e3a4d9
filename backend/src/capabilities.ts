import { fundAnalysis } from './emergency-fund/analysis/fund-analysis.answer.js'
import { dailyExpenses } from './emergency-fund/daily-expenses.projection.js'
import { emergencyFundEvents } from './emergency-fund/emergency-fund.events.js'
import { emergencyFund } from './emergency-fund/emergency-fund.projection.js'
import { fundMovements } from './emergency-fund/fund-movements.projection.js'
import { computedAfterEverything, workersOf } from './event-store/answering/answer-workers.js'
import type { LogContents } from './event-store/proving/replay.js'
import { verifySampleWorker } from './event-store/proving/verify-sample.worker.js'
import { goalList } from './goals/goal-list.projection.js'
import { goalEvents } from './goals/goal.events.js'
import { accountProfile } from './identity/account-profile.projection.js'
import { accountEvents } from './identity/account.events.js'
import { resetMailWorker } from './passwords/reset-mail.worker.js'
import type { JobWorker } from './platform/queue/job-worker.js'
import { taskList } from './tasks/task-list.projection.js'
import { taskEvents } from './tasks/task.events.js'
import { transactionList } from './transactions/transaction-list.projection.js'
import { transactionTotals } from './transactions/transaction-totals.projection.js'
import { transactionEvents } from './transactions/transaction.events.js'

const families = [transactionEvents, accountEvents, goalEvents, taskEvents, emergencyFundEvents]

/** What workers compute and requests read as it was stored. */
const computedAnswers = [fundAnalysis]

/** What the log can hold, which read models are made of it, and which jobs it triggers: one line more with each capability. */
export const logContents: LogContents = {
  families,
  projections: [transactionList, transactionTotals, accountProfile, goalList, taskList, emergencyFund, fundMovements, dailyExpenses],
  reactions: computedAnswers.map((computed) => computedAfterEverything(computed, families)),
}

/** Every kind of job there is. */
export const jobWorkers: readonly JobWorker[] = [resetMailWorker, verifySampleWorker, ...computedAnswers.flatMap(workersOf)]
