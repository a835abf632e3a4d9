import { IconCheck } from '@tabler/icons-react'
import type { Goal } from '@prumo/shared/goals'
import { formatCentavos } from '@prumo/shared/money'
import { centavosOf } from '../../../lib/centavos'
import { writeProgress } from '../goal/amounts'
import { QuietActions } from './quiet-actions'
import type { GoalActions } from './goal-row'
import styles from './goal-list.module.css'

type CompletedRowProps = Pick<GoalActions, 'onEdit' | 'onDelete'> & { goal: Goal }

/** A goal that was reached: what it was and what it came to. */
export function CompletedRow({ goal, ...actions }: CompletedRowProps) {
  return (
    <div className={styles.past}>
      <IconCheck size={20} stroke={1.75} aria-hidden className={styles.check} />
      <div>
        <h3>{goal.title}</h3>
        <p>
          <span>{cameTo(goal)}</span>
          <span className={styles.category}>{goal.category}</span>
        </p>
      </div>
      <QuietActions goal={goal} {...actions} />
    </div>
  )
}

/** `R$ 4.200,00`; with the target beside it where it became more. */
function cameTo(goal: Goal): string {
  return goal.currentAmount === goal.targetAmount ? formatCentavos(centavosOf(goal.targetAmount)) : writeProgress(goal)
}
