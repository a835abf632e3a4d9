import { useState } from 'react'
import type { Task } from '@prumo/shared/tasks'
import { Button } from '../../../ui/button/button'
import { useMovingRows } from '../../../ui/rows/use-moving-rows'
import { isPlacedDone } from '../task/groups'
import { TaskRow, type TaskActions } from './task-row'
import styles from './task-list.module.css'

/** More of the done are shown when someone asks. */
const DONE_SHOWN = 20

interface TaskListProps extends TaskActions {
  /** The open, then the done. */
  tasks: readonly Task[]
  justTurned: ReadonlyMap<string, boolean>
  wide: boolean
}

export function TaskList({ tasks, justTurned, wide, ...actions }: TaskListProps) {
  const rows = useMovingRows<HTMLUListElement>()
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
          <span>Data</span>
          <span>Ações</span>
        </div>
      )}
      <ul ref={rows}>
        {shown.map((task) => (
          <TaskRow key={task.id} task={task} wide={wide} {...actions} />
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
