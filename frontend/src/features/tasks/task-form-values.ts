import type { CalendarDate } from '@prumo/shared/calendar'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { taskTexts, type TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import { normaliseText } from '@prumo/shared/text-form'
import type { TaskDraft } from '../../data/task-commands'
import type { FormRules } from '../../lib/form'
import { dateProblem } from '../../ui/field/date-problem'
import { openAmountProblem } from '../../ui/field/amount-text'
import type { Priority } from '../../ui/priority'

/** The values of the form, as typed. */
export interface TaskFormValues {
  type: TaskType
  title: string
  priority: Priority
  cost: string
  date: string
}

/** In the order of the fields: the first failing one takes the focus. */
export const formRules: FormRules<TaskFormValues> = {
  title: (text) => (normaliseText(text) === '' ? taskTexts.titleMissing : null),
  cost: openAmountProblem,
  // An empty date becomes today.
  date: (date) => (date.trim() === '' ? null : dateProblem(date)),
}

export function emptyValues(type: TaskType, now: CalendarDate): TaskFormValues {
  return { type, title: '', priority: 'medium', cost: '', date: now }
}

export function valuesOfDraft({ type, title, priority, costCentavos, date }: TaskDraft): TaskFormValues {
  return { type, title, priority, cost: costCentavos === 0 ? '' : formatPlainCentavos(costCentavos), date }
}

export function valuesOf({ type, title, priority, estimatedCost, estimatedDate }: Task): TaskFormValues {
  return valuesOfDraft({ type, title, priority, costCentavos: estimatedCost, date: estimatedDate })
}

/** The draft of a form that passed its rules. Without a cost it is zero; without a date, today. */
export function taskDraftOf({ type, title, priority, cost, date }: TaskFormValues, now: CalendarDate): TaskDraft {
  return { type, title: normaliseText(title), priority, costCentavos: parseCentavos(cost) ?? 0, date: date.trim() || now }
}
