import { useMemo } from 'react'
import type { ExpenseAverage, FundAnalysis, FundAnalysisAnswer } from '@prumo/shared/emergency-fund'
import { suggestedSaving } from '@prumo/shared/emergency-fund-rules'
import { centavosOf } from '../lib/centavos'
import { useLine } from './account'
import { isBehind, mapped, type Fresh } from './shown'
import { askExpenseAverage, askFundAnalysis } from './questions'
import { useRead, type Read, type Reading } from './reads'

/** Workers normally take less than two seconds: what lags behind the account is asked for again until it does not. */
const ASKED_AGAIN_MS = 1000
/** Any expense of the account moves targets and averages, so each screen that opens asks again. */
export const ALWAYS_ASKED_AGAIN = 0

/** What workers computed, and whether something happened since that they could not know. */
export interface Computed<T> {
  answer: T
  isBehind: boolean
}

const analysis: Read<FundAnalysis> = {
  key: ['emergency-fund', 'analysis'],
  ask: async (account, signal) => {
    return mapped(await account.read<FundAnalysisAnswer>(...askFundAnalysis, signal), (answer) => answer.analysis)
  },
  isKept: true,
  meta: { answer: 'fund-analysis' },
  staleTime: ALWAYS_ASKED_AGAIN,
  refetchInterval: askedAgain,
}

/** `GET /emergency-fund/analysis` */
export function useAnalysis(): Reading<Computed<FundAnalysis>> {
  return useComputed(analysis)
}

/** What is suggested to be put aside each month, in centavos: the same on every screen. Null where nothing is, or nobody knows. */
export function useSavingSuggestion(): number | null {
  const { data } = useAnalysis()
  if (!data) return null
  const { monthlyExpenseAverage, remainingAmount } = data.answer
  return suggestedSaving({ monthlyExpenseAverage: centavosOf(monthlyExpenseAverage), remainingAmount: centavosOf(remainingAmount) })
}

const expenseAverage: Read<ExpenseAverage> = {
  key: ['emergency-fund', 'calculate-expenses'],
  ask: (account, signal) => account.read<ExpenseAverage>(...askExpenseAverage, signal),
  isKept: true,
  meta: { answer: 'fund-analysis' },
  staleTime: ALWAYS_ASKED_AGAIN,
  refetchInterval: askedAgain,
}

/** `GET /emergency-fund/calculate-expenses`, over the months that the target looks back on. */
export function useExpenseAverage(): Reading<Computed<ExpenseAverage>> {
  return useComputed(expenseAverage)
}

/** What a month really cost, in centavos; 0 where nothing was spent, null where nobody knows. */
export function spentCentavos(average: ExpenseAverage | undefined): number | null {
  if (!average) return null
  return average.source === 'transactions' ? centavosOf(average.monthlyExpenseAverage) : 0
}

function askedAgain(answer: { stale: boolean } | undefined): number | false {
  return answer?.stale ? ASKED_AGAIN_MS : false
}

function useComputed<T extends { stale: boolean }>(read: Read<T>): Reading<Computed<T>> {
  const reading = useRead(read, asAnswered)
  const fund = useLine('emergency-fund')
  const transactions = useLine('transaction')
  const { data: answer, known } = reading
  const behind = isBehind([...fund, ...transactions], ['emergency-fund', 'transaction'], known)
  const data = useMemo(() => answer && { answer, isBehind: answer.stale || behind }, [answer, behind])
  return { ...reading, data }
}

function asAnswered<T>({ data }: Fresh<T>): T {
  return data
}
