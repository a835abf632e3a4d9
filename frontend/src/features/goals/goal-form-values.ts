import { goalTexts, type GoalCategory } from '@prumo/shared/goal-rules'
import type { Goal } from '@prumo/shared/goals'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { normaliseText } from '@prumo/shared/text-form'
import type { GoalDraft } from '../../data/goal-commands'
import type { FormRules } from '../../lib/form'
import { dateProblem } from '../../ui/field/date-problem'
import { amountProblem, openAmountProblem } from '../../ui/field/amount-text'
import type { Priority } from '../../ui/priority'

/** The values of the form, as typed. */
export interface GoalFormValues {
  title: string
  target: string
  deadline: string
  category: GoalCategory | ''
  current: string
  priority: Priority
}

/** In the order of the specification: the first failing field takes the focus. */
export const formRules: FormRules<GoalFormValues> = {
  title: (text) => (normaliseText(text) === '' ? goalTexts.titleMissing : null),
  target: amountProblem,
  deadline: dateProblem,
  category: (category) => (category === '' ? goalTexts.categoryMissing : null),
  current: openAmountProblem,
}

export const emptyValues: GoalFormValues = { title: '', target: '', deadline: '', category: '', current: '', priority: 'medium' }

export function valuesOfDraft({ title, targetCentavos, currentCentavos, deadline, category, priority }: GoalDraft): GoalFormValues {
  return {
    title,
    target: formatPlainCentavos(targetCentavos),
    deadline,
    category,
    current: currentCentavos === 0 ? '' : formatPlainCentavos(currentCentavos),
    priority,
  }
}

export function valuesOf({ title, targetAmount, currentAmount, deadline, category, priority }: Goal): GoalFormValues {
  return valuesOfDraft({
    title,
    targetCentavos: targetAmount,
    currentCentavos: currentAmount,
    deadline,
    category,
    priority,
  })
}

/** The draft of a form that passed its rules. */
export function goalDraftOf({ title, target, deadline, category, current, priority }: GoalFormValues): GoalDraft {
  return {
    title: normaliseText(title),
    targetCentavos: parseCentavos(target) ?? 0,
    currentCentavos: parseCentavos(current) ?? 0,
    deadline,
    category: category || 'Outros',
    priority,
  }
}
