import { Controller, Get, Inject, Query } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { monthOf } from '@prumo/shared/calendar'
import { forecastAnswer, forecastFilter, type ForecastAnswerBody, type ForecastFilter } from '@prumo/shared/forecast'
import type { OnWire } from '@prumo/shared/money-fields'
import { monthsFilter, monthSummaries, type MonthsFilter, type MonthSummaries } from '@prumo/shared/transactions'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import { AccountQueryPair } from '../event-store/query/account-query.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { ReadComputedAnswer } from '../answers/computed-answers.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, IsGuest, OpenToGuests } from '../platform/http/caller.js'
import { SummariseMonths } from '../transactions/transaction-totals.projection.js'
import { FindAhead } from './forecast-facts.js'
import { forecastPast } from './forecast-past.answer.js'
import { toForecast, toLookAhead } from './forecast-answers.js'

/** The forecast, and the monthly summaries, which the overview shows with the lowest balance ahead. */
@ApiTags('forecast')
@ApiBearerAuth()
@Controller()
export class ForecastController {
  constructor(
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  @Get('forecast')
  @Answers(200, forecastAnswer)
  @Refuses(400)
  async forecast(
    @AccountId() account: string,
    @Query({ schema: forecastFilter }) { days }: ForecastFilter,
  ): Promise<PositionedResult<OnWire<ForecastAnswerBody>>> {
    const today = this.clock.today()
    const seen = await this.questions.execute(
      new AccountQueryPair(new FindAhead(account, today, days), new ReadComputedAnswer(forecastPast, account, this.reading)),
    )
    const [ahead, past] = seen.answer
    return seen.map(() => ({ forecast: toForecast(ahead, past, today, days) })).withPart(past.part)
  }

  /** A guest's answer has no look ahead. */
  @Get('transactions/summary/months')
  @OpenToGuests()
  @Answers(200, monthSummaries)
  @Refuses(400)
  async months(
    @AccountId() account: string,
    @IsGuest() isGuest: boolean,
    @Query({ schema: monthsFilter }) filter: MonthsFilter,
  ): Promise<PositionedResult<OnWire<MonthSummaries>>> {
    const today = this.clock.today()
    const { count, until = monthOf(today), lowest } = filter
    const months = new SummariseMonths(account, { count, until })
    if (lowest === undefined || isGuest) return this.questions.execute(months)
    const seen = await this.questions.execute(new AccountQueryPair(months, new FindAhead(account, today, lowest)))
    return seen.map(([summaries, ahead]) => ({ ...summaries, ahead: toLookAhead(ahead, today, lowest) }))
  }
}
