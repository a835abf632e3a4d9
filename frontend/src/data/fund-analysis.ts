import { useMemo } from 'react'
import type { ExpenseAverage, FundAnalysis, FundAnalysisAnswer } from '@prumo/shared/emergency-fund'
import { suggestedSaving } from '@prumo/shared/emergency-fund-rules'
import { useQueue } from './account'
import { isBehind, mapAnswer, type PositionedAnswer } from './sync/optimistic'
import { expenseAverageRequest, fundAnalysisRequest } from './api-requests'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'

/** Workers normally take less than two seconds: a stale answer is polled until it is up to date. */
const POLL_MS = 1000
/** Any expense of the account changes targets and averages, so each screen that opens refetches. */
export const ALWAYS_STALE = 0

/** What workers computed, and whether changes of the account are missing in it. */
export interface ComputedFundAnswer<T> {
  answer: T
  isStale: boolean
}

const analysis: QueryDefinition<FundAnalysis> = {
  key: ['emergency-fund', 'analysis'],
  fetch: async (account, signal) => {
    return mapAnswer(await account.read<FundAnalysisAnswer>(...fundAnalysisRequest, signal), (answer) => answer.analysis)
  },
  isPersisted: true,
  meta: { answer: 'fund-analysis' },
  staleTime: ALWAYS_STALE,
  refetchInterval: pollWhileStale,
}

/** `GET /emergency-fund/analysis` */
export function useFundAnalysis(): QueryResult<ComputedFundAnswer<FundAnalysis>> {
  return useComputedAnswer(analysis)
}

/** The suggested monthly saving in centavos, the same on every screen. Null without a suggestion, or if it is unknown. */
export function useSavingSuggestion(): number | null {
  const { data } = useFundAnalysis()
  if (!data) return null
  return suggestedSaving(data.answer)
}

const expenseAverage: QueryDefinition<ExpenseAverage> = {
  key: ['emergency-fund', 'calculate-expenses'],
  fetch: (account, signal) => account.read<ExpenseAverage>(...expenseAverageRequest, signal),
  isPersisted: true,
  meta: { answer: 'fund-analysis' },
  staleTime: ALWAYS_STALE,
  refetchInterval: pollWhileStale,
}

/** `GET /emergency-fund/calculate-expenses`, over the months behind the target. */
export function useExpenseAverage(): QueryResult<ComputedFundAnswer<ExpenseAverage>> {
  return useComputedAnswer(expenseAverage)
}

/** The average real expenses of a month, in centavos; 0 without expenses, null if unknown. */
export function spentCentavos(average: ExpenseAverage | undefined): number | null {
  if (!average) return null
  return average.source === 'transactions' ? average.monthlyExpenseAverage : 0
}

function pollWhileStale(answer: { stale: boolean } | undefined): number | false {
  return answer?.stale ? POLL_MS : false
}

function useComputedAnswer<T extends { stale: boolean }>(read: QueryDefinition<T>): QueryResult<ComputedFundAnswer<T>> {
  const reading = useOptimisticQuery(read, dataOf)
  const fund = useQueue('emergency-fund')
  const transactions = useQueue('transaction')
  const { data: answer, position } = reading
  const behind = isBehind([...fund, ...transactions], ['emergency-fund', 'transaction'], position)
  const data = useMemo(() => answer && { answer, isStale: answer.stale || behind }, [answer, behind])
  return { ...reading, data }
}

function dataOf<T>({ data }: PositionedAnswer<T>): T {
  return data
}
