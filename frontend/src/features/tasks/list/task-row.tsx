import { useId } from 'react'
import { IconPencil } from '@tabler/icons-react'
import { IconTrash } from '@tabler/icons-react'
import { formatCentavos } from '@prumo/shared/money'
import type { Task } from '@prumo/shared/tasks'
import { centavosOf } from '../../../lib/centavos'
import { formatDate, formatShortDate } from '../../../lib/dates'
import { IconButton } from '../../../ui/button/icon-button'
import { CheckTarget } from '../../../ui/form/check-target'
import { priorityNames } from '../../../ui/priority/priority'
import { PriorityBars } from '../../../ui/priority/priority-bars'
import styles from './task-list.module.css'

export interface TaskActions {
  onToggle: (task: Task) => void
  onEdit: (task: Task) => void
  onDelete: (task: Task) => void
}

interface TaskRowProps extends TaskActions {
  task: Task
  /** One line with its actions; otherwise the title opens it. */
  wide: boolean
}

/** An item: done or not, how urgent, what it costs and when. */
export function TaskRow({ task, wide, onToggle, onEdit, onDelete }: TaskRowProps) {
  const titleId = useId()
  const { title, priority, estimatedCost, estimatedDate, completed } = task
  return (
    <li data-row={task.id} className={styles.row} data-done={completed}>
      <CheckTarget labelledBy={titleId} checked={completed} onChange={() => onToggle(task)} />
      {wide ? (
        <span id={titleId} className={styles.title}>
          {title}
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
              <span className="money">{formatCentavos(centavosOf(estimatedCost))}</span>
            </>
          )}
        </span>
        <span className={styles.date}>
          <span className="visually-hidden">Data </span>
          {wide ? formatDate(estimatedDate) : formatShortDate(estimatedDate)}
        </span>
      </span>
      {wide && (
        <span className={styles.actions}>
          <IconButton size="sm" label={`Editar ${title}`} icon={<IconPencil size={20} stroke={1.75} aria-hidden />} onClick={() => onEdit(task)} />
          <IconButton size="sm" label={`Excluir ${title}`} icon={<IconTrash size={20} stroke={1.75} aria-hidden />} onClick={() => onDelete(task)} />
        </span>
      )}
    </li>
  )
}
