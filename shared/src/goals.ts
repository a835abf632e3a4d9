import { z } from 'zod'
import { amount, amountOrZero, calendarDate, id, refusals, text } from './fields.js'
import { goalCategories, goalPriorities, goalStatuses, goalTexts } from './goal-rules.js'
import { MAX_TITLE } from './limits.js'

/** What someone saves for, and how far they are: the contract of `/goals`. */

const title = text({ max: MAX_TITLE, missing: goalTexts.titleMissing })
const category = z.enum(goalCategories, { error: goalTexts.categoryMissing })
const priority = z.enum(goalPriorities, { error: goalTexts.priorityMissing })

export const newGoal = z.strictObject({
  id: id.optional(),
  title,
  targetAmount: amount,
  currentAmount: amountOrZero.default(0),
  deadline: calendarDate,
  category,
  priority: priority.default('medium'),
})
/** A goal to set; amounts in centavos. */
export type NewGoal = z.output<typeof newGoal>
/** The same as it is sent; amounts in reais. */
export type NewGoalBody = z.input<typeof newGoal>

export const goalChanges = z.strictObject({
  title: title.optional(),
  targetAmount: amount.optional(),
  currentAmount: amountOrZero.optional(),
  deadline: calendarDate.optional(),
  category: category.optional(),
  priority: priority.optional(),
})
/** What to change of a goal; amounts in centavos. */
export type GoalChanges = z.output<typeof goalChanges>
/** The same as it is sent; amounts in reais. */
export type GoalChangesBody = z.input<typeof goalChanges>

export const goalProgress = z.strictObject({ amount })
refusals.add(goalProgress, { code: 'VALIDATION', text: goalTexts.progressInvalid })
/** What was put aside for a goal, in centavos. */
export type GoalProgress = z.output<typeof goalProgress>
/** The same as it is sent, in reais. */
export type GoalProgressBody = z.input<typeof goalProgress>

export const goalFilter = z.object({ status: z.enum(goalStatuses, { error: 'Use active ou completed' }).optional() })
export type GoalFilter = z.output<typeof goalFilter>

export const goal = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  title: z.string(),
  targetAmount: z.number().meta({ description: 'Reais' }),
  currentAmount: z.number().meta({ description: 'Reais' }),
  deadline: calendarDate,
  category: z.enum(goalCategories),
  priority: z.enum(goalPriorities),
  completed: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().positive(),
})
/** A goal as the wire shows it; amounts in reais. */
export type Goal = z.output<typeof goal>

export const goalAnswer = z.strictObject({ goal })
export type GoalAnswer = z.output<typeof goalAnswer>

export const goalList = z.strictObject({ goals: z.array(goal) })
export type GoalList = z.output<typeof goalList>

export const goalStats = z.strictObject({
  active: z.int(),
  completed: z.int(),
  totalTarget: z.number(),
  totalCurrent: z.number(),
  completionRate: z.number().meta({ description: 'A fraction, by count; 0 without goals' }),
})
/** How the goals stand together; amounts in reais. */
export type GoalStats = z.output<typeof goalStats>
export const goalStatsAnswer = z.strictObject({ stats: goalStats })
export type GoalStatsAnswer = z.output<typeof goalStatsAnswer>
