import { isCalendarDate } from '@prumo/shared/calendar'
import { meiTexts, profileProblem, type MeiActivity } from '@prumo/shared/mei-rules'
import type { MeiDraft, MeiProfileEntity } from '../../data/mei-commands'
import { today } from '../../lib/dates'
import type { FormRules } from '../../lib/form'
import { dateProblem } from '../../ui/field/date-problem'

/** The profile as it is entered. */
export interface MeiFormValues {
  openedOn: string
  activities: readonly MeiActivity[]
  isCargoDriver: boolean
  /** Null while no baixa is said. */
  closedOn: string | null
  hasEmployee: boolean
  /** Null leaves them as they are. */
  excludedCategories: readonly string[] | null
}

export const meiRules: FormRules<MeiFormValues> = {
  openedOn: (openedOn) => dateProblem(openedOn) ?? problemOf('openedOn', openedOn, null),
  activities: (activities) => (activities.length === 0 ? meiTexts.activitiesMissing : null),
  closedOn: (closedOn, { openedOn }) =>
    closedOn === null ? null : (dateProblem(closedOn) ?? (isCalendarDate(openedOn) ? problemOf('closedOn', openedOn, closedOn) : null)),
}

function problemOf(field: 'openedOn' | 'closedOn', openedOn: string, closedOn: string | null): string | null {
  const problem = profileProblem({ openedOn, closedOn }, today())
  return problem?.field === field ? problem.text : null
}

export function valuesOfProfile(seen: MeiProfileEntity | null): MeiFormValues {
  if (seen === null)
    return { openedOn: '', activities: [], isCargoDriver: false, closedOn: null, hasEmployee: false, excludedCategories: null }
  const { openedOn, activities, isCargoDriver, closedOn, hasEmployee, excludedCategories } = seen
  return { openedOn, activities, isCargoDriver, closedOn, hasEmployee, excludedCategories }
}

/** The draft of values that passed the rules. */
export function meiDraftOf({ excludedCategories, activities, ...values }: MeiFormValues): MeiDraft {
  return { ...values, activities: [...activities], ...(excludedCategories && { excludedCategories: [...excludedCategories] }) }
}
