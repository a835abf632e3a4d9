import { goalCategories, goalPriorities, isReached } from '@prumo/shared/goal-rules'
import type { Goal } from '@prumo/shared/goals'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import { taskPriorities, taskTypes } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import type { Decider } from '@prumo/backend/event-store/decider/decider'
import type { WritePath } from '@prumo/backend/event-store/write-path/write-path'
import { ExecuteCommand } from '@prumo/backend/event-store/decider/command'
import type { DomainEvent } from '@prumo/backend/event-store/stream/event'
import { FindGoal, ListGoals, SummariseGoals } from '@prumo/backend/goals/goal-list.projection'
import { goalDecider, toGoal, type GoalCommand } from '@prumo/backend/goals/goal.decider'
import { FindTask, ListTasks, SummariseTasks } from '@prumo/backend/tasks/task-list.projection'
import { taskDecider, toTask, type TaskCommand } from '@prumo/backend/tasks/task.decider'
import { openTestLog, type TestLog } from './test-log.js'

let log: TestLog
let writer: WritePath
beforeAll(async () => {
  log = await openTestLog()
  writer = log.writer(clock)
})
afterAll(() => log.close())

const ENTITIES = 3
/** In eighths of a millisecond, so that some commands share a millisecond and others do not. */
let ticks = Date.UTC(2026, 10, 20) * 8
const clock = () => Math.floor(ticks++ / 8)

const centavos = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(99_999_999_999))
const date = fc.constantFrom('2024-02-29', '2026-11-01', '2026-12-31')
const goalDetails = fc.record({
  title: fc.constantFrom('Forno novo', 'Vitrine'),
  targetAmount: centavos,
  currentAmount: fc.oneof(fc.constant(0), centavos),
  deadline: date,
  category: fc.constantFrom(...goalCategories),
  priority: fc.constantFrom(...goalPriorities),
})
const goalCommand: fc.Arbitrary<GoalCommand> = fc.oneof(
  { weight: 4, arbitrary: goalDetails.map((details) => ({ type: 'SetGoal' as const, details })) },
  { weight: 4, arbitrary: centavos.map((amount) => ({ type: 'ProgressGoal' as const, amount })) },
  { weight: 3, arbitrary: goalDetails.map((changes) => ({ type: 'CorrectGoal' as const, changes })) },
  { weight: 2, arbitrary: fc.constantFrom({ type: 'DeleteGoal' as const }, { type: 'RestoreGoal' as const }) },
)
const taskDetails = fc.record({
  title: fc.constantFrom('Ligar', 'Orçar'),
  type: fc.constantFrom(...taskTypes),
  estimatedCost: centavos,
  estimatedDate: fc.option(date),
  priority: fc.constantFrom(...taskPriorities),
})
const taskCommand: fc.Arbitrary<TaskCommand> = fc.oneof(
  { weight: 4, arbitrary: taskDetails.map((details) => ({ type: 'AddTask' as const, details, today: '2026-11-20' })) },
  { weight: 3, arbitrary: fc.constant({ type: 'ToggleTask' as const }) },
  {
    weight: 3,
    arbitrary: fc.tuple(taskDetails, fc.boolean()).map(([details, completed]) => ({
      type: 'CorrectTask' as const,
      changes: { ...details, completed },
      today: '2026-11-21',
    })),
  },
  { weight: 2, arbitrary: fc.constantFrom({ type: 'DeleteTask' as const }, { type: 'RestoreTask' as const }) },
)
const steps = <Command>(command: fc.Arbitrary<Command>) =>
  fc.array(fc.record({ entity: fc.nat(ENTITIES - 1), command }), { minLength: 1, maxLength: 40, size: 'max' })

/** Issues the steps in order on a new account; refusals change nothing. @returns the answer to each */
async function play<Command extends { type: string }, State, Event extends DomainEvent, Reply>(
  { decider, reply }: { decider: Decider<Command, State, Event>; reply: (state: State) => Reply },
  sequence: readonly { entity: number; command: Command }[],
): Promise<{ account: string; replies: Reply[] }> {
  const account = newId()
  const entities = Array.from({ length: ENTITIES }, () => newId())
  const replies: Reply[] = []
  for (const { entity, command } of sequence) {
    const intent = { decider, entityId: entities[entity] as string, command, reply, opensAccount: true }
    const executed = writer.execute(ExecuteCommand.of({ accountId: account, actor: account, source: 'app' }, intent))
    await executed.then((outcome) => replies.push(outcome.reply), ignoreRefusal)
  }
  return { account, replies }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Rejected)) throw error
}

/** Sums in centavos, because sums of floating-point reais drift. */
const total = (amounts: readonly number[]) => amounts.reduce((sum, reais) => sum + Math.round(reais * 100), 0) / 100

/** The reply to the last command on each entity that is still listed: what a read after it must show. */
const lastReplies = <Entity extends { id: string }>(replies: readonly (Entity | null)[], listed: readonly Entity[]) =>
  listed.map(({ id }) => replies.findLast((reply) => reply?.id === id))

it("goals: after any sequence, stats equal a count over the list, and the list holds the commands' answers", async () => {
  const toReply = (state: Parameters<typeof toGoal>[0]) => (state.status === 'alive' ? toGoal(state) : null)
  await fc.assert(
    fc.asyncProperty(steps(goalCommand), async (sequence) => {
      const { account, replies } = await play({ decider: goalDecider, reply: toReply }, sequence)
      if (replies.length === 0) return
      const goals = await new ListGoals(account, {}).answer(log.database)
      const completed = goals.filter(isReached).length
      expect(await new SummariseGoals(account).answer(log.database)).toEqual({
        active: goals.length - completed,
        completed,
        totalTarget: total(goals.map((goal) => goal.targetAmount)),
        totalCurrent: total(goals.map((goal) => goal.currentAmount)),
        completionRate: goals.length === 0 ? 0 : completed / goals.length,
      })
      expect(goals).toEqual(lastReplies(replies, goals))
      expect(goals).toEqual(inGoalOrder(goals))
      expect(await new ListGoals(account, { status: 'active' }).answer(log.database)).toEqual(goals.filter((goal) => !goal.completed))
      expect(await new ListGoals(account, { status: 'completed' }).answer(log.database)).toEqual(goals.filter((goal) => goal.completed))
      for (const goal of goals) expect(await new FindGoal(account, goal.id).answer(log.database)).toEqual(goal)
      expect(await log.verify(account)).toMatchObject({ problem: null })
    }),
    { numRuns: 25 },
  )
})

/** Compares by these fields, in this order, ascending. */
const by =
  <Entity>(...values: ((entity: Entity) => string | number)[]) =>
  (a: Entity, b: Entity) => {
    const value = values.find((each) => each(a) !== each(b))
    return value === undefined ? 0 : value(a) < value(b) ? -1 : 1
  }

function inGoalOrder(goals: readonly OnWire<Goal>[]): OnWire<Goal>[] {
  const active = goals
    .filter((goal) => !goal.completed)
    .sort(
      by(
        (goal) => goal.deadline,
        (goal) => goal.createdAt,
        (goal) => goal.id,
      ),
    )
  const completed = goals
    .filter((goal) => goal.completed)
    .sort(
      by(
        (goal) => goal.createdAt,
        (goal) => goal.id,
      ),
    )
  return [...active, ...completed.toReversed()]
}

it("tasks: after any sequence, stats equal a count over the list, and the list holds the commands' answers", async () => {
  const toReply = (state: Parameters<typeof toTask>[0]) => (state.status === 'alive' ? toTask(state) : null)
  await fc.assert(
    fc.asyncProperty(steps(taskCommand), async (sequence) => {
      const { account, replies } = await play({ decider: taskDecider, reply: toReply }, sequence)
      if (replies.length === 0) return
      const tasks = await new ListTasks(account, {}).answer(log.database)
      const counted = (type: string) => {
        const all = tasks.filter((task) => task.type === type)
        return { done: all.filter((task) => task.completed).length, total: all.length }
      }
      expect(await new SummariseTasks(account).answer(log.database)).toEqual({
        objective: counted('objective'),
        problem: counted('problem'),
        task: counted('task'),
      })
      expect(tasks).toEqual(lastReplies(replies, tasks))
      expect(tasks).toEqual(inTaskOrder(tasks))
      expect(await new ListTasks(account, { completed: false }).answer(log.database)).toEqual(tasks.filter((task) => !task.completed))
      for (const task of tasks) expect(await new FindTask(account, task.id).answer(log.database)).toEqual(task)
      expect(await log.verify(account)).toMatchObject({ problem: null })
    }),
    { numRuns: 25 },
  )
})

function inTaskOrder(tasks: readonly OnWire<Task>[]): OnWire<Task>[] {
  const newest = [...tasks]
    .sort(
      by(
        (task) => task.createdAt,
        (task) => task.id,
      ),
    )
    .toReversed()
  return newest.sort(
    by(
      (task) => Number(task.completed),
      (task) => taskPriorities.indexOf(task.priority),
    ),
  )
}
