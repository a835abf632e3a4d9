import type { ReactNode } from 'react'
import { IconPlus } from '@tabler/icons-react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'
import { Button } from '../../../ui/button/button'
import { SectionHead } from '../../../ui/section/section-head'
import { PaceKey } from '../../../ui/progress/progress-bar'
import { useMovingRows } from '../../../ui/rows/use-moving-rows'
import { GoalsSkeleton } from '../states/goals-skeleton'
import { GoalRow, type GoalActions } from './goal-row'
import styles from './goal-list.module.css'

interface ActiveGoalsProps extends GoalActions {
  /** Null while they load. */
  goals: readonly Goal[] | null
  now: CalendarDate
  /** The form of a new one, while it is open. */
  newForm: ReactNode
  editForm: ReactNode
  editedId: string | null
  onNew: () => void
}

/** Metas em Andamento, the next deadline first. */
export function ActiveGoals({ goals, now, newForm, editForm, editedId, onNew, ...actions }: ActiveGoalsProps) {
  const rows = useMovingRows<HTMLUListElement>()
  return (
    <section className={styles.section} aria-labelledby="active-goals">
      <SectionHead
        id="active-goals"
        title="Metas em Andamento"
        legend={goals?.length !== 0 && <PaceKey />}
        action={
          // While the form is open it keeps its place.
          <Button size="sm" data-new-goal className={newForm ? (styles.away ?? '') : ''} icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={onNew}>
            Nova meta
          </Button>
        }
      />
      {!goals ? (
        <GoalsSkeleton full />
      ) : goals.length === 0 && !newForm ? (
        <p className={styles.none}>Nenhuma meta em andamento.</p>
      ) : (
        <ul ref={rows} className={styles.list}>
          {newForm && <li>{newForm}</li>}
          {goals.map((goal) => (
            <li key={goal.id} data-row={goal.id}>
              {goal.id === editedId ? editForm : <GoalRow goal={goal} now={now} {...actions} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
