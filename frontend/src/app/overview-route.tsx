import { monthOf } from '@prumo/shared/calendar'
import { useExpectedTransactions } from '../data/expected-transactions'
import { OverviewGoals } from '../features/goals/overview-goals'
import { useMonthAddress } from '../features/overview/use-month-address'
import { OverviewPage } from '../features/overview/overview-page'
import { OverviewTasks } from '../features/tasks/overview-tasks'
import { ConfirmStrip } from '../features/transactions/confirm-strip'
import { ExpectedTransactions } from '../features/transactions/expected'
import { LatestTransactions } from '../features/transactions/latest-transactions'
import { useWaitingTransactions } from '../features/transactions/use-waiting-transactions'
import { formatDayOfMonth } from '../lib/dates'
import { useToday } from '../lib/use-today'

/**
 * Composes the overview from the parts of several features. If another month is shown, the parts that do not follow it say their
 * date.
 */
export function Component() {
  const waiting = useWaitingTransactions()
  const expected = useExpectedTransactions()
  const [requested] = useMonthAddress()
  const now = useToday()
  const month = requested === monthOf(now) ? null : requested
  const asOf = month && `hoje, ${formatDayOfMonth(now)}`
  return (
    <OverviewPage
      confirm={<ConfirmStrip />}
      isBelowPending={waiting.isPending || expected.isPending}
      latest={<LatestTransactions month={month} />}
      expected={<ExpectedTransactions month={month} />}
      goals={<OverviewGoals asOf={asOf} />}
      tasks={<OverviewTasks asOf={asOf} />}
    />
  )
}
