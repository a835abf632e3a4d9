import { useMemo } from 'react'
import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import type { ForecastAnswer, ForecastAnswerBody } from '@prumo/shared/forecast'
import { DAYS_OF_HISTORY, type Forecast, type ForecastLength } from '@prumo/shared/forecast-rules'
import type { Transaction, TransactionPage } from '@prumo/shared/transactions'
import { today } from '../lib/dates'
import { useQueue, type Account } from './account'
import type { QueuedCommand } from './sync/command'
import { needsDecision } from './sync/queue'
import { firstDays, applyToForecast } from './optimistic-forecast'
import { unappliedChanges, isBehind, needsApplying, mapAnswer, type PositionedAnswer } from './sync/optimistic'
import { forecastRequest } from './api-requests'
import { useCardBills, usePendingTransfers } from './due-bills'
import { billFlows } from './optimistic-bill-flows'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { useWallets } from './wallets'

/** Workers normally take less than two seconds: a stale answer is polled until it is up to date. */
const POLL_MS = 1000

const forecastQuery: QueryDefinition<ForecastAnswer> = {
  key: ['transaction', 'forecast'],
  fetch: async (account, signal) =>
    mapAnswer(await account.read<ForecastAnswerBody>(...forecastRequest, signal), ({ forecast }) => forecast),
  isPersisted: true,
  meta: { answer: 'forecast' },
  // It starts on the present day.
  staleTime: 0,
  refetchInterval: (forecast) => (forecast?.stale ? POLL_MS : false),
}

/** The forecast with this device's commands applied. */
export interface OptimisticForecast extends Forecast {
  /** The day of the stated balance that it starts with; null without one. */
  statedOn: CalendarDate | null
  review: { low: number; high: number; predicted: number; actual: number; isBand: boolean } | null
  /** The learned part lacks changes of the account. */
  isStale: boolean
}

/** `GET /forecast` for some days, with this device's commands applied. */
export function useForecast(length: ForecastLength): QueryResult<OptimisticForecast> {
  const reading = useOptimisticQuery(forecastQuery, withUnapplied)
  const { data: money, wallets, main, position: moneyPosition } = useWallets()
  const queue = useQueue('transaction')
  const statements = useStatements()
  const { cards } = useCardBills()
  const transfers = usePendingTransfers()
  const { data: read, position } = reading
  const isLate = isBehind([...queue, ...statements], ['transaction', 'balance', 'wallet'], position)
  // The balances that this device knows are newer than those that the forecast starts with.
  const isNewer = moneyPosition.seq > position.seq || statements.some((item) => !needsDecision(item) && needsApplying(position, item))
  const data = useMemo(() => {
    if (!read) return undefined
    const isRestated = isNewer && money?.onHand.date === read.answer.from
    const bills = billFlows(cards, transfers, read.changes, read.answer.from)
    const whole = applyToForecast(read.answer, read.changes, { wallets, restated: isRestated ? money.onHand.amount : null, bills })
    return {
      ...firstDays(whole, length),
      statedOn: whole.opening.source === 'stated' ? (main?.statedOn ?? null) : null,
      review: reviewOf(read.answer),
      isStale: read.answer.stale || isLate,
    }
  }, [read, money, wallets, main, cards, transfers, isNewer, isLate, length])
  return { ...reading, data }
}

/** This device's commands that state a balance. */
function useStatements(): readonly QueuedCommand[] {
  const ofMain = useQueue('balance')
  const ofWallets = useQueue('wallet')
  return useMemo(() => [...ofMain, ...ofWallets.filter(({ command }) => command.name === 'wallet.state-balance')], [ofMain, ofWallets])
}

function withUnapplied(fresh: PositionedAnswer<ForecastAnswer>, queue: readonly QueuedCommand[]) {
  return { answer: fresh.data, changes: unappliedChanges<Transaction>(queue, fresh) }
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

/** The day of the first settled transaction of an account with a short history; null if there is none. */
export function useFirstSettled(): QueryResult<CalendarDate | null> {
  return useOptimisticQuery(firstSettledQuery, dataOf)
}

const dataOf = <T>({ data }: PositionedAnswer<T>): T => data

/** The list is newest first, so this is the last transaction of its last page. */
async function fetchFirstSettled(account: Account, signal: AbortSignal): Promise<PositionedAnswer<CalendarDate | null>> {
  const now = today()
  const days = { status: 'settled', from: addDays(now, -DAYS_OF_HISTORY), to: now, limit: 500 } as const
  let page = await account.read<TransactionPage>('/transactions', { ...days }, signal)
  while (page.data.nextCursor !== null)
    page = await account.read<TransactionPage>('/transactions', { ...days, cursor: page.data.nextCursor }, signal)
  return mapAnswer(page, ({ transactions }) => transactions.at(-1)?.date ?? null)
}
