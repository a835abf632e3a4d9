import { Controller, Get, Inject, Query } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import type { OnWire } from '@prumo/shared/money-fields'
import { reportAnswer, reportFilter, type ReportAnswer, type ReportFilter } from '@prumo/shared/reports'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { AccountQueryPair } from '../event-store/query/account-query.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { ReadComputedAnswer } from '../answers/computed-answers.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { AccountId, IsGuest, OpenToGuests } from '../platform/http/caller.js'
import { FindReportSums } from './category-months.js'
import { compareWithBefore } from './report-comparison.js'
import { figuresOf, toReport } from './report-figures.js'
import { reportInsights } from './report-insights.answer.js'

@ApiTags('reports')
@ApiBearerAuth()
@Controller('reports')
export class ReportsController {
  constructor(
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  /** A guest's report says nothing of goals. */
  @Get()
  @OpenToGuests()
  @Answers(200, reportAnswer)
  @Refuses(400)
  async report(
    @AccountId() account: string,
    @IsGuest() isGuest: boolean,
    @Query({ schema: reportFilter }) { period }: ReportFilter,
  ): Promise<PositionedResult<OnWire<ReportAnswer>>> {
    const today = this.clock.today()
    const seen = await this.questions.execute(
      new AccountQueryPair(new FindReportSums(account, period, today), new ReadComputedAnswer(reportInsights, account, this.reading)),
    )
    const [sums, { answer, computedAt, stale, part }] = seen.answer
    const figures = toReport(figuresOf(sums.months, period, today), period, today)
    const { insights, ...summary } = answer[period]
    const shown = isGuest ? insights.filter(({ kind }) => kind !== 'goals') : insights
    const report = { ...figures, comparison: compareWithBefore(sums, period, today), ...summary, insights: shown, computedAt, stale }
    return seen.map(() => ({ report })).withPart(part)
  }
}
