import type { TaskType } from '@prumo/shared/task-rules'
import { LoadFailure } from '../../../ui/page/load-failure'
import { useMeasuredSize } from '../../../ui/measured-size'
import { useLingering } from '../../../ui/rows/use-lingering'
import type { useTasks } from '../calls/list-tasks'
import { tasks as kind } from '../calls/tasks'
import { useToggleTask } from '../calls/toggle-task'
import { DONE_STAYS_MS, ordered } from '../task/groups'
import { EmptyTasks } from './empty-tasks'
import { TaskList } from './task-list'
import type { TaskActions } from './task-row'
import { TasksSkeleton } from './tasks-skeleton'

/** Below this width, in units of text, a line with everything would be cut. */
const LINE_FROM = 640

interface TaskPanelProps extends Omit<TaskActions, 'onToggle'> {
  list: ReturnType<typeof useTasks>
  type: TaskType
  onNew: () => void
}

/** One type's list with everything that can become of it. */
export function TaskPanel({ list, type, onNew, ...actions }: TaskPanelProps) {
  const toggle = useToggleTask()
  const justTurned = useLingering(list.data ?? NONE, DONE_STAYS_MS)
  const [ref, { width }] = useMeasuredSize<HTMLDivElement>(window.innerWidth)
  const wide = width >= LINE_FROM
  const tasks = ordered(list.data ?? NONE, type, justTurned, kind.compare)

  return (
    <div ref={ref}>
      {list.isPending ? (
        <TasksSkeleton wide={wide} />
      ) : !list.data ? (
        <LoadFailure what="os itens" onRetry={() => void list.refetch()} />
      ) : tasks.length === 0 ? (
        <EmptyTasks type={type} onNew={onNew} />
      ) : (
        <TaskList tasks={tasks} justTurned={justTurned} wide={wide} onToggle={toggle} {...actions} />
      )}
    </div>
  )
}

const NONE: never[] = []
