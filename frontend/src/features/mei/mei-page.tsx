import { useSearchParams } from 'react-router-dom'
import { hasMeiYear } from '@prumo/shared/mei-year'
import { yearOf } from '@prumo/shared/mei-rules'
import { useMei } from '../../data/mei'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { Page } from '../../ui/page'
import { YEAR_PARAM } from './mei-address'
import { MeiSetup } from './mei-setup'
import { MeiSkeleton } from './mei-skeleton'
import { activitiesText } from './mei-texts'
import { YearPanel } from './year-panel'
import styles from './mei-page.module.css'

/** How far to the limit, what is due, and the sheets that the law asks of a MEI. */
export default function MeiPage() {
  const [address] = useSearchParams()
  const now = useToday()
  const profile = useMei()
  const { data: seen } = profile
  const wanted = Number(address.get(YEAR_PARAM))
  const year = seen && hasMeiYear(seen, wanted, now) ? wanted : yearOf(now)
  const narrow = useNarrow()
  const isGuest = useIsGuest()
  const beside = narrow ? null : seen ? `${year}, ${activitiesText(seen)}` : seen === null ? 'ainda não configurado' : null
  return (
    <Page title="MEI em dia" beside={beside && <p className={styles.beside}>{beside}</p>}>
      {profile.isFailed ? (
        <LoadFailure what="os dados do MEI" onRetry={profile.retry} />
      ) : seen === undefined ? (
        <MeiSkeleton />
      ) : seen === null ? (
        isGuest ? (
          <EmptyState
            drawing={<RuledPaper />}
            title="O MEI ainda não foi configurado"
            reason="Quando quem convidou você disser a data de abertura, o limite e as folhas aparecem aqui."
          />
        ) : (
          <MeiSetup />
        )
      ) : (
        <YearPanel key={year} year={year} profile={seen} />
      )}
    </Page>
  )
}
