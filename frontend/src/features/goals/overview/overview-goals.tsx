import { today } from '../../../lib/dates'
import { useNarrow } from '../../../ui/narrow'
import { LoadFailure } from '../../../ui/page/load-failure'
import { SectionHead } from '../../../ui/section/section-head'
import { PaceKey } from '../../../ui/progress/progress-bar'
import { GOALS_SCREEN } from '../calls/goals'
import { useGoals } from '../calls/list-goals'
import { GoalProgress } from '../progress/goal-progress'
import { GoalsSkeleton } from '../states/goals-skeleton'
import styles from './overview-goals.module.css'

const MOST_SHOWN = 3

/** The three active goals whose deadline is next; nothing where there is none. */
export function OverviewGoals() {
  const list = useGoals()
  const narrow = useNarrow()
  const now = today()
  const shown = (list.data ?? []).filter(({ completed }) => !completed).slice(0, MOST_SHOWN)
  if (list.data && shown.length === 0) return null

  return (
    <section aria-labelledby="overview-goals">
      <SectionHead id="overview-goals" title="Metas em andamento" legend={!narrow && <PaceKey />} more={{ to: GOALS_SCREEN, label: 'Ver metas' }} />
      {list.data ? (
        <ul className={styles.list}>
          {shown.map((goal) => (
            <li key={goal.id}>
              <GoalProgress goal={goal} now={now} />
            </li>
          ))}
        </ul>
      ) : list.isError ? (
        <LoadFailure what="as metas" onRetry={() => void list.refetch()} />
      ) : (
        <div className={styles.waiting}>
          <GoalsSkeleton />
        </div>
      )}
    </section>
  )
}
