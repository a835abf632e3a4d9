import { z } from 'zod'
import { amountOrZero, calendarDate, id, reais, text } from './fields.js'
import { MAX_TITLE } from './limits.js'
import { prioritySpellings, taskPriorities, taskTexts, taskTypes } from './task-rules.js'

/** The contract of `/tasks`: objectives, problems and plain tasks. */

type PrioritySpelling = keyof typeof prioritySpellings

const title = text({ max: MAX_TITLE, missing: taskTexts.titleMissing })
const type = z.enum(taskTypes, { error: taskTexts.typeMissing })
/** A null cost is stored as 0. */
const estimatedCost = amountOrZero.nullable().transform((centavos) => centavos ?? 0)
/** Null means today, which the route fills in. */
const estimatedDate = calendarDate.nullable()
const priority = z
  .enum(Object.keys(prioritySpellings) as PrioritySpelling[], { error: taskTexts.priorityMissing })
  .transform((spelling) => prioritySpellings[spelling])

export const newTask = z.strictObject({
  id: id.optional(),
  title,
  type: type.default('task'),
  estimatedCost: estimatedCost.default(0),
  estimatedDate: estimatedDate.default(null),
  priority: priority.default('medium'),
})
/** A task to add; `estimatedCost` in centavos, `estimatedDate` null for today. */
export type NewTask = z.output<typeof newTask>
/** The same as sent; `estimatedCost` in reais. */
export type NewTaskBody = z.input<typeof newTask>

export const taskChanges = z.strictObject({
  title: title.optional(),
  type: type.optional(),
  estimatedCost: estimatedCost.optional(),
  estimatedDate: estimatedDate.optional(),
  priority: priority.optional(),
  completed: z.boolean({ error: 'Use verdadeiro ou falso' }).optional(),
})
/** Changes of a task; `estimatedCost` in centavos, `estimatedDate` null for today. */
export type TaskChanges = z.output<typeof taskChanges>
/** The same as sent; `estimatedCost` in reais. */
export type TaskChangesBody = z.input<typeof taskChanges>

export const taskFilter = z.object({
  type: z.enum(taskTypes, { error: 'Use objective, problem ou task' }).optional(),
  completed: z
    .enum(['true', 'false'], { error: 'Use true ou false' })
    .transform((value) => value === 'true')
    .optional(),
})
export type TaskFilter = z.output<typeof taskFilter>

export const task = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  title: z.string(),
  type: z.enum(taskTypes),
  estimatedCost: reais(),
  estimatedDate: calendarDate,
  priority: z.enum(taskPriorities),
  completed: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().positive(),
})
/** A task; `estimatedCost` in centavos, on the wire in reais. */
export type Task = z.output<typeof task>

export const taskAnswer = z.strictObject({ task })
export type TaskAnswer = z.output<typeof taskAnswer>

export const taskList = z.strictObject({ tasks: z.array(task) })
export type TaskList = z.output<typeof taskList>

const progress = z.strictObject({ done: z.int(), total: z.int() })
export const taskStats = z.strictObject({ objective: progress, problem: progress, task: progress })
/** Total and completed tasks of each type. */
export type TaskStats = z.output<typeof taskStats>
export const taskStatsAnswer = z.strictObject({ stats: taskStats })
export type TaskStatsAnswer = z.output<typeof taskStatsAnswer>
