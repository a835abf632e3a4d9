import { goalTexts, type GoalCategory } from '@prumo/shared/goal-rules'
import type { Goal } from '@prumo/shared/goals'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'
import type { Rules } from '../../../lib/form'
import { dateProblem } from '../../../ui/dates/date-problem'
import { amountProblem, openAmountProblem } from '../../../ui/money/amount-text'
import type { Priority } from '../../../ui/priority/priority'
import type { GoalDraft } from '../goal/goal-draft'

/** The form while it is filled in. */
export interface FormValues {
  title: string
  target: string
  deadline: string
  category: GoalCategory | ''
  current: string
  priority: Priority
}

/** Checked in the order of the specification. */
export const formRules: Rules<FormValues> = {
  title: (text) => (text.trim() === '' ? goalTexts.titleMissing : null),
  target: amountProblem,
  deadline: dateProblem,
  category: (category) => (category === '' ? goalTexts.categoryMissing : null),
  current: openAmountProblem,
}

export const emptyValues: FormValues = { title: '', target: '', deadline: '', category: '', current: '', priority: 'medium' }

export function valuesOfDraft({ title, targetCentavos, currentCentavos, deadline, category, priority }: GoalDraft): FormValues {
  return { title, target: formatPlainCentavos(targetCentavos), deadline, category, current: currentCentavos === 0 ? '' : formatPlainCentavos(currentCentavos), priority }
}

export function valuesOf({ title, targetAmount, currentAmount, deadline, category, priority }: Goal): FormValues {
  return valuesOfDraft({ title, targetCentavos: centavosOf(targetAmount), currentCentavos: centavosOf(currentAmount), deadline, category, priority })
}

/** What valid values say. */
export function draftOf({ title, target, deadline, category, current, priority }: FormValues): GoalDraft {
  return {
    title: title.trim(),
    targetCentavos: parseCentavos(target) ?? 0,
    currentCentavos: parseCentavos(current) ?? 0,
    deadline,
    category: category || 'Outros',
    priority,
  }
}
