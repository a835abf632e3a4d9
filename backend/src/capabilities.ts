import type { LogContents } from './event-store/proving/replay.js'
import { goalList } from './goals/goal-list.projection.js'
import { goalEvents } from './goals/goal.events.js'
import { accountProfile } from './identity/account-profile.projection.js'
import { accountEvents } from './identity/account.events.js'
import { taskList } from './tasks/task-list.projection.js'
import { taskEvents } from './tasks/task.events.js'
import { transactionList } from './transactions/transaction-list.projection.js'
import { transactionTotals } from './transactions/transaction-totals.projection.js'
import { transactionEvents } from './transactions/transaction.events.js'

/** What the log can hold and which read models are made of it: one line more with each capability. */
export const logContents: LogContents = {
  families: [transactionEvents, accountEvents, goalEvents, taskEvents],
  projections: [transactionList, transactionTotals, accountProfile, goalList, taskList],
}
