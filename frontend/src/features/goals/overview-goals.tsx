import { useGoals } from '../../data/goals'
import { useSyncMarks } from '../../data/sync-status'
import { useToday } from '../../lib/use-today'
import { useNarrow } from '../../ui/media'
import { LoadFailure } from '../../ui/load-failure'
import { SectionHead } from '../../ui/section-head'
import { PaceKey } from '../../ui/progress-bar'
import { GoalProgress } from './goal-progress'
import { GoalsSkeleton } from './goals-skeleton'
import styles from './overview-goals.module.css'
import { GOALS_SCREEN } from '../../data/screens'

const MOST_SHOWN = 3

/**
 * The three active goals with the next deadlines. Renders nothing when there is none.
 * @param asOf the date of the figures, where the screen shows another month
 */
export function OverviewGoals({ asOf }: { asOf: string | null }) {
  const list = useGoals()
  const marks = useSyncMarks('goal')
  const narrow = useNarrow()
  const now = useToday()
  const shown = (list.data ?? []).filter(({ completed }) => !completed).slice(0, MOST_SHOWN)
  if (list.data && shown.length === 0) return null

  return (
    <section aria-labelledby="overview-goals">
      <SectionHead
        id="overview-goals"
        title="Metas em andamento"
        note={asOf}
        legend={!narrow && <PaceKey />}
        more={{ to: GOALS_SCREEN, label: 'Ver metas' }}
      />
      {list.data ? (
        <ul className={styles.list}>
          {shown.map((goal) => (
            <li key={goal.id}>
              <GoalProgress goal={goal} mark={marks.get(goal.id)} now={now} />
            </li>
          ))}
        </ul>
      ) : list.isFailed ? (
        <LoadFailure what="as metas" onRetry={list.retry} />
      ) : (
        <div className={styles.waiting}>
          <GoalsSkeleton />
        </div>
      )}
    </section>
  )
}
