import { Controller, Get, Query } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import {
  averagingFilter,
  expenseAverage,
  fundAnalysisAnswer,
  type AveragingFilter,
  type ExpenseAverage,
  type FundAnalysisAnswer,
} from '@prumo/shared/emergency-fund'
import { Answers, Refuses } from '../../platform/http/api-answers.js'
import { AccountId } from '../../platform/http/caller.js'
import { ReadFund } from '../emergency-fund.projection.js'
import { computeAnswers, type ComputedAnswers } from '../fund-answers.js'
import { FUND_ANALYSIS } from './fund-analysis.worker.js'
import { ReadStoredAnswer, type Stored } from './stored-answers.js'

/** What the worker computes of a fund and of what a month costs. */
@ApiTags('emergency-fund')
@ApiBearerAuth()
@Controller('emergency-fund')
export class FundAnalysisController {
  constructor(private readonly questions: QueryBus) {}

  @Get('calculate-expenses')
  @Answers(200, expenseAverage)
  @Refuses(400)
  async average(@AccountId() account: string, @Query({ schema: averagingFilter }) { months }: AveragingFilter): Promise<ExpenseAverage> {
    const { answer, computedAt, stale } = await this.#computed(account)
    return { ...answer.averages[months], computedAt, stale }
  }

  @Get('analysis')
  @Answers(200, fundAnalysisAnswer)
  async analyse(@AccountId() account: string): Promise<FundAnalysisAnswer> {
    const { answer, computedAt, stale } = await this.#computed(account)
    return { analysis: { ...answer.analysis, computedAt, stale } }
  }

  /** What the worker stored; where it stored nothing yet, the request itself computes. */
  async #computed(account: string): Promise<Stored<ComputedAnswers>> {
    const now = new Date()
    const today = dateInSaoPaulo(now)
    const stored = await this.questions.execute(new ReadStoredAnswer<ComputedAnswers>(account, FUND_ANALYSIS, today))
    if (stored) return stored
    const facts = await this.questions.execute(new ReadFund(account, today))
    return { answer: computeAnswers(facts), computedAt: now.toISOString(), stale: false }
  }
}
