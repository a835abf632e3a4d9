import type { AccountExport, ExportedTransaction, ExportedWallet } from '@prumo/shared/account-data'
import { dateInSaoPaulo, type CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais, reaisToCentavos } from '@prumo/shared/money'
import { toReais, type OnWire } from '@prumo/shared/money-fields'
import { exportAttachments } from '../attachments/exported-attachments.js'
import { FindBalance, readStated } from '../balance/stated-balances.projection.js'
import { FindFund } from '../emergency-fund/emergency-fund.projection.js'
import { toEmergencyFund } from '../emergency-fund/fund-answers.js'
import { ListFundMovements } from '../emergency-fund/fund-movements.projection.js'
import { loadAccountKey } from '../event-store/keys/stored-keys.js'
import type { LogReading } from '../event-store/log-reading.js'
import { ListGoals } from '../goals/goal-list.projection.js'
import { readClosedMonths } from '../closing/month-closings.projection.js'
import { readDeliveries } from '../mei/mei-deliveries.projection.js'
import { readMei } from '../mei/mei-profile.projection.js'
import { FindUser } from '../identity/account-profile.projection.js'
import { ExportImports } from '../imports/import-list.projection.js'
import { FindSentLines, type SentLines } from '../imports/sent-lines.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { mapYielding } from '../platform/map-yielding.js'
import { FindSubscription } from '../subscriptions/subscription-status.projection.js'
import { allOccurrences } from '../recurrences/occurrences.projection.js'
import { readRecurrences } from '../recurrences/recurrence-list.projection.js'
import { toExported } from '../recurrences/recurrence.decider.js'
import { readReminderSettings } from '../reminders/reminder-settings.projection.js'
import { ListRules } from '../rules/rule-list.projection.js'
import { ListTasks } from '../tasks/task-list.projection.js'
import { ListTransactions } from '../transactions/transaction-list.projection.js'
import { readWallets, toWallet } from '../wallets/find-wallets.js'

const PAGE = 500
const NO_LINES: SentLines = { importKey: null, toImportId: null, toImportKey: null }

/**
 * Everything of an account that was not deleted, as pieces of one JSON text in the contract's `accountExport` shape.
 * Uses the same queries as the screens. The first piece is empty and comes once the account was found. Throws NOT_FOUND
 * for an erased account.
 */
export async function* exportAccount(
  rows: RowReader,
  { codec, keys }: Pick<LogReading, 'codec' | 'keys'>,
  accountId: string,
  now: Date,
): AsyncGenerator<string> {
  const user = await new FindUser(accountId).answer(rows)
  const subscription = await new FindSubscription(accountId).answer(rows)
  yield ''
  yield `{"format":2,"exportedAt":${JSON.stringify(now)},"user":${JSON.stringify(user)},"subscription":${JSON.stringify(subscription)},"transactions":[`
  const recurrences = await readRecurrences(rows, accountId)
  const occurrences = await allOccurrences(rows, accountId)
  const presentIds = new Set(recurrences.map(({ id }) => id))
  // Transactions that outlive an undone recurrence belong to none.
  const origins = new Map(occurrences.flatMap((each) => (presentIds.has(each.recurrenceId) ? [[each.transactionId, each.nominal]] : [])))
  const sums = { income: 0, expense: 0, transactions: 0 }
  yield* elements(async (cursor) => {
    const { transactions, nextCursor } = await new ListTransactions(accountId, { limit: PAGE, ...cursor }).answer(rows)
    const imported = transactions.flatMap(({ id, importId, type }) => (importId === null && type !== 'transfer' ? [] : id))
    const lines = await new FindSentLines({ codec }, accountId, imported).answer(rows, keys)
    for (const { type, amount } of transactions) if (type !== 'transfer') sums[type] += reaisToCentavos(amount) ?? 0
    sums.transactions += transactions.length
    const page = transactions.map((each): OnWire<ExportedTransaction> => {
      const nominal = origins.get(each.id) ?? null
      const origin = nominal === null ? { recurrenceId: null, instalment: null } : {}
      return { ...each, ...origin, nominal, ...(lines.get(each.id) ?? NO_LINES) }
    })
    return { page, nextCursor }
  })
  const goals = await new ListGoals(accountId, {}).answer(rows)
  const tasks = await new ListTasks(accountId, {}).answer(rows)
  const { fund, spent } = await new FindFund(accountId, dateInSaoPaulo(now)).answer(rows)
  const emergencyFund = fund && toEmergencyFund(fund, spent)
  yield `],"goals":${JSON.stringify(goals)},"tasks":${JSON.stringify(tasks)},"emergencyFund":${JSON.stringify(emergencyFund)},"movements":[`
  yield* elements(async (cursor) => {
    const { movements, nextCursor } = await new ListFundMovements(accountId, { limit: PAGE, ...cursor }).answer(rows)
    return { page: movements, nextCursor }
  })
  yield '],"imports":['
  yield* elements(async (cursor) => {
    const { imports, nextCursor } = await new ExportImports(accountId, { limit: PAGE, ...cursor }).answer(rows)
    return { page: imports, nextCursor }
  })
  yield '],"recurrences":['
  const used = new Map(recurrences.map(({ id }) => [id, [] as CalendarDate[]]))
  for (const { recurrenceId, state, nominal } of occurrences) if (state !== 'withdrawn') used.get(recurrenceId)?.push(nominal)
  const repeating = await mapYielding(recurrences, (state) =>
    JSON.stringify(toExported(state, used.get(state.id) ?? [], dateInSaoPaulo(now))),
  )
  for (const [index, each] of repeating.entries()) yield index === 0 ? each : `,${each}`
  yield '],"attachments":['
  const key = await loadAccountKey(rows, keys, accountId)
  yield* elements(async ({ cursor: after }) => {
    const page = await exportAttachments(rows, { codec }, key, { accountId, limit: PAGE, after })
    return { page, nextCursor: page.length < PAGE ? null : (page.at(-1)?.id ?? null) }
  })
  const rules = await new ListRules(accountId).answer(rows)
  const mei = await readMei(rows, accountId)
  const deliveries = toReais(await readDeliveries(rows, accountId))
  const months = toReais(await readClosedMonths(rows, accountId))
  const today = dateInSaoPaulo(now)
  const wallets = await readWallets(rows, accountId, today)
  const { balance } = await new FindBalance(accountId, wallets.find(({ isMain }) => isMain)?.id ?? '').answer(rows)
  const stated = await readStated(rows, accountId)
  const exported = wallets.map((wallet): OnWire<ExportedWallet> => {
    const { balance: _, statedOn: _day, ...rest } = toWallet(wallet, accountId, today)
    const balances = stated.filter(({ walletId }) => walletId === wallet.id)
    return { ...rest, balances: balances.map(({ date, amount }) => ({ date, amount: centavosToReais(amount) })) }
  })
  const reminders = await readReminderSettings(rows, accountId)
  const totals: OnWire<AccountExport>['totals'] = {
    income: centavosToReais(sums.income),
    expense: centavosToReais(sums.expense),
    transactions: sums.transactions,
    goals: goals.length,
    tasks: tasks.length,
    fund: emergencyFund?.currentAmount ?? 0,
  }
  yield `],"rules":${JSON.stringify(rules)},"mei":${JSON.stringify(mei)},"deliveries":${JSON.stringify(deliveries)},"months":${JSON.stringify(months)},"balance":${JSON.stringify(balance)},"wallets":${JSON.stringify(exported)},"reminders":${JSON.stringify(reminders)},"totals":${JSON.stringify(totals)}}\n`
}

/** The elements of a JSON list, page by page. */
async function* elements(
  ask: (cursor: { cursor?: string }) => Promise<{ page: object[]; nextCursor: string | null }>,
): AsyncGenerator<string> {
  let cursor: { cursor?: string } = {}
  for (let isFirst = true; ; isFirst = false) {
    const { page, nextCursor } = await ask(cursor)
    if (page.length > 0) yield `${isFirst ? '' : ','}${page.map((each) => JSON.stringify(each)).join(',')}`
    if (nextCursor === null) return
    cursor = { cursor: nextCursor }
  }
}
