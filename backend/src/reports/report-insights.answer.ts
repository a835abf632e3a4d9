import type { CalendarDate } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { reportPeriods, type ReportPeriod } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import type { ComputedAnswer } from '../answers/computed-answers.js'
import { readReportFacts, type ReportFacts } from './category-months.js'
import { figuresOf } from './report-figures.js'
import { insightsOf } from './report-insights.js'
import { summaryOf } from './report-summary.js'

/** What is said of a period in words. */
export type PeriodTexts = Pick<OnWire<Report>, 'insights' | 'summaryText'>

/** What the reports of each period say in words. Categories and goals are named in it, as people wrote them. */
export const reportInsights: ComputedAnswer<Record<ReportPeriod, PeriodTexts>> = {
  kind: 'report-insights',
  part: 'insights',
  version: 1,
  isSealed: true,
  async compute(database, accounts, today) {
    const facts = await readReportFacts(database, accounts, today)
    return new Map([...facts].map(([accountId, of]) => [accountId, { answer: periodTexts(of, today), seq: of.seq }]))
  },
}

/** What is said of every period that ends on a day. */
export function periodTexts(
  { months, goals }: Pick<ReportFacts, 'months' | 'goals'>,
  today: CalendarDate,
): Record<ReportPeriod, PeriodTexts> {
  const said = reportPeriods.map((period) => {
    const figures = figuresOf(months, period, today)
    return [period, { insights: insightsOf(figures, goals, { period, today }), summaryText: summaryOf(figures, { period, today }) }]
  })
  return Object.fromEntries(said) as Record<ReportPeriod, PeriodTexts>
}
