import { useEffect } from 'react'
import { today } from '../../lib/dates'
import { useIdle } from '../../ui/idle'
import { LoadFailure } from '../../ui/page/load-failure'
import { Page } from '../../ui/page/page'
import { useLingering } from '../../ui/rows/use-lingering'
import { fetchQuestions, useQuestions } from './ask/use-questions'
import { goals as kind } from './calls/goals'
import { useGoals } from './calls/list-goals'
import { fetchGoalForm } from './form/goal-form-place'
import { useGoalForm } from './form/use-goal-form'
import { grouped } from './goal/groups'
import { GoalFigures } from './goal-figures'
import { ActiveGoals } from './list/active-goals'
import { CompletedGoals } from './list/completed-goals'
import { EmptyGoals } from './states/empty-goals'
import styles from './goals-page.module.css'

/** The settle takes half of it; then one still reads what was reached. */
const COMPLETED_STAYS_MS = 1800

export function Component() {
  const list = useGoals()
  const goals = list.data
  const { open, edit, ...forms } = useGoalForm(goals)
  const { askProgress, askDeletion, dialogs } = useQuestions()
  const { active, completed } = grouped(goals ?? [], useLingering(goals ?? NONE, COMPLETED_STAYS_MS), kind.compare)
  const idle = useIdle()
  const rows = { now: today(), onProgress: askProgress, onEdit: edit, onDelete: askDeletion, ...forms }

  useEffect(() => {
    if (!idle) return
    fetchGoalForm()
    fetchQuestions()
  }, [idle])

  return (
    <Page title="Metas Financeiras">
      <div className={styles.page}>
        <GoalFigures goals={goals} failed={list.isError} />
        {list.isError && !goals ? (
          <LoadFailure what="as metas" onRetry={() => void list.refetch()} />
        ) : goals?.length === 0 && !forms.newForm ? (
          <EmptyGoals onNew={open} />
        ) : (
          <>
            <ActiveGoals goals={goals ? active : null} onNew={open} {...rows} />
            {completed.length > 0 && <CompletedGoals goals={completed} {...rows} />}
          </>
        )}
      </div>
      {dialogs}
    </Page>
  )
}

const NONE: never[] = []
