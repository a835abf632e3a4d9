import { OverviewGoals } from '../features/goals/overview-goals'
import { OverviewPage } from '../features/overview/overview-page'
import { OverviewTasks } from '../features/tasks/overview-tasks'
import { ConfirmStrip } from '../features/transactions/confirm-strip'
import { LatestTransactions } from '../features/transactions/latest-transactions'
import { useWaiting } from '../features/transactions/use-waiting'

/** Each capability brings its own part of the overview; they meet here. */
export function Component() {
  const { isPending } = useWaiting()
  return <OverviewPage confirm={<ConfirmStrip />} confirmPending={isPending} latest={<LatestTransactions />} goals={<OverviewGoals />} tasks={<OverviewTasks />} />
}
