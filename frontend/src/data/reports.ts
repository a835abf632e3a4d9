import { useMemo } from 'react'
import type { ReportPeriod } from '@prumo/shared/report-rules'
import type { Report, ReportAnswer } from '@prumo/shared/reports'
import { mapped, type Fresh } from './shown'
import { useRead, type Read, type Reading } from './reads'
import { useStatus } from './status'

/** Workers normally take less than two seconds: what lags behind the account is asked for again until it does not. */
const ASKED_AGAIN_MS = 1000

/** `GET /reports`: the figures are sums of transactions, the words about them are computed by workers. */
function reportOf(period: ReportPeriod): Read<Report> {
  return {
    key: ['transaction', 'report', period],
    ask: async (account, signal) => {
      return mapped(await account.read<ReportAnswer>('/reports', { period }, signal), ({ report }) => report)
    },
    isKept: true,
    meta: { answer: 'report-insights' },
    // Goals are spoken of too, and a day may have passed.
    staleTime: 0,
    refetchInterval: (report) => (report?.stale ? ASKED_AGAIN_MS : false),
  }
}

/** The report of a period as the server made it: what this device has not sent is not guessed into it. */
export function useReport(period: ReportPeriod): Reading<Report> {
  const read = useMemo(() => reportOf(period), [period])
  return useRead(read, asAnswered)
}

function asAnswered({ data }: Fresh<Report>): Report {
  return data
}

/** How many of this device's commands wait that a report would speak of. */
export function useWaitingForReport(): number {
  const { waiting } = useStatus()
  return waiting.filter(({ command }) => command.entity === 'transaction' || command.entity === 'goal').length
}
