import { useState, type ReactNode } from 'react'
import { IconChevronDown } from '@tabler/icons-react'
import type { Goal } from '@prumo/shared/goals'
import { CompletedRow } from './completed-row'
import type { GoalActions } from './goal-row'
import styles from './goal-list.module.css'

interface CompletedGoalsProps extends Pick<GoalActions, 'onEdit' | 'onDelete'> {
  goals: readonly Goal[]
  editForm: ReactNode
  editedId: string | null
}

/** Metas Concluídas, folded until someone wants to look back. */
export function CompletedGoals({ goals, editForm, editedId, onEdit, onDelete }: CompletedGoalsProps) {
  const [open, setOpen] = useState(false)
  const edits = goals.some(({ id }) => id === editedId)
  return (
    <details className={`${styles.section} ${styles.completed}`} open={open || edits} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>
          Metas Concluídas <span className={styles.number}>{goals.length}</span>
        </h2>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </summary>
      <ul className={styles.list}>
        {goals.map((goal) => (
          <li key={goal.id} data-row={goal.id}>
            {goal.id === editedId ? editForm : <CompletedRow goal={goal} onEdit={onEdit} onDelete={onDelete} />}
          </li>
        ))}
      </ul>
    </details>
  )
}
