import type { Task } from '@prumo/shared/tasks'
import { Checkbox } from '../../../ui/form/checkbox'
import { priorityNames } from '../../../ui/priority/priority'
import styles from './overview-tasks.module.css'

/** Something to do, and the box to say that it is done. */
export function OpenTask({ task, onToggle }: { task: Task; onToggle: (task: Task) => void }) {
  return (
    <li data-row={task.id} className={styles.item} data-done={task.completed}>
      <Checkbox
        checked={task.completed}
        onChange={() => onToggle(task)}
        label={
          <span className={styles.text}>
            <span className={styles.title}>{task.title}</span> <small>Prioridade {priorityNames[task.priority].toLowerCase()}</small>
          </span>
        }
      />
    </li>
  )
}
