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
import { formatDayOfMonth, today } from '../lib/dates'

/** Each capability brings its own part of the overview; they meet here. With another month asked for, what stays says of when it is. */
export function Component() {
  const waiting = useWaitingTransactions()
  const expected = useExpectedTransactions()
  const [asked] = useMonthAddress()
  const now = today()
  const month = asked === monthOf(now) ? null : asked
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
