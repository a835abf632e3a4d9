import { useMemo } from 'react'
import type { ReportPeriod } from '@prumo/shared/report-rules'
import type { Report, ReportAnswer } from '@prumo/shared/reports'
import { mapAnswer, type PositionedAnswer } from './sync/optimistic'
import { useOptimisticQuery, type QueryDefinition, type QueryResult } from './optimistic-query'
import { useSyncStatus } from './sync-status'

/** Workers normally take less than two seconds: a stale answer is polled until it is up to date. */
const POLL_MS = 1000

/** `GET /reports`: the figures are sums of transactions, the texts are computed by workers. */
function reportQuery(period: ReportPeriod): QueryDefinition<Report> {
  return {
    key: ['transaction', 'report', period],
    fetch: async (account, signal) => {
      return mapAnswer(await account.read<ReportAnswer>('/reports', { period }, signal), ({ report }) => report)
    },
    isPersisted: true,
    meta: { answer: 'report-insights' },
    // Reports cover goals too, and depend on the present day.
    staleTime: 0,
    refetchInterval: (report) => (report?.stale ? POLL_MS : false),
  }
}

/** The server's report of a period, without this device's unsent commands. */
export function useReport(period: ReportPeriod): QueryResult<Report> {
  const read = useMemo(() => reportQuery(period), [period])
  return useOptimisticQuery(read, dataOf)
}

function dataOf({ data }: PositionedAnswer<Report>): Report {
  return data
}

/** The number of this device's unsent commands that would change a report. */
export function useUnreportedCount(): number {
  const { waiting } = useSyncStatus()
  return waiting.filter(({ command }) => command.entity === 'transaction' || command.entity === 'goal').length
}
