import { useMemo } from 'react'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { ForecastAnswer, ForecastAnswerBody } from '@prumo/shared/forecast'
import { DAYS_OF_HISTORY, type Forecast, type ForecastLength } from '@prumo/shared/forecast-rules'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import { today } from '../lib/dates'
import { useQueue, type Account } from './account'
import { useBalance } from './balance'
import type { Balance } from './balance-commands'
import type { QueuedCommand } from './sync/command'
import { needsDecision } from './sync/queue'
import { firstDays, applyToForecast } from './optimistic-forecast'
import { unappliedChanges, isBehind, needsApplying, mapAnswer, type PositionedAnswer } from './sync/optimistic'
import { forecastRequest } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

/** Workers normally take less than two seconds: what lags behind the account is asked for again until it does not. */
const POLL_MS = 1000

const forecastQuery: QueryDefinition<ForecastAnswer> = {
  key: ['transaction', 'forecast'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<ForecastAnswerBody>(...forecastRequest, signal), ({ forecast }) => forecast),
  isPersisted: true,
  meta: { answer: 'forecast' },
  // It begins today, whichever day that is.
  staleTime: 0,
  refetchInterval: (forecast) => (forecast?.stale ? POLL_MS : false),
}

/** What lies ahead. */
export interface OptimisticForecast extends Forecast {
  /** The day of the balance that it begins with; null where none was said. */
  statedOn: CalendarDate | null
  review: { low: number; high: number; predicted: number; actual: number; isBand: boolean } | null
  /** Something happened that what the past says does not know yet. */
  isStale: boolean
}

/** `GET /forecast` for so many days, with this device's commands on it. */
export function useForecast(length: ForecastLength): QueryResult<OptimisticForecast> {
  const reading = useOptimisticQuery(forecastQuery, withUnapplied)
  const balance = useBalance()
  const queue = useQueue('transaction')
  const statements = useQueue('balance')
  const { data: read, position } = reading
  const isLate = isBehind([...queue, ...statements], ['transaction', 'balance'], position)
  const isNewer = balance.position.seq > position.seq || statements.some((item) => !needsDecision(item) && needsApplying(position, item))
  const data = useMemo(() => {
    if (!read) return undefined
    const stated = balance.data ?? null
    const whole = applyToForecast(read.answer, read.changes, stated && { ...statedBalanceOf(stated), isNewer })
    return {
      ...firstDays(whole, length),
      statedOn: whole.opening.source === 'stated' ? (stated?.date ?? null) : null,
      review: reviewOf(read.answer),
      isStale: read.answer.stale || isLate,
    }
  }, [read, balance.data, isNewer, isLate, length])
  return { ...reading, data }
}

function withUnapplied(fresh: PositionedAnswer<ForecastAnswer>, queue: readonly QueuedCommand[]) {
  return { answer: fresh.data, changes: unappliedChanges<Transaction>(queue, fresh) }
}

function statedBalanceOf({ amount, date }: Balance) {
  return { centavos: amount, date }
}

function reviewOf({ review }: ForecastAnswer): OptimisticForecast['review'] {
  if (!review) return null
  const { predicted, actual, low, high } = review
  return { low: low ?? predicted, high: high ?? predicted, predicted, actual, isBand: low !== null }
}

const firstSettledQuery: QueryDefinition<CalendarDate | null> = {
  key: ['transaction', 'first-settled'],
  fetch: (account, signal) => fetchFirstSettled(account, signal),
  isPersisted: true,
}

/** The day of the first settled transaction of an account whose history is short; null where there is none. */
export function useFirstSettled(): QueryResult<CalendarDate | null> {
  return useOptimisticQuery(firstSettledQuery, dataOf)
}

const dataOf = <T>({ data }: PositionedAnswer<T>): T => data

/** The list has the newest first: the last of its last page is meant. */
async function fetchFirstSettled(account: Account, signal: AbortSignal): Promise<PositionedAnswer<CalendarDate | null>> {
  const now = today()
  const days = { status: 'settled', from: addDays(now, -DAYS_OF_HISTORY), to: now, limit: 500 } as const
  let page = await account.read<TransactionPage>('/transactions', { ...days }, signal)
  while (page.data.nextCursor !== null)
    page = await account.read<TransactionPage>('/transactions', { ...days, cursor: page.data.nextCursor }, signal)
  return mapAnswer(page, ({ transactions }) => transactions.at(-1)?.date ?? null)
}
