import { Controller, Get, Inject, Query } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  averagingFilter,
  expenseAverage,
  fundAnalysisAnswer,
  type AveragingFilter,
  type ExpenseAverage,
  type FundAnalysisAnswer,
} from '@prumo/shared/emergency-fund'
import type { OnWire } from '@prumo/shared/money-fields'
import { LOG_READING, type LogReading } from '../../event-store/log-reading.js'
import type { PositionedResult } from '../../event-store/query/positioned-result.js'
import { ReadComputedAnswer, type DatedAnswer } from '../../answers/computed-answers.js'
import { Answers, Refuses } from '../../platform/http/api-answers.js'
import { AccountId } from '../../platform/http/caller.js'
import type { ComputedAnswers } from '../fund-answers.js'
import { fundAnalysis } from './fund-analysis.answer.js'

/** The computed answers about a fund and the monthly expenses. */
@ApiTags('emergency-fund')
@ApiBearerAuth()
@Controller('emergency-fund')
export class FundAnalysisController {
  constructor(
    private readonly questions: QueryBus,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  @Get('calculate-expenses')
  @Answers(200, expenseAverage)
  @Refuses(400)
  async average(
    @AccountId() account: string,
    @Query({ schema: averagingFilter }) { months }: AveragingFilter,
  ): Promise<PositionedResult<OnWire<ExpenseAverage>>> {
    return (await this.#readAnswer(account)).map(({ answer, computedAt, stale }) => ({ ...answer.averages[months], computedAt, stale }))
  }

  @Get('analysis')
  @Answers(200, fundAnalysisAnswer)
  async analyse(@AccountId() account: string): Promise<PositionedResult<OnWire<FundAnalysisAnswer>>> {
    return (await this.#readAnswer(account)).map(({ answer, computedAt, stale }) => ({
      analysis: { ...answer.analysis, computedAt, stale },
    }))
  }

  async #readAnswer(account: string): Promise<PositionedResult<DatedAnswer<ComputedAnswers>>> {
    const seen = await this.questions.execute(new ReadComputedAnswer(fundAnalysis, account, this.reading))
    return seen.withPart(seen.answer.part)
  }
}
