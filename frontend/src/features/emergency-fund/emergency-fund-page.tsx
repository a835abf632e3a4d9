import { useFund, useMovements } from '../../data/emergency-fund'
import { spentCentavos, useFundAnalysis, useExpenseAverage } from '../../data/fund-analysis'
import { useSyncMarks } from '../../data/sync-status'
import { useAverageSpending } from '../../data/period-summaries'
import { useToday } from '../../lib/use-today'
import { useUser } from '../../lib/session'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { FundStatus, FundStatusSkeleton } from './fund-status'
import { MovementList } from './movement-list'
import { basisText, currentFundStatus } from './fund-figures'
import { TargetForm, TargetSkeleton, useTargetReview } from './target-form'
import { useMovementDialog } from './use-movement-dialog'
import styles from './emergency-fund-page.module.css'

export function Component() {
  const { id: userId } = useUser()
  const fundQuery = useFund()
  const analysis = useFundAnalysis()
  const average = useExpenseAverage()
  const movements = useMovements()
  const spentMonths = useAverageSpending(useToday())
  const mark = useSyncMarks('emergency-fund').get(userId)
  const review = useTargetReview()
  const fund = fundQuery.data
  const computed = analysis.data
  const isKnown = fund !== undefined && computed !== undefined
  const standing = isKnown ? currentFundStatus(fund, computed.answer) : null
  const basis = average.data ? basisText(average.data.answer, spentMonths.data ?? null) : null
  const owner = { userId, spentCentavos: spentCentavos(average.data?.answer) }
  const { open, dialog } = useMovementDialog(fund ?? null, standing, owner)
  const failed = [fundQuery, analysis, average].filter(({ isFailed }) => isFailed)
  const outdated = [fundQuery, analysis, average, movements].filter(({ isOutdated }) => isOutdated)

  return (
    <Page title="Reserva de Emergência">
      <div className={styles.page}>
        {outdated.length > 0 && (
          <div className={styles.outdated}>
            <OutdatedNote
              at={Math.min(...outdated.map(({ fetchedAt }) => fetchedAt ?? Infinity))}
              onRetry={() => outdated.forEach(({ retry }) => retry())}
            />
          </div>
        )}
        {failed.length > 0 ? (
          <LoadFailure what="a reserva" onRetry={() => failed.forEach(({ retry }) => retry())} />
        ) : standing && isKnown ? (
          <FundStatus
            fund={fund}
            standing={standing}
            mark={mark}
            analysis={computed.answer}
            basis={basis}
            isBehind={computed.isStale || fundQuery.isTargetBehind}
            onMove={open}
          />
        ) : (
          <FundStatusSkeleton />
        )}
        <div className={styles.columns}>
          <div className={styles.aside}>
            {isKnown && average.data ? (
              <TargetForm key={review?.replaces} fund={fund} average={average.data} owner={owner} review={review} />
            ) : (
              failed.length === 0 && <TargetSkeleton />
            )}
            <Tip />
          </div>
          <MovementList list={movements} />
        </div>
      </div>
      {dialog}
    </Page>
  )
}

/** Advice on where to keep the money. */
function Tip() {
  return (
    <p className={styles.tip}>
      Reserva é dinheiro para sair no mesmo dia. Deixe em algo que renda e não oscile, como o Tesouro Selic ou um CDB com liquidez diária,
      separado da conta do dia a dia.
    </p>
  )
}
