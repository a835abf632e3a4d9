import { isReached } from '@prumo/shared/goal-rules'
import type { Goal, GoalFilter, GoalStats } from '@prumo/shared/goals'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { GoalDetails, GoalEvent } from './goal.events.js'

/** The goals and their progress. */
export const goalList = defineProjection<GoalEvent>({
  table: {
    name: 'goal_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      title: 'text not null',
      target_amount: 'bigint not null',
      current_amount: 'bigint not null',
      deadline: 'date not null',
      category: 'text not null',
      priority: 'text not null',
      completed: 'boolean not null',
      created_at: 'timestamptz(3) not null',
      updated_at: 'timestamptz(3) not null',
      version: 'integer not null',
    },
    key: ['account_id', 'id'],
    keep: ['created_at'],
  },
  on: {
    GoalSet: (event, rows) => rows.put(rowOf(event, event.data.after)),
    GoalCorrected: (event, rows) => rows.put(rowOf(event, event.data.after)),
    GoalProgressed: (event, rows) => rows.put(rowOf(event, event.data.after)),
    GoalRestored: (event, rows) => rows.put({ ...rowOf(event, event.data.after), created_at: event.data.createdAt }),
    GoalDeleted: (event, rows) => rows.remove({ account_id: event.accountId, id: event.entityId }),
  },
})

function rowOf(event: RecordedEvent<GoalEvent>, details: GoalDetails): ProjectionRow {
  return {
    account_id: event.accountId,
    id: event.entityId,
    title: details.title,
    target_amount: details.targetAmount,
    current_amount: details.currentAmount,
    deadline: details.deadline,
    category: details.category,
    priority: details.priority,
    completed: isReached(details),
    created_at: event.recordedAt,
    updated_at: event.recordedAt,
    version: event.entityVersion,
  }
}

const COLUMNS = `id, account_id as "userId", title, target_amount as "targetAmount", current_amount as "currentAmount", deadline,
  category, priority, completed, ${isoText('created_at')} as "createdAt", ${isoText('updated_at')} as "updatedAt", version`

function toReais(row: Goal): OnWire<Goal> {
  return { ...row, targetAmount: centavosToReais(row.targetAmount), currentAmount: centavosToReais(row.currentAmount) }
}

/** An account's goals: active ones by deadline, then completed ones, newest first. */
export class ListGoals extends AccountQuery<OnWire<Goal>[]> {
  constructor(
    readonly accountId: string,
    readonly filter: GoalFilter,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<Goal>[]> {
    const { status } = this.filter
    const rows = await database.rows<Goal>(LIST, [this.accountId, status === undefined ? null : status === 'completed'])
    return rows.map(toReais)
  }
}

const LIST = {
  name: 'list-goals',
  text: `
    select ${COLUMNS} from goal_list
    where account_id = $1 and ($2::boolean is null or completed = $2)
    order by completed,
      case when not completed then deadline end, case when not completed then created_at end, case when not completed then id end,
      created_at desc, id desc`,
}

/** The goals from the rows of a replay, in the order of the list. */
export function goalsOfRows(rows: readonly ProjectionRow[]): OnWire<Goal>[] {
  const goals = rows.map((row) =>
    toReais({
      id: row.id,
      userId: row.account_id,
      title: row.title,
      targetAmount: row.target_amount,
      currentAmount: row.current_amount,
      deadline: row.deadline,
      category: row.category,
      priority: row.priority,
      completed: row.completed,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      version: row.version,
    } as Goal),
  )
  const place = ({ deadline, createdAt, id }: OnWire<Goal>) => `${deadline} ${createdAt} ${id}`
  const age = ({ createdAt, id }: OnWire<Goal>) => `${createdAt} ${id}`
  const active = goals.filter(({ completed }) => !completed).sort((a, b) => (place(a) < place(b) ? -1 : 1))
  return [...active, ...goals.filter(({ completed }) => completed).sort((a, b) => (age(a) > age(b) ? -1 : 1))]
}

/** A goal of an account. Throws NOT_FOUND. */
export class FindGoal extends AccountQuery<OnWire<Goal>> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<Goal>> {
    const [row] = await database.rows<Goal>(FIND, [this.accountId, this.id])
    if (!row) throw new Rejected('NOT_FOUND')
    return toReais(row)
  }
}

const FIND = { name: 'find-goal', text: `select ${COLUMNS} from goal_list where account_id = $1 and id = $2` }

/** How many goals an account has. */
export class CountGoals extends AccountQuery<number> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<number> {
    return (await database.rows<{ count: number }>(COUNT_GOALS, [this.accountId]))[0]?.count ?? 0
  }
}

const COUNT_GOALS = { name: 'count-goals', text: 'select count(*)::integer as count from goal_list where account_id = $1' }

/** Totals of an account's goals. */
export class SummariseGoals extends AccountQuery<OnWire<GoalStats>> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<GoalStats>> {
    const [{ active, completed, target, current }] = (await database.rows<GoalTotals>(TOTALS, [this.accountId])) as [GoalTotals]
    return {
      active,
      completed,
      totalTarget: centavosToReais(target),
      totalCurrent: centavosToReais(current),
      completionRate: completed === 0 ? 0 : completed / (active + completed),
    }
  }
}

interface GoalTotals {
  active: number
  completed: number
  target: number
  current: number
}

const TOTALS = {
  name: 'summarise-goals',
  text: `
    select count(*) filter (where not completed) as active, count(*) filter (where completed) as completed,
      coalesce(sum(target_amount), 0)::bigint as target, coalesce(sum(current_amount), 0)::bigint as current
    from goal_list where account_id = $1`,
}
