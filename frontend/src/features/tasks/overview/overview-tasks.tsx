import { taskTypes } from '@prumo/shared/task-rules'
import { LoadFailure } from '../../../ui/page/load-failure'
import { SectionHead } from '../../../ui/section/section-head'
import { useLingering } from '../../../ui/rows/use-lingering'
import { useTasks } from '../calls/list-tasks'
import { tasks as kind } from '../calls/tasks'
import { useToggleTask } from '../calls/toggle-task'
import { DONE_STAYS_MS, isPlacedDone, ordered } from '../task/groups'
import { kinds, TASKS_SCREEN } from '../task/kinds'
import { OpenTask } from './open-task'
import { OverviewTasksSkeleton } from './overview-tasks-skeleton'
import styles from './overview-tasks.module.css'

const MOST_SHOWN = 5

/** What is open, the most urgent five of each type; nothing where there is nothing. */
export function OverviewTasks() {
  const list = useTasks()
  const toggle = useToggleTask()
  const tasks = list.data ?? NONE
  const justTurned = useLingering(tasks, DONE_STAYS_MS)
  const groups = taskTypes
    .map((type) => ({ type, open: ordered(tasks, type, justTurned, kind.compare).filter((task) => !isPlacedDone(task, justTurned)) }))
    .filter(({ open }) => open.length > 0)
  if (list.data && groups.length === 0) return null

  return (
    <section className={styles.section} aria-labelledby="overview-tasks">
      <SectionHead id="overview-tasks" title="Para fazer" more={{ to: TASKS_SCREEN, label: 'Abrir tarefas' }} />
      {list.isPending && <OverviewTasksSkeleton />}
      {list.isError && !list.data && <LoadFailure what="as tarefas" onRetry={() => void list.refetch()} />}
      {groups.map(({ type, open }) => (
        <div key={type} className={styles.group}>
          <h3>
            {kinds[type].short}
            <span>
              {open.length}
              <span className="visually-hidden"> em aberto</span>
            </span>
          </h3>
          <ul>
            {open.slice(0, MOST_SHOWN).map((task) => (
              <OpenTask key={task.id} task={task} onToggle={toggle} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const NONE: never[] = []
