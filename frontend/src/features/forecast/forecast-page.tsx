import { IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'react-router-dom'
import { daysBetween, type CalendarDate } from '@prumo/shared/calendar'
import { forecastLengths, REVIEWED_DAYS, STANDARD_LENGTH, type ForecastLength } from '@prumo/shared/forecast-rules'
import type { Transaction } from '@prumo/shared/transactions'
import { useDueBills } from '../../data/due-bills'
import { useExpectedTransactions } from '../../data/expected-transactions'
import { useFirstSettled, useForecast, type OptimisticForecast } from '../../data/forecast'
import { shortLists } from '../../data/api-requests'
import { useTransactions } from '../../data/transactions'
import { useWallets } from '../../data/wallets'
import { formatDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { formAddress } from '../../lib/form-address'
import { useUser } from '../../lib/session'
import { Balance } from '../../ui/balance'
import { ButtonLink } from '../../ui/button'
import { RuledPaper } from '../../ui/chart/ruled-paper'
import { EmptyState } from '../../ui/empty-state'
import { Segmented } from '../../ui/field/segmented'
import { LoadFailure } from '../../ui/load-failure'
import { useNarrow } from '../../ui/media'
import { OutdatedNote } from '../../ui/outdated-note'
import { Page } from '../../ui/page'
import { BalanceQuestion, OpeningNote } from './balance-part'
import { DayPanel } from './day-panel'
import { DayTable } from './day-table'
import { ForecastChart } from './forecast-chart'
import { certainEntries, isOnCard } from '../../data/certain-entries'
import { ForecastSkeleton } from './forecast-skeleton'
import { dayName, lowestReason, explainMissingBand, describeReview, describeWhen } from './forecast-texts'
import { OverdueList } from './overdue-list'
import { useChosenDay } from './use-chosen-day'
import styles from './forecast-page.module.css'
import { TRANSACTIONS_SCREEN } from '../../data/screens'

const segments = forecastLengths.map((days) => ({ value: String(days), label: `${days} dias` }))

/** Shows whether money will run short: the lowest balance, its day and its cause. */
export default function ForecastPage() {
  const [address, setAddress] = useSearchParams()
  const length = lengthOf(address.get('dias'))
  const reading = useForecast(length)
  const forecast = reading.data
  const narrow = useNarrow()
  const isEmpty = forecast !== undefined && isEmptyForecast(forecast)

  const choice = (
    <div className={styles.choice} data-chrome>
      <Segmented
        legend="Até quando"
        name="dias"
        segments={segments}
        value={String(length)}
        onChange={(dias) => setAddress({ dias }, { replace: true })}
        block={narrow}
      />
    </div>
  )

  return (
    <Page title="O que vem pela frente" actions={!narrow && !isEmpty && choice}>
      <PrintHead length={length} />
      <div className={styles.page}>
        {reading.isOutdated && (
          <div className={styles.outdated} data-chrome>
            <OutdatedNote at={reading.fetchedAt} onRetry={reading.retry} />
          </div>
        )}
        {forecast?.opening.source === 'sums' && <BalanceQuestion opening={forecast.opening} />}
        {narrow && !isEmpty && choice}
        {reading.isFailed ? (
          <LoadFailure what="a previsão" onRetry={reading.retry} />
        ) : forecast ? (
          isEmpty ? (
            <EmptyForecast />
          ) : (
            <ForecastContent forecast={forecast} />
          )
        ) : (
          <ForecastSkeleton />
        )}
      </div>
    </Page>
  )
}

function ForecastContent({ forecast }: { forecast: OptimisticForecast }) {
  const now = useToday()
  const waiting = useTransactions(...shortLists.waiting).data ?? NONE
  const expected = useExpectedTransactions().data ?? NONE
  const bills = useDueBills()
  const { wallets } = useWallets()
  const entries = certainEntries([...waiting, ...expected], bills, wallets)
  const chosen = useChosenDay(forecast)
  const { lowest, to, days } = forecast
  const reason = lowestReason(forecast, entries)
  const hasBand = days[0]!.low !== null
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        <section aria-labelledby="forecast-lowest">
          <h2 id="forecast-lowest" className={styles.label}>
            Menor saldo até {dayName(to)}
          </h2>
          <Balance centavos={lowest.balance} />
          <p className={styles.when}>
            {describeWhen(lowest.date, now)}
            {reason && `, ${reason}`}
          </p>
          <ForecastChart forecast={forecast} now={now} chosen={chosen} />
          <ul className={styles.key}>
            <li>
              <i className={styles.certain} />
              Certo: o que está lançado e o que se repete
            </li>
            {hasBand && (
              <li>
                <i className={styles.usual} />
                Com o que costuma acontecer
              </li>
            )}
          </ul>
        </section>
        <DayPanel chosen={chosen} entries={entries.filter(({ date }) => date === chosen.day.date)} now={now} />
        <OverdueList
          overdue={overdueOf(waiting, forecast.from).filter((each) => !isOnCard(each, wallets))}
          bills={bills.filter(({ bill }) => bill.dueOn < forecast.from)}
          now={now}
        />
        {!hasBand && <BandExplanation now={now} />}
        {forecast.review && <Review review={forecast.review} />}
        <OpeningNote forecast={forecast} />
      </div>
      <DayTable {...forecast} />
    </div>
  )
}

const NONE: readonly Transaction[] = []

/** The oldest first. */
function overdueOf(waiting: readonly Transaction[], from: CalendarDate): readonly Transaction[] {
  return waiting.filter(({ date }) => daysBetween(date, from) > 0).toReversed()
}

/** Whether there is nothing to draw: no balance, no transactions and none expected. */
function isEmptyForecast({ opening, days, overdue }: OptimisticForecast): boolean {
  const hasNoFlow = days.every(({ income, expense }) => income === 0 && expense === 0)
  return opening.source === 'sums' && opening.amount === 0 && hasNoFlow && overdue.count === 0
}

function EmptyForecast() {
  return (
    <EmptyState
      drawing={<RuledPaper />}
      title="Ainda não há o que prever"
      reason="O que você agendar e o que se repete aparece aqui, dia a dia, com o menor saldo primeiro."
      action={
        <ButtonLink to={formAddress(TRANSACTIONS_SCREEN)} icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
          Agendar uma transação
        </ButtonLink>
      }
    />
  )
}

/** Explains why the estimate is missing and when it will appear. */
function BandExplanation({ now }: { now: CalendarDate }) {
  const { data: first } = useFirstSettled()
  return (
    <section className={styles.noBand} aria-labelledby="forecast-no-band">
      <h2 id="forecast-no-band">Ainda não dá para estimar o resto</h2>
      <p>{first !== undefined && explainMissingBand(first, now)}</p>
    </section>
  )
}

/** Compares a past forecast with the outcome. */
function Review({ review }: { review: NonNullable<OptimisticForecast['review']> }) {
  const { foreseen, became } = describeReview(review, REVIEWED_DAYS)
  return (
    <p className={styles.review}>
      {foreseen} <b>{became}</b>
    </p>
  )
}

/** The header of the printed page: business, length of the forecast and date. */
function PrintHead({ length }: { length: ForecastLength }) {
  const { businessName } = useUser()
  return (
    <p className="print-head">
      <b>{businessName}</b>{' '}
      <span>
        Previsão de {length} dias, impressa em {formatDate(useToday())}
      </span>
    </p>
  )
}

function lengthOf(text: string | null): ForecastLength {
  return forecastLengths.find((length) => String(length) === text) ?? STANDARD_LENGTH
}
