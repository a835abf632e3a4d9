import type { CalendarDate, CalendarMonth } from '@prumo/shared/calendar'
import type { AccountCopy, RestoreAnswer } from '@prumo/shared/restore'
import { readMonthFigures } from '../closing/month-facts.js'
import type { MonthFacts } from '../closing/month.decider.js'
import { dependsOn, ExecuteCommand, type CommandContext } from '../event-store/decider/command.js'
import { AccountQuery, type QueryContext } from '../event-store/query/account-query.js'
import { CountGoals } from '../goals/goal-list.projection.js'
import { fingerprintsOf } from '../imports/line-keys.js'
import type { AccountKeys } from '../platform/crypto/account-keys.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { countRecurrences } from '../recurrences/recurrence-list.projection.js'
import { isEmailVerified } from '../reminders/reminder-command.js'
import { readRuleScopes } from '../rules/rule-list.projection.js'
import type { RuleScope } from '../rules/rule.decider.js'
import { CountTasks } from '../tasks/task-list.projection.js'
import { findUsedKeys } from '../transactions/import-keys.projection.js'
import { partsOf, type CopyItem, type CountedKind } from './copy-items.js'
import { insertCopy, findCopyState, recordPortion, type NewCopy } from './kept-copies.js'
import { restoreDecider, type RestoreCommand } from './restore.decider.js'

const IS_EMPTY = {
  name: 'is-empty-account',
  text: `
    select not exists (select 1 from transaction_list where account_id = $1) and not exists (select 1 from goal_list where account_id = $1)
      and not exists (select 1 from task_list where account_id = $1) and not exists (select 1 from emergency_fund where account_id = $1) as empty`,
}

async function isEmpty(database: RowReader, accountId: string): Promise<boolean> {
  return (await database.rows<{ empty: boolean }>(IS_EMPTY, [accountId]))[0]?.empty === true
}

class FindRestoreFacts extends AccountQuery<{ isEmpty: boolean; isFree: boolean }> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<{ isEmpty: boolean; isFree: boolean }> {
    const current = await findCopyState(database, this.accountId)
    return { isEmpty: await isEmpty(database, this.accountId), isFree: !current?.isUnderWay }
  }
}

/** The command that accepts a copy. It is stored, and a worker restores it. */
export function beginRestore(context: CommandContext, kept: NewCopy, { exportedAt }: AccountCopy): ExecuteCommand<RestoreAnswer> {
  const { id, total: items, attachments } = kept
  const command = { type: 'BeginRestore', exportedAt, items, isEmpty: false, isFree: false } as const
  return ExecuteCommand.of(context, {
    decider: restoreDecider,
    entityId: id,
    command,
    dependsOn: dependsOn<{ isEmpty: boolean; isFree: boolean }, RestoreCommand>(new FindRestoreFacts(context.accountId), (found) => ({
      command: { ...command, ...found },
    })),
    reply: (): RestoreAnswer => ({
      restore: { id, state: 'running', total: items, done: 0, attachments: attachments.length, problems: [] },
    }),
    alongside: insertCopy(kept),
  })
}

/** A portion of a copy, or a part of one: its items from one position up to another. */
export interface RestorePortion {
  accountId: string
  restoreId: string
  from: number
  items: readonly CopyItem[]
  today: CalendarDate
}

/** What restoring a portion depends on. */
interface PortionFacts {
  isEmpty: boolean
  isStored: boolean
  fingerprints: Map<string, string>
  usedKeys: Set<string>
  counts: Record<CountedKind, number>
  ruleScopes: RuleScope[]
  monthFigures: Map<CalendarMonth, Omit<MonthFacts, 'changes'>>
  emailVerified: boolean
}

class FindPortionFacts extends AccountQuery<PortionFacts> {
  constructor(
    readonly accountId: string,
    readonly restoreId: string,
    readonly sent: readonly string[],
    readonly months: readonly CalendarMonth[],
  ) {
    super()
  }

  async answer(database: QueryContext, keysOfAccounts: AccountKeys): Promise<PortionFacts> {
    const { accountId, restoreId, sent, months } = this
    const keys = await fingerprintsOf(
      database,
      keysOfAccounts,
      accountId,
      sent.map((key) => ({ key })),
    )
    const usedKeys = new Set((await findUsedKeys(database, accountId, keys)).keys())
    const isStored = (await findCopyState(database, accountId))?.id === restoreId
    const fingerprints = new Map(sent.map((key, index) => [key, keys[index] as string]))
    const counts = {
      recurrence: await countRecurrences(database, accountId),
      goal: await new CountGoals(accountId).answer(database),
      task: await new CountTasks(accountId).answer(database),
    }
    const ruleScopes = await readRuleScopes(database, accountId)
    const emailVerified = await isEmailVerified(database, accountId)
    const monthFigures = new Map<CalendarMonth, Omit<MonthFacts, 'changes'>>()
    for (const month of months) monthFigures.set(month, await readMonthFigures(database, accountId, month))
    const known = { fingerprints, usedKeys, counts, ruleScopes, monthFigures, emailVerified }
    return { isEmpty: await isEmpty(database, accountId), isStored, ...known }
  }
}

/** The command that restores a portion of a copy, all of it or nothing. Refuses a portion that was restored before. */
export function restorePortion({ accountId, restoreId, from, items, today }: RestorePortion): ExecuteCommand<null> {
  const to = from + items.length
  const sent = items.flatMap((item) => (item.kind === 'transaction' ? [item.row.importKey ?? [], item.row.toImportKey ?? []].flat() : []))
  const months = items.flatMap((item) => (item.kind === 'month' ? item.row.month : []))
  const command = { type: 'BringPortion', from, to, isEmpty: false, isStored: false } as const
  return ExecuteCommand.of(
    { accountId, actor: accountId, source: 'app' },
    {
      decider: restoreDecider,
      entityId: restoreId,
      command,
      dependsOn: dependsOn<PortionFacts, RestoreCommand>(
        new FindPortionFacts(accountId, restoreId, sent, months),
        ({ isEmpty: empty, isStored, ...known }) => ({
          command: { ...command, isEmpty: empty, isStored },
          parts: partsOf(items, { accountId, restoreId, today, ...known }),
        }),
      ),
      reply: () => null,
      isLarge: true,
      alongside: [recordPortion(accountId, restoreId, to)],
    },
  )
}
