import { goalTexts, type GoalCategory } from '@prumo/shared/goal-rules'
import type { Goal } from '@prumo/shared/goals'
import { formatPlainCentavos, parseCentavos } from '@prumo/shared/money'
import { normaliseText } from '@prumo/shared/text-form'
import type { GoalDraft } from '../../data/goal-commands'
import type { FormRules } from '../../lib/form'
import type { UnsavedSummary } from '../../lib/unsaved-summary'
import { dateProblem } from '../../ui/field/date-problem'
import { amountProblem, openAmountProblem } from '../../ui/field/amount-text'
import type { Priority } from '../../ui/priority'

/** The form while it is filled in. */
export interface GoalFormValues {
  title: string
  target: string
  deadline: string
  category: GoalCategory | ''
  current: string
  priority: Priority
}

/** Checked in the order of the specification. */
export const formRules: FormRules<GoalFormValues> = {
  title: (text) => (normaliseText(text) === '' ? goalTexts.titleMissing : null),
  target: amountProblem,
  deadline: dateProblem,
  category: (category) => (category === '' ? goalTexts.categoryMissing : null),
  current: openAmountProblem,
}

/** What is lost by leaving the form now, as it is read. */
export function unsavedOf({ title, target, category }: GoalFormValues): UnsavedSummary {
  return { subject: normaliseText(title), centavos: parseCentavos(target), about: category || 'Meta' }
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

/** What valid values say. */
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
