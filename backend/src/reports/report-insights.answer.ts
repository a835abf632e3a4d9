import type { CalendarDate } from '@prumo/shared/calendar'
import type { OnWire } from '@prumo/shared/money-fields'
import { reportPeriods, type ReportPeriod } from '@prumo/shared/report-rules'
import type { Report } from '@prumo/shared/reports'
import type { ComputedAnswer } from '../answers/computed-answers.js'
import { readReportFacts, type ReportFacts } from './category-months.js'
import { oneOffsOf } from './report-comparison.js'
import { figuresOf } from './report-figures.js'
import { insightsOf } from './report-insights.js'
import { summaryOf } from './report-summary.js'

/** The texts about a period. */
export type PeriodTexts = Pick<OnWire<Report>, 'insights' | 'summaryText' | 'oneOffs'>

/** The texts of each period's reports. They are sealed, because they contain descriptions and names of categories and goals that people wrote. */
export const reportInsights: ComputedAnswer<Record<ReportPeriod, PeriodTexts>> = {
  kind: 'report-insights',
  part: 'insights',
  version: 2,
  isSealed: true,
  async compute(database, accounts, today) {
    const facts = await readReportFacts(database, accounts, today)
    return new Map([...facts].map(([accountId, of]) => [accountId, { answer: periodTexts(of, today), seq: of.seq }]))
  },
}

/** The texts of every period that ends on a day. */
export function periodTexts(
  { months, goals, oneOffs }: Pick<ReportFacts, 'months' | 'goals' | 'oneOffs'>,
  today: CalendarDate,
): Record<ReportPeriod, PeriodTexts> {
  const texts = reportPeriods.map((period) => {
    const figures = figuresOf(months, period, today)
    return [
      period,
      {
        insights: insightsOf(figures, goals, { period, today }),
        summaryText: summaryOf(figures, { period, today }),
        oneOffs: oneOffsOf(oneOffs, period, today),
      },
    ]
  })
  return Object.fromEntries(texts) as Record<ReportPeriod, PeriodTexts>
}
