import type { CalendarMonth } from '@prumo/shared/calendar'
import { OverviewGoals } from '../features/goals/overview-goals'
import { OverviewTasks } from '../features/tasks/overview-tasks'
import { LatestTransactions } from '../features/transactions/latest-transactions'
import styles from './overview-below.module.css'

interface OverviewBelowProps {
  /** Restricts the transactions to this month. */
  month: CalendarMonth | null
  /** The date of the parts that do not follow the month; null without one. */
  asOf: string | null
}

/** What of the overview is below the first screen, and loads after it. */
export default function OverviewBelow({ month, asOf }: OverviewBelowProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.rows}>
        <LatestTransactions month={month} />
        <OverviewGoals asOf={asOf} />
      </div>
      <OverviewTasks asOf={asOf} />
    </div>
  )
}
