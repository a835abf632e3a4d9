import { useState, type ReactNode } from 'react'
import { addMonths, monthOf, type CalendarMonth } from '@prumo/shared/calendar'
import { CHART_MONTHS } from '../../data/api-requests'
import { useLatestMonth, useMonths } from '../../data/months'
import { useNearFuture } from '../../data/near-future'
import { useWallets } from '../../data/wallets'
import { useToday } from '../../lib/use-today'
import { isInstallOffered } from '../../lib/install-offer'
import { isWelcomeDue } from '../../lib/welcome'
import { lazyPart } from '../../ui/lazy-part'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { useNarrow } from '../../ui/media'
import { useIsPainted } from '../../ui/use-is-painted'
import { InOrder } from './in-order'
import { MonthSection } from './month-section'
import { OnHand, type AskedBalance } from './on-hand'
import { dayInWords } from './overview-texts'
import { useFirstSteps } from './use-first-steps'
import { useMonthAddress } from './use-month-address'
import { usePasskeyOffer } from './use-passkey-offer'
import { WeekAhead } from './week-ahead'
import frame from './overview-frame.module.css'
import styles from './overview-page.module.css'

const WelcomeDialog = lazyPart(() => import('./welcome-dialog'))
const FirstStepsPart = lazyPart(() => import('./first-steps-part'), { place: <div className={styles.steps} /> })
const InstallRow = lazyPart(() => import('./install-row'))
const PasskeyRow = lazyPart(() => import('./passkey-row'))

interface OverviewPageProps {
  /** Asks for today's balance. */
  balanceQuestion: ReactNode
  /** Asks for the balance again, over the screen. */
  onCorrectBalance: (present: AskedBalance) => void
  /** The confirmations that wait for the person, and how many. */
  confirm: ReactNode
  waitingCount: number
  /** Whether the confirmations or the expected transactions are still loading. */
  isBelowPending: boolean
  /** What stands below the first screen: latest transactions, goals and tasks. */
  below: ReactNode
}

/** The overview, readable in ten seconds: what is on hand, what is due within a week, what the month left, and what needs the person. */
export function OverviewPage({ balanceQuestion, onCorrectBalance, confirm, waitingCount, isBelowPending, below }: OverviewPageProps) {
  const day = useToday()
  const now = monthOf(day)
  const narrow = useNarrow()
  const [requestedMonth, setMonth] = useMonthAddress()
  const latestMonth = useLatestMonth(now)
  const month = requestedMonth ?? latestMonth.data ?? now
  const until = requestedMonth ? lastShownMonth(requestedMonth, now) : month
  const chart = useMonths(until, now)
  const near = useNearFuture(until)
  const { main } = useWallets()
  const readings = requestedMonth ? [chart] : [chart, latestMonth]
  const outdated = readings.find(({ isOutdated }) => isOutdated)
  const isEmpty = !requestedMonth && latestMonth.data === null
  const [isWelcomed, setWelcomed] = useState(isWelcomeDue)
  // Paint the figures before rendering the parts below.
  const isPainted = useIsPainted()
  const passkey = usePasskeyOffer()
  const [offersInstall] = useState(isInstallOffered)
  const steps = useFirstSteps()
  const isStated = main !== null && main.statedOn !== null
  // The first steps ask for the balance themselves.
  const showsOnHand = steps === null || isStated

  function retry(): void {
    for (const reading of readings) if (reading.isFailed || reading.isOutdated) reading.retry()
  }

  return (
    <Page title="Visão Geral" beside={!narrow && <p className={styles.day}>{dayInWords(day)}</p>}>
      <div className={frame.frame}>
        {steps && <Steps steps={steps} question={balanceQuestion} />}
        <div className={frame.whole} data-lined={showsOnHand && !isEmpty}>
          {showsOnHand && <OnHand near={near.data} question={balanceQuestion} onCorrect={onCorrectBalance} />}
          {(showsOnHand || (near.data?.entries.length ?? 0) > 0) && (
            <WeekAhead near={near.data} isFailed={near.isFailed} hasLink={!isStated} onRetry={near.retry} />
          )}
          <MonthSection
            month={month}
            months={readings.some(({ isPending }) => isPending) ? undefined : chart.data}
            isEmpty={isEmpty}
            hasBob={steps === null}
            isFailed={readings.some(({ isFailed }) => isFailed)}
            onRetry={retry}
            onChoose={setMonth}
          />
        </div>
      </div>
      {outdated && <OutdatedNote at={outdated.fetchedAt} onRetry={retry} />}
      {isWelcomed && <WelcomeDialog onClose={() => setWelcomed(false)} />}
      {confirm}
      {!isEmpty && <InOrder near={near.data} waitingCount={waitingCount} />}
      {/* Waits for the strip and the expected transactions, so that they do not push the parts below down. */}
      {isPainted && (
        <div className={styles.below} data-filled={!isEmpty} hidden={isBelowPending}>
          {passkey.isOffered ? <PasskeyRow onAnswer={passkey.answer} /> : offersInstall && <InstallRow />}
          {below}
        </div>
      )}
    </Page>
  )
}

interface StepsProps {
  steps: NonNullable<ReturnType<typeof useFirstSteps>>
  question: ReactNode
}

function Steps({ steps: { done, dismiss }, question }: StepsProps) {
  if (!done) return <div className={styles.steps} />
  return <FirstStepsPart done={done} onDismiss={dismiss} question={question} />
}

/**
 * The last of the months around one, so that the month before it is among them. The present months stay as long as they have both, and
 * choosing among them moves nothing.
 */
export function lastShownMonth(month: CalendarMonth, now: CalendarMonth): CalendarMonth {
  const last = monthOf(addMonths(`${month}-01`, CHART_MONTHS - 2))
  return last < now ? last : now
}
