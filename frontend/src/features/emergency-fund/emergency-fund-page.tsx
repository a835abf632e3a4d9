import { useUser } from '../../lib/session'
import { LoadFailure } from '../../ui/page/load-failure'
import { Page } from '../../ui/page/page'
import { useMovementDialog } from './ask/use-movement-dialog'
import { useExpenseAverage } from './calls/calculate-expenses'
import { useAnalysis } from './calls/read-analysis'
import { useFund } from './calls/read-fund'
import { standingNow } from './fund/standing-now'
import { MovementList } from './list/movement-list'
import { FundStanding } from './standing/fund-standing'
import { StandingSkeleton } from './standing/standing-skeleton'
import { TargetForm } from './target/target-form'
import { TargetSkeleton } from './target/target-skeleton'
import { Tip } from './tip'
import styles from './emergency-fund-page.module.css'

export function Component() {
  const { id: userId } = useUser()
  const found = useFund()
  const analysis = useAnalysis()
  const average = useExpenseAverage()
  const fund = found.data
  const isKnown = fund !== undefined && analysis.data !== undefined
  const standing = isKnown ? standingNow(fund, analysis.data) : null
  const account = { userId, average: average.data }
  const { open, dialog } = useMovementDialog(fund ?? null, standing, account)
  const waited = [found, analysis, average].filter(({ data }) => data === undefined)
  const failed = waited.some(({ isError }) => isError)

  return (
    <Page title="Reserva de Emergência">
      <div className={styles.page}>
        {failed ? (
          <LoadFailure what="a reserva" onRetry={() => waited.forEach(({ refetch }) => void refetch())} />
        ) : standing && isKnown ? (
          <FundStanding fund={fund} standing={standing} analysis={analysis.data} onMove={open} />
        ) : (
          <StandingSkeleton />
        )}
        <div className={styles.columns}>
          <div className={styles.aside}>
            {isKnown && average.data ? <TargetForm fund={fund} account={account} /> : !failed && <TargetSkeleton />}
            <Tip />
          </div>
          <MovementList />
        </div>
      </div>
      {dialog}
    </Page>
  )
}
