import { IconPlus } from '@tabler/icons-react'
import type { CalendarDate } from '@prumo/shared/calendar'
import type { Goal } from '@prumo/shared/goals'
import { Button } from '../../../ui/button/button'
import { GoalProgress } from '../progress/goal-progress'
import { QuietActions } from './quiet-actions'
import styles from './goal-list.module.css'

export interface GoalActions {
  onProgress: (goal: Goal) => void
  onEdit: (goal: Goal) => void
  onDelete: (goal: Goal) => void
}

interface GoalRowProps extends GoalActions {
  goal: Goal
  now: CalendarDate
}

/** A goal and what can be done about it; one that has just been completed comes to rest here. */
export function GoalRow({ goal, now, onProgress, ...actions }: GoalRowProps) {
  return (
    <div className={styles.row}>
      <GoalProgress goal={goal} now={now} full settling={goal.completed} />
      <div className={styles.actions}>
        {!goal.completed && (
          <Button variant="line" size="sm" icon={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => onProgress(goal)}>
            Adicionar Progresso<span className="visually-hidden"> em {goal.title}</span>
          </Button>
        )}
        <QuietActions goal={goal} {...actions} />
      </div>
    </div>
  )
}
