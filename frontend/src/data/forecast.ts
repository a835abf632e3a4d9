import { useMemo } from 'react'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { ForecastAnswer, ForecastAnswerBody } from '@prumo/shared/forecast'
import { DAYS_OF_HISTORY, type Forecast, type ForecastLength } from '@prumo/shared/forecast-rules'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import { centavosOf } from '../lib/centavos'
import { today } from '../lib/dates'
import { useLine, type Account } from './account'
import { useBalance } from './balance'
import type { Balance } from './balance-commands'
import type { Item } from './command'
import { isParked } from './delivery'
import { firstDays, forecastSince, inCentavos } from './forecast-since'
import { changesSince, isBehind, lacks, mapped, type Fresh } from './shown'
import { askForecast } from './questions'
import { useRead, type Read, type Reading } from './reads'

/** Workers normally take less than two seconds: what lags behind the account is asked for again until it does not. */
const ASKED_AGAIN_MS = 1000

const theForecast: Read<ForecastAnswer> = {
  key: ['transaction', 'forecast'],
  ask: async (account, signal) => mapped(await account.read<ForecastAnswerBody>(...askForecast, signal), ({ forecast }) => forecast),
  isKept: true,
  meta: { answer: 'forecast' },
  // It begins today, whichever day that is.
  staleTime: 0,
  refetchInterval: (forecast) => (forecast?.stale ? ASKED_AGAIN_MS : false),
}

/** What lies ahead; amounts in centavos. */
export interface Ahead extends Forecast {
  /** The day of the balance that it begins with; null where none was said. */
  statedOn: CalendarDate | null
  review: { low: number; high: number; predicted: number; actual: number; isBand: boolean } | null
  /** Something happened that what the past says does not know yet. */
  isBehind: boolean
}

/** `GET /forecast` for so many days, with this device's commands on it. */
export function useForecast(length: ForecastLength): Reading<Ahead> {
  const reading = useRead(theForecast, withChanges)
  const balance = useBalance()
  const line = useLine('transaction')
  const statements = useLine('balance')
  const { data: read, known } = reading
  const isLate = isBehind([...line, ...statements], ['transaction', 'balance'], known)
  const isNewer = balance.known.seq > known.seq || statements.some((item) => !isParked(item) && lacks(known, item))
  const data = useMemo(() => {
    if (!read) return undefined
    const stated = balance.data ?? null
    const whole = forecastSince(inCentavos(read.answer), read.changes, stated && { ...inStated(stated), isNewer })
    return {
      ...firstDays(whole, length),
      statedOn: whole.opening.source === 'stated' ? (stated?.date ?? null) : null,
      review: reviewOf(read.answer),
      isBehind: read.answer.stale || isLate,
    }
  }, [read, balance.data, isNewer, isLate, length])
  return { ...reading, data }
}

function withChanges(fresh: Fresh<ForecastAnswer>, line: readonly Item[]) {
  return { answer: fresh.data, changes: changesSince<Transaction>(line, fresh) }
}

function inStated({ amount, date }: Balance) {
  return { centavos: centavosOf(amount), date }
}

function reviewOf({ review }: ForecastAnswer): Ahead['review'] {
  if (!review) return null
  const predicted = centavosOf(review.predicted)
  const [low, high] = [review.low, review.high].map((reais) => (reais === null ? predicted : centavosOf(reais)))
  return { low: low!, high: high!, predicted, actual: centavosOf(review.actual), isBand: review.low !== null }
}

const firstSettled: Read<CalendarDate | null> = {
  key: ['transaction', 'first-settled'],
  ask: (account, signal) => firstSettledOf(account, signal),
  isKept: true,
}

/** The day of the first settled transaction of an account whose history is short; null where there is none. */
export function useFirstSettled(): Reading<CalendarDate | null> {
  return useRead(firstSettled, asAnswered)
}

const asAnswered = <T>({ data }: Fresh<T>): T => data

/** The list has the newest first: the last of its last page is meant. */
async function firstSettledOf(account: Account, signal: AbortSignal): Promise<Fresh<CalendarDate | null>> {
  const now = today()
  const days = { status: 'settled', from: addDays(now, -DAYS_OF_HISTORY), to: now, limit: 500 } as const
  let page = await account.read<TransactionPage>('/transactions', { ...days }, signal)
  while (page.data.nextCursor !== null)
    page = await account.read<TransactionPage>('/transactions', { ...days, cursor: page.data.nextCursor }, signal)
  return mapped(page, ({ transactions }) => transactions.at(-1)?.date ?? null)
}
