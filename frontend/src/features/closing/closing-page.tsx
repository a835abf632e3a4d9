import { isCalendarMonth, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { useClosableMonth } from '../../data/closed-months'
import { useAddress } from '../../lib/address'
import { formatMonth } from '../../lib/dates'
import { useIsGuest } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { PlainSelect } from '../../ui/field/plain-select'
import { LoadFailure } from '../../ui/load-failure'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { Loading, Skeleton } from '../../ui/skeleton'
import { ClosedMonth } from './closed-month'
import { shortMonth } from './closing-texts'
import { OpenMonth } from './open-month'
import { endedMonths } from './use-month-closing'
import styles from './closing-page.module.css'

const MONTH_PARAM = 'mes'
/** How many months are offered. */
const OFFERED_MONTHS = 24

/** Closes a month that has ended, or shows what it was closed with. */
export default function ClosingPage() {
  const [address, setAddress] = useAddress()
  const now = useToday()
  const isGuest = useIsGuest()
  const offered = endedMonths(now, OFFERED_MONTHS)
  const asked = address.get(MONTH_PARAM)
  const month = asked !== null && isCalendarMonth(asked) && asked < monthOf(now) ? asked : (offered[0] as CalendarMonth)
  const reading = useClosableMonth(month)
  const state = reading.data?.state
  const options = offered.includes(month) ? offered : [month, ...offered]

  return (
    <Page
      title={state === 'closed' || isGuest ? 'Relatórios' : `Fechar ${shortMonth(month, now)}`}
      step={month}
      actions={
        <PlainSelect
          label="Mês"
          value={month}
          options={options.map((each) => [each, formatMonth(each)] as const)}
          onChange={(next) => setAddress({ [MONTH_PARAM]: next }, { replace: true })}
        />
      }
    >
      <div className={styles.page}>
        {reading.isOutdated && <OutdatedNote at={reading.fetchedAt} onRetry={reading.retry} />}
        {reading.isFailed ? (
          <LoadFailure what="o mês" onRetry={reading.retry} />
        ) : !reading.data ? (
          <Loading what="o mês">
            <Skeleton height="24rem" />
          </Loading>
        ) : reading.data.state === 'closed' ? (
          <ClosedMonth key={month} closed={reading.data} />
        ) : (
          <OpenMonth key={month} month={month} />
        )}
      </div>
    </Page>
  )
}
