import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  monthAnswer,
  monthFilter,
  monthList,
  monthPath,
  monthProofAnswer,
  monthReopening,
  type MonthAnswer,
  type MonthFilter,
  type MonthList,
  type MonthPath,
  type MonthProofAnswer,
  type MonthReopening,
} from '@prumo/shared/months'
import type { OnWire } from '@prumo/shared/money-fields'
import type { CommandOutcome } from '../event-store/decider/command.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, OpenToGuests } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { ListMonths } from './month-closings.projection.js'
import { FindMonthProof } from './month-proof.js'
import { monthCommand } from './month-command.js'

@ApiTags('months')
@ApiBearerAuth()
@Controller('months')
export class MonthsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  @Get()
  @OpenToGuests()
  @Answers(200, monthList)
  @Refuses(400)
  list(@AccountId() account: string, @Query({ schema: monthFilter }) filter: MonthFilter): Promise<PositionedResult<OnWire<MonthList>>> {
    return this.questions.execute(new ListMonths(account, filter, this.clock.today()))
  }

  @Get(':month/proof')
  @OpenToGuests()
  @Answers(200, monthProofAnswer)
  @Refuses(404)
  async proof(
    @AccountId() account: string,
    @Param({ schema: monthPath }) { month }: MonthPath,
  ): Promise<PositionedResult<MonthProofAnswer>> {
    return (await this.questions.execute(new FindMonthProof(account, month))).map((proof) => ({ proof }))
  }

  @Post(':month/close')
  @HttpCode(200)
  @Answers(200, monthAnswer)
  @Refuses(404, 409, 412, 422)
  close(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: monthPath }) { month }: MonthPath,
  ): Promise<CommandOutcome<OnWire<MonthAnswer>>> {
    const at = new Date(this.clock.now()).toISOString()
    const today = this.clock.today()
    return this.commands.execute(monthCommand(this.reading, request, month, (facts) => ({ type: 'CloseMonth', month, facts, at, today })))
  }

  @Post(':month/reopen')
  @HttpCode(200)
  @Answers(200, monthAnswer)
  @Refuses(400, 404, 409, 412, 422)
  reopen(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: monthPath }) { month }: MonthPath,
    @Body({ schema: monthReopening }) { reason }: MonthReopening,
  ): Promise<CommandOutcome<OnWire<MonthAnswer>>> {
    return this.commands.execute(monthCommand(this.reading, request, month, () => ({ type: 'ReopenMonth', reason })))
  }
}
