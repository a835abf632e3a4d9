import { useMemo } from 'react'
import type { ReportPeriod } from '@prumo/shared/report-rules'
import type { Report, ReportAnswer } from '@prumo/shared/reports'
import { mapAnswer, type PositionedAnswer } from './sync/optimistic'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { useSyncStatus } from './sync-status'

/** Workers normally take less than two seconds: what lags behind the account is asked for again until it does not. */
const POLL_MS = 1000

/** `GET /reports`: the figures are sums of transactions, the words about them are computed by workers. */
function reportQuery(period: ReportPeriod): QueryDefinition<Report> {
  return {
    key: ['transaction', 'report', period],
    fetch: async (account, signal) => {
      return mapAnswer(await account.read<ReportAnswer>('/reports', { period }, signal), ({ report }) => report)
    },
    isPersisted: true,
    meta: { answer: 'report-insights' },
    // Goals are spoken of too, and a day may have passed.
    staleTime: 0,
    refetchInterval: (report) => (report?.stale ? POLL_MS : false),
  }
}

/** The report of a period as the server made it: what this device has not sent is not guessed into it. */
export function useReport(period: ReportPeriod): QueryResult<Report> {
  const read = useMemo(() => reportQuery(period), [period])
  return useOptimisticQuery(read, dataOf)
}

function dataOf({ data }: PositionedAnswer<Report>): Report {
  return data
}

/** How many of this device's commands wait that a report would speak of. */
export function useUnreportedCount(): number {
  const { waiting } = useSyncStatus()
  return waiting.filter(({ command }) => command.entity === 'transaction' || command.entity === 'goal').length
}
