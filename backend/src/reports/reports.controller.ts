import { Controller, Get, Query } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { reportAnswer, reportFilter, type ReportAnswer, type ReportFilter } from '@prumo/shared/reports'
import { ReadComputed } from '../jobs/computed-answers.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { AccountId } from '../platform/http/caller.js'
import { ReadCategoryMonths } from './category-totals.projection.js'
import { figuresOf, toReport } from './report-figures.js'
import { reportInsights } from './report-insights.answer.js'

@ApiTags('reports')
@ApiBearerAuth()
@Controller('reports')
export class ReportsController {
  constructor(
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @Answers(200, reportAnswer)
  @Refuses(400)
  async report(@AccountId() account: string, @Query({ schema: reportFilter }) { period }: ReportFilter): Promise<ReportAnswer> {
    const today = this.clock.today()
    const [months, { answer, computedAt, stale }] = await Promise.all([
      this.questions.execute(new ReadCategoryMonths(account, period, today)),
      this.questions.execute(new ReadComputed(reportInsights, account)),
    ])
    return { report: { ...toReport(figuresOf(months, period, today), period, today), ...answer[period], computedAt, stale } }
  }
}
