import { z } from 'zod'
import { amount, amountOrZero, calendarDate, id, reais, refusals, text } from './fields.js'
import { goalCategories, goalPriorities, goalStatuses, goalTexts } from './goal-rules.js'
import { MAX_TITLE } from './limits.js'

/** The contract of `/goals`. */

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
/** The same as sent; amounts in reais. */
export type NewGoalBody = z.input<typeof newGoal>

export const goalChanges = z.strictObject({
  title: title.optional(),
  targetAmount: amount.optional(),
  currentAmount: amountOrZero.optional(),
  deadline: calendarDate.optional(),
  category: category.optional(),
  priority: priority.optional(),
})
/** Changes of a goal; amounts in centavos. */
export type GoalChanges = z.output<typeof goalChanges>
/** The same as sent; amounts in reais. */
export type GoalChangesBody = z.input<typeof goalChanges>

export const goalProgress = z.strictObject({ amount })
refusals.add(goalProgress, { code: 'VALIDATION', text: goalTexts.progressInvalid })
/** An amount put aside for a goal, in centavos. */
export type GoalProgress = z.output<typeof goalProgress>
/** The same as sent, in reais. */
export type GoalProgressBody = z.input<typeof goalProgress>

export const goalFilter = z.object({ status: z.enum(goalStatuses, { error: 'Use active ou completed' }).optional() })
export type GoalFilter = z.output<typeof goalFilter>

export const goal = z.strictObject({
  id: z.guid(),
  userId: z.guid(),
  title: z.string(),
  targetAmount: reais(),
  currentAmount: reais(),
  deadline: calendarDate,
  category: z.enum(goalCategories),
  priority: z.enum(goalPriorities),
  completed: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int().positive(),
})
/** A goal; amounts in centavos, on the wire in reais. */
export type Goal = z.output<typeof goal>

export const goalAnswer = z.strictObject({ goal })
export type GoalAnswer = z.output<typeof goalAnswer>

export const goalList = z.strictObject({ goals: z.array(goal) })
export type GoalList = z.output<typeof goalList>

export const goalStats = z.strictObject({
  active: z.int(),
  completed: z.int(),
  totalTarget: reais(),
  totalCurrent: reais(),
  completionRate: z.number().meta({ description: 'A fraction, by count; 0 without goals' }),
})
/** Totals of all goals; amounts in centavos, on the wire in reais. */
export type GoalStats = z.output<typeof goalStats>
export const goalStatsAnswer = z.strictObject({ stats: goalStats })
export type GoalStatsAnswer = z.output<typeof goalStatsAnswer>
