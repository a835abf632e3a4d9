import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { taskPriorities, type TaskType } from '@prumo/shared/task-rules'
import type { Task, TaskFilter, TaskStats } from '@prumo/shared/tasks'
import { isoText } from '../event-store/stream/read-stream.js'
import type { RecordedEvent } from '../event-store/stream/event.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import { defineProjection } from '../event-store/projection/projection.js'
import type { ProjectionRow } from '../event-store/projection/table.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import type { TaskDetails, TaskEvent } from './task.events.js'

/** The objectives, problems and tasks, open and done. */
export const taskList = defineProjection<TaskEvent>({
  table: {
    name: 'task_list',
    version: 1,
    columns: {
      account_id: 'uuid not null',
      id: 'uuid not null',
      title: 'text not null',
      type: 'text not null',
      estimated_cost: 'bigint not null',
      estimated_date: 'date not null',
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
    TaskAdded: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TaskCorrected: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TaskCompleted: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TaskReopened: (event, rows) => rows.put(rowOf(event, event.data.after)),
    TaskRestored: (event, rows) => rows.put({ ...rowOf(event, event.data.after), created_at: event.data.createdAt }),
    TaskDeleted: (event, rows) => rows.remove({ account_id: event.accountId, id: event.entityId }),
  },
})

function rowOf(event: RecordedEvent<TaskEvent>, details: TaskDetails): ProjectionRow {
  return {
    account_id: event.accountId,
    id: event.entityId,
    title: details.title,
    type: details.type,
    estimated_cost: details.estimatedCost,
    estimated_date: details.estimatedDate,
    priority: details.priority,
    completed: details.completed,
    created_at: event.recordedAt,
    updated_at: event.recordedAt,
    version: event.entityVersion,
  }
}

const COLUMNS = `id, account_id as "userId", title, type, estimated_cost as "estimatedCost", estimated_date as "estimatedDate", priority,
  completed, ${isoText('created_at')} as "createdAt", ${isoText('updated_at')} as "updatedAt", version`

function toReais(row: Task): OnWire<Task> {
  return { ...row, estimatedCost: centavosToReais(row.estimatedCost) }
}

/** An account's tasks: open ones first, then by priority, then newest first. */
export class ListTasks extends AccountQuery<OnWire<Task>[]> {
  constructor(
    readonly accountId: string,
    readonly filter: TaskFilter,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<Task>[]> {
    const { type, completed } = this.filter
    const rows = await database.rows<Task>(LIST, [this.accountId, type ?? null, completed ?? null, taskPriorities])
    return rows.map(toReais)
  }
}

const LIST = {
  name: 'list-tasks',
  text: `
    select ${COLUMNS} from task_list
    where account_id = $1
      and ($2::text is null or type = $2)
      and ($3::boolean is null or completed = $3)
    order by completed, array_position($4::text[], priority), created_at desc, id desc`,
}

/** The tasks from the rows of a replay, in the order of the list. */
export function tasksOfRows(rows: readonly ProjectionRow[]): OnWire<Task>[] {
  const tasks = rows.map((row) =>
    toReais({
      id: row.id,
      userId: row.account_id,
      title: row.title,
      type: row.type,
      estimatedCost: row.estimated_cost,
      estimatedDate: row.estimated_date,
      priority: row.priority,
      completed: row.completed,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      version: row.version,
    } as Task),
  )
  const age = ({ createdAt, id }: OnWire<Task>) => `${createdAt} ${id}`
  const order = (a: OnWire<Task>, b: OnWire<Task>) =>
    Number(a.completed) - Number(b.completed) ||
    taskPriorities.indexOf(a.priority) - taskPriorities.indexOf(b.priority) ||
    (age(a) > age(b) ? -1 : 1)
  return tasks.sort(order)
}

/** A task of an account. Throws NOT_FOUND. */
export class FindTask extends AccountQuery<OnWire<Task>> {
  constructor(
    readonly accountId: string,
    readonly id: string,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<Task>> {
    const [row] = await database.rows<Task>(FIND, [this.accountId, this.id])
    if (!row) throw new Rejected('NOT_FOUND')
    return toReais(row)
  }
}

const FIND = { name: 'find-task', text: `select ${COLUMNS} from task_list where account_id = $1 and id = $2` }

/** How many tasks an account has. */
export class CountTasks extends AccountQuery<number> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<number> {
    return (await database.rows<{ count: number }>(COUNT_TASKS, [this.accountId]))[0]?.count ?? 0
  }
}

const COUNT_TASKS = { name: 'count-tasks', text: 'select count(*)::integer as count from task_list where account_id = $1' }

/** The numbers of all and of completed tasks, by type. */
export class SummariseTasks extends AccountQuery<TaskStats> {
  constructor(readonly accountId: string) {
    super()
  }

  async answer(database: RowReader): Promise<TaskStats> {
    const counts = await database.rows<TypeCount>(COUNT, [this.accountId])
    const of = (type: TaskType) => {
      const { done, total } = counts.find((count) => count.type === type) ?? { done: 0, total: 0 }
      return { done, total }
    }
    return { objective: of('objective'), problem: of('problem'), task: of('task') }
  }
}

interface TypeCount {
  type: TaskType
  done: number
  total: number
}

const COUNT = {
  name: 'summarise-tasks',
  text: `
    select type, count(*) filter (where completed) as done, count(*) as total
    from task_list where account_id = $1 group by type`,
}
