import { taskTypes } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import { useAccount } from '../../data/account'
import { useSyncMarks } from '../../data/sync-status'
import { setTaskCompleted } from '../../data/task-commands'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useTasks } from '../../data/tasks'
import { Checkbox } from '../../ui/field/checkbox'
import { LoadFailure } from '../../ui/load-failure'
import { Loading, Skeleton } from '../../ui/skeleton'
import { priorityNames } from '../../ui/priority'
import { SyncMark } from '../../ui/sync-mark'
import { useLingeringRows } from '../../ui/use-lingering-rows'
import { SectionHead } from '../../ui/section-head'
import { taskTypeTexts } from './task-kinds'
import { DONE_STAYS_MS, isPlacedDone, orderTasks } from './task-order'
import styles from './overview-tasks.module.css'
import { TASKS_SCREEN } from '../../data/screens'

const MOST_SHOWN = 5

/**
 * The five most urgent open tasks of each type. Renders nothing when there is none.
 * @param asOf the date of the list, where the screen shows another month
 */
export function OverviewTasks({ asOf }: { asOf: string | null }) {
  const list = useTasks()
  const { outbox } = useAccount()
  const marks = useSyncMarks('task')
  const tasks = list.data ?? NONE
  const justTurned = useLingeringRows(tasks, DONE_STAYS_MS)
  const groups = taskTypes
    .map((type) => ({ type, open: orderTasks(tasks, type, justTurned).filter((task) => !isPlacedDone(task, justTurned)) }))
    .filter(({ open }) => open.length > 0)
  if (list.data && groups.length === 0) return null

  return (
    <section className={styles.section} aria-labelledby="overview-tasks">
      <SectionHead id="overview-tasks" title="Para fazer" note={asOf} more={{ to: TASKS_SCREEN, label: 'Abrir tarefas' }} />
      {list.isPending && <OverviewTasksSkeleton />}
      {list.isFailed && <LoadFailure what="as tarefas" onRetry={list.retry} />}
      {groups.map(({ type, open }) => (
        <div key={type} className={styles.group}>
          <h3>
            {taskTypeTexts[type].short}
            <span>
              {open.length}
              <span className="visually-hidden"> em aberto</span>
            </span>
          </h3>
          <ul>
            {open.slice(0, MOST_SHOWN).map((task) => (
              <OpenTask
                key={task.id}
                task={task}
                mark={marks.get(task.id)}
                onToggle={() => void outbox.enqueue(setTaskCompleted(task, !task.completed))}
              />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

const NONE: never[] = []

/** An open task with its checkbox. */
function OpenTask({ task, mark, onToggle }: { task: Task; mark: SyncMarkKind | undefined; onToggle: () => void }) {
  return (
    <li data-row={task.id} className={styles.item} data-done={task.completed}>
      <Checkbox
        checked={task.completed}
        onChange={onToggle}
        label={
          <span className={styles.text}>
            <span className={styles.title}>{task.title}</span> <small>Prioridade {priorityNames[task.priority].toLowerCase()}</small>
            {mark && <SyncMark mark={mark} />}
          </span>
        }
      />
    </li>
  )
}

function OverviewTasksSkeleton() {
  return (
    <Loading what="as tarefas">
      <div className={styles.waiting} aria-hidden="true">
        {[70, 82, 58, 76].map((width) => (
          <div key={width}>
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </div>
    </Loading>
  )
}
