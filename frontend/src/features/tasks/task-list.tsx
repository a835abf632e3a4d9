import { useId, useState } from 'react'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { formatCentavos } from '@prumo/shared/money'
import type { TaskType } from '@prumo/shared/task-rules'
import type { Task } from '@prumo/shared/tasks'
import type { QueryResult } from '../../data/optimistic-query'
import type { SyncMarkKind } from '../../data/sync/optimistic'
import { useAccount } from '../../data/account'
import { useSyncMarks } from '../../data/sync-status'
import { setTaskCompleted } from '../../data/task-commands'
import { formatDate, formatShortDate } from '../../lib/dates'
import { Bob } from '../../ui/bob'
import { Button } from '../../ui/button'
import { IconButton } from '../../ui/icon-button'
import { CheckTarget } from './check-target'
import { useWidthFit } from '../../ui/use-measured-size'
import { EmptyState } from '../../ui/empty-state'
import { LoadFailure } from '../../ui/load-failure'
import { Loading, Skeleton } from '../../ui/skeleton'
import { priorityNames } from '../../ui/priority'
import { PriorityBars } from '../../ui/priority-bars'
import { SyncMark } from '../../ui/sync-mark'
import { useLingeringRows } from '../../ui/use-lingering-rows'
import { useMovingRows } from '../../ui/use-moving-rows'
import { taskTypeTexts } from './task-kinds'
import { DONE_STAYS_MS, isPlacedDone, orderTasks } from './task-order'
import styles from './task-list.module.css'

/** A single line needs at least this width, in pixels at the default text size. */
const LINE_FROM = 640
/** The number of completed tasks shown before the list is unfolded. */
const DONE_SHOWN = 20

interface TaskActions {
  onEdit: (task: Task) => void
  onDelete: (task: Task) => void
}

interface TaskListProps extends TaskActions {
  list: QueryResult<readonly Task[]>
  type: TaskType
  onNew: () => void
}

/** The list of one type with all its states: loading, failed, empty and filled. */
export function TaskList({ list, type, onNew, ...actions }: TaskListProps) {
  const justTurned = useLingeringRows(list.data ?? NONE, DONE_STAYS_MS)
  const [ref, { isWide: wide }] = useWidthFit<HTMLDivElement>(LINE_FROM)
  const tasks = orderTasks(list.data ?? NONE, type, justTurned)

  return (
    <div ref={ref}>
      {list.isPending ? (
        <TasksSkeleton wide={wide} />
      ) : !list.data ? (
        <LoadFailure what="os itens" onRetry={list.retry} />
      ) : tasks.length === 0 ? (
        <EmptyTasks type={type} onNew={onNew} />
      ) : (
        <TaskRows tasks={tasks} justTurned={justTurned} wide={wide} {...actions} />
      )}
    </div>
  )
}

const NONE: never[] = []

interface TaskRowsProps extends TaskActions {
  /** Open tasks, then completed ones. */
  tasks: readonly Task[]
  justTurned: ReadonlyMap<string, boolean>
  wide: boolean
}

function TaskRows({ tasks, justTurned, wide, ...actions }: TaskRowsProps) {
  const rows = useMovingRows<HTMLUListElement>()
  const { outbox } = useAccount()
  const marks = useSyncMarks('task')
  const [all, setAll] = useState(false)
  const open = tasks.filter((task) => !isPlacedDone(task, justTurned)).length
  const shown = all ? tasks : tasks.slice(0, open + DONE_SHOWN)
  const hidden = tasks.length - shown.length

  return (
    <div className={styles.list} data-wide={wide}>
      {wide && (
        <div className={styles.head} aria-hidden="true">
          <span>Título</span>
          <span>Prioridade</span>
          <span>Custo</span>
          <span>Prazo</span>
          <span>Ações</span>
        </div>
      )}
      <ul ref={rows}>
        {shown.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            mark={marks.get(task.id)}
            wide={wide}
            onToggle={() => void outbox.enqueue(setTaskCompleted(task, !task.completed))}
            {...actions}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="quiet" className={styles.more ?? ''} onClick={() => setAll(true)}>
          {hidden === 1 ? 'Mostrar mais 1 concluído' : `Mostrar mais ${hidden} concluídos`}
        </Button>
      )}
    </div>
  )
}

interface TaskRowProps extends TaskActions {
  task: Task
  mark: SyncMarkKind | undefined
  /** Shows one line with actions. Otherwise a tap on the title opens the task. */
  wide: boolean
  onToggle: () => void
}

/** A task: checkbox, title, priority, cost and date. */
function TaskRow({ task, mark, wide, onToggle, onEdit, onDelete }: TaskRowProps) {
  const titleId = useId()
  const { title, priority, estimatedCost, estimatedDate, completed } = task
  return (
    <li data-row={task.id} className={styles.row} data-done={completed}>
      <CheckTarget labelledBy={titleId} checked={completed} onChange={onToggle} />
      {wide ? (
        <span className={styles.cell}>
          <span id={titleId} className={styles.title}>
            {title}
          </span>
          {mark && <SyncMark mark={mark} />}
        </span>
      ) : (
        <button type="button" className={styles.open} onClick={() => onEdit(task)}>
          <span className="visually-hidden">Editar </span>
          <span id={titleId} className={styles.title}>
            {title}
          </span>
        </button>
      )}
      <span className={styles.about}>
        <span className={styles.priority}>
          <PriorityBars priority={priority} />
          <span className="visually-hidden">Prioridade </span>
          {priorityNames[priority]}
        </span>
        <span className={styles.cost}>
          {estimatedCost > 0 && (
            <>
              <span className={styles.costLabel}>Custo </span>
              <span className="money">{formatCentavos(estimatedCost)}</span>
            </>
          )}
        </span>
        <span className={styles.date}>
          <span className="visually-hidden">Prazo </span>
          {wide ? formatDate(estimatedDate) : formatShortDate(estimatedDate)}
        </span>
        {mark && !wide && <SyncMark mark={mark} />}
      </span>
      {wide && (
        <span className={styles.actions}>
          <IconButton
            size="sm"
            label={`Editar ${title}`}
            icon={<IconPencil size={20} stroke={1.75} aria-hidden />}
            onClick={() => onEdit(task)}
          />
          <IconButton
            size="sm"
            label={`Excluir ${title}`}
            icon={<IconTrash size={20} stroke={1.75} aria-hidden />}
            onClick={() => onDelete(task)}
          />
        </span>
      )}
    </li>
  )
}

/** The placeholder while the list loads, with the same measures. */
function TasksSkeleton({ wide }: { wide: boolean }) {
  return (
    <Loading what="os itens">
      <div className={styles.waiting} data-wide={wide} aria-hidden="true">
        {wide && <div className={styles.waitingHead} />}
        {[52, 44, 60, 38].map((width) => (
          <div key={width} className={styles.waitingRow}>
            <Skeleton width="20px" height="20px" />
            <Skeleton width={`${width}%`} />
          </div>
        ))}
      </div>
    </Loading>
  )
}

function EmptyTasks({ type, onNew }: { type: TaskType; onNew: () => void }) {
  const { add, empty } = taskTypeTexts[type]
  return (
    <EmptyState
      drawing={<EmptyBoxes />}
      title={empty.title}
      reason={empty.reason}
      action={
        // Not the primary style: the bar of the app already has this action as one.
        <Button icon={<IconPlus size={20} stroke={1.75} aria-hidden />} onClick={onNew}>
          {add}
        </Button>
      }
    />
  )
}

/** An illustration: checkboxes on ruled paper, with a line along them. */
function EmptyBoxes() {
  return (
    <svg width="220" height="134" viewBox="0 0 220 134" aria-hidden="true" focusable="false">
      <path stroke="var(--line-strong)" strokeWidth="1.5" d="M40 36h150M40 66h150M40 96h150" />
      <g fill="var(--bg-surface)" stroke="var(--control-border)" strokeWidth="1.5">
        <rect x="44" y="13.75" width="15" height="15" rx="4" />
        <rect x="44" y="43.75" width="15" height="15" rx="4" />
        <rect x="44" y="73.75" width="15" height="15" rx="4" />
      </g>
      <g fill="var(--skeleton)">
        <rect x="70" y="15" width="92" height="12" rx="3" />
        <rect x="70" y="45" width="64" height="12" rx="3" />
        <rect x="70" y="75" width="78" height="12" rx="3" />
      </g>
      <rect x="15.25" width="1.5" height="100" fill="var(--text)" />
      <Bob y={92} />
    </svg>
  )
}
