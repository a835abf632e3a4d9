import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { ReadFund } from '../emergency-fund/emergency-fund.projection.js'
import { toEmergencyFund } from '../emergency-fund/fund-answers.js'
import { ListFundMovements } from '../emergency-fund/fund-movements.projection.js'
import { ListGoals } from '../goals/goal-list.projection.js'
import { FindUser } from '../identity/account-profile.projection.js'
import type { Rows } from '../platform/database/database.js'
import { FindSubscription } from '../subscriptions/subscription-status.projection.js'
import { ListTasks } from '../tasks/task-list.projection.js'
import { ListTransactions } from '../transactions/transaction-list.projection.js'

const PAGE = 500

/**
 * Everything of an account but what was deleted, as pieces of one JSON text of the contract's `accountExport`. Asked by
 * the product's own questions, so that it says what the screens say. The first piece is empty, and comes once the account
 * was found. Throws NOT_FOUND for one that was erased.
 */
export async function* exportAccount(rows: Rows, accountId: string, now: Date): AsyncGenerator<string> {
  const user = await new FindUser(accountId).answer(rows)
  const subscription = await new FindSubscription(accountId).answer(rows)
  yield ''
  yield `{"exportedAt":${JSON.stringify(now)},"user":${JSON.stringify(user)},"subscription":${JSON.stringify(subscription)},"transactions":[`
  yield* elements(async (cursor) => {
    const { transactions, nextCursor } = await new ListTransactions(accountId, { limit: PAGE, ...cursor }).answer(rows)
    return { page: transactions, nextCursor }
  })
  const goals = await new ListGoals(accountId, {}).answer(rows)
  const tasks = await new ListTasks(accountId, {}).answer(rows)
  const { fund, spent } = await new ReadFund(accountId, dateInSaoPaulo(now)).answer(rows)
  const emergencyFund = fund && toEmergencyFund(fund, spent)
  yield `],"goals":${JSON.stringify(goals)},"tasks":${JSON.stringify(tasks)},"emergencyFund":${JSON.stringify(emergencyFund)},"movements":[`
  yield* elements(async (cursor) => {
    const { movements, nextCursor } = await new ListFundMovements(accountId, { limit: PAGE, ...cursor }).answer(rows)
    return { page: movements, nextCursor }
  })
  yield ']}\n'
}

/** The elements of a JSON list, page by page. */
async function* elements(
  ask: (cursor: { cursor?: string }) => Promise<{ page: object[]; nextCursor: string | null }>,
): AsyncGenerator<string> {
  let cursor: { cursor?: string } = {}
  for (let begun = false; ; begun = true) {
    const { page, nextCursor } = await ask(cursor)
    if (page.length > 0) yield `${begun ? ',' : ''}${page.map((each) => JSON.stringify(each)).join(',')}`
    if (nextCursor === null) return
    cursor = { cursor: nextCursor }
  }
}
