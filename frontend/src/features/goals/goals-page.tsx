import { IconPlus } from '@tabler/icons-react'
import type { Goal } from '@prumo/shared/goals'
import { useGoals } from '../../data/goals'
import { useSyncMarks } from '../../data/sync-status'
import { useToday } from '../../lib/use-today'
import { Bob } from '../../ui/bob'
import { Button } from '../../ui/button'
import { CountStrip } from './count-strip'
import { EmptyState } from '../../ui/empty-state'
import { usePrefetch } from '../../ui/lazy-part'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { useLingeringRows } from '../../ui/use-lingering-rows'
import { groupGoals, goalTotals } from './goal-groups'
import { ActiveGoals, CompletedGoals } from './goal-list'
import { GoalForm, useGoalForm } from './use-goal-form'
import { useGoalDialogs } from './use-goal-dialogs'
import styles from './goals-page.module.css'

/** The animation takes half of this time; the rest is for reading. */
const COMPLETED_STAYS_MS = 1800
const NONE: never[] = []

export function Component() {
  const list = useGoals()
  const goals = list.data
  const marks = useSyncMarks('goal')
  const { shown, open, edit, ...forms } = useGoalForm(goals)
  const { askProgress, askDeletion, dialogs } = useGoalDialogs(goals)
  const { active, completed } = groupGoals(shown ?? NONE, useLingeringRows(goals ?? NONE, COMPLETED_STAYS_MS))
  usePrefetch(GoalForm)
  const rows = { marks, now: useToday(), onProgress: askProgress, onEdit: edit, onDelete: askDeletion, ...forms }

  return (
    <Page title="Metas Financeiras">
      <div className={styles.page}>
        <GoalFigures goals={goals} failed={list.isFailed} />
        {list.isOutdated && <OutdatedNote at={list.fetchedAt} onRetry={list.retry} />}
        {list.isFailed ? (
          <LoadFailure what="as metas" onRetry={list.retry} />
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

/** The totals of the goals, computed from the list so that both agree. */
function GoalFigures({ goals, failed }: { goals: readonly Goal[] | undefined; failed: boolean }) {
  const all = goalTotals(goals)
  const unknown = failed ? '—' : null
  return (
    <CountStrip
      label="Resumo das metas"
      counts={[
        { label: 'Em andamento', text: all ? all.active : unknown },
        { label: 'Concluídas', text: all ? all.completed : unknown },
        { label: 'Guardado', text: all ? all.saved : unknown, isAmount: true },
        { label: 'Valor total', text: all ? all.target : unknown, isAmount: true },
      ]}
    />
  )
}

function EmptyGoals({ onNew }: { onNew: () => void }) {
  return (
    <EmptyState
      drawing={<EmptyBars />}
      title="Nenhuma meta criada"
      reason="Dê nome e valor ao próximo passo."
      action={
        // Not the primary style: the bar of the app already has this action as one.
        <Button data-new-goal icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={onNew}>
          Nova meta
        </Button>
      }
    />
  )
}

/** An illustration: empty bars, and the line they are to reach. */
function EmptyBars() {
  return (
    <svg width="220" height="130" viewBox="0 0 220 130" aria-hidden="true" focusable="false">
      <g fill="var(--skeleton)">
        <rect y="22" width="168" height="10" rx="5" />
        <rect y="50" width="168" height="10" rx="5" />
        <rect y="78" width="168" height="10" rx="5" />
      </g>
      <g fill="var(--line-strong)">
        <rect y="22" width="92" height="10" rx="5" />
        <rect y="50" width="44" height="10" rx="5" />
        <rect y="78" width="16" height="10" rx="5" />
      </g>
      <rect x="167.25" width="1.5" height="98" fill="var(--text)" />
      <Bob x={152} y={90} />
    </svg>
  )
}
