import { Body, Controller, Get, Param, Post, Put } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  annualReportAnswer,
  deliveryAnswer,
  deliveryList,
  meiAnswer,
  meiMonthPath,
  meiOrNone,
  meiSettings,
  meiYearAnswer,
  meiYearPath,
  monthlyReportAnswer,
  newDelivery,
  type AnnualReportAnswer,
  type DeliveryAnswer,
  type DeliveryList,
  type MeiAnswer,
  type MeiMonthPath,
  type MeiOrNone,
  type MeiSettings,
  type MeiYearAnswer,
  type MeiYearPath,
  type MonthlyReportAnswer,
  type NewDelivery,
} from '@prumo/shared/mei'
import type { OnWire } from '@prumo/shared/money-fields'
import { defineCommands, type CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, OpenToGuests } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { deliveryCommand } from './delivery-command.js'
import { FindMei } from './mei-profile.projection.js'
import { FindAnnualReport, FindMeiYear, FindMonthlyReport, ListDeliveries } from './mei-sheets.js'
import { meiDecider, toMei } from './mei.decider.js'

const configure = defineCommands(meiDecider, (state) => ({ mei: toMei(state) }))

@ApiTags('mei')
@ApiBearerAuth()
@Controller('mei')
export class MeiController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @OpenToGuests()
  @Answers(200, meiOrNone)
  async find(@AccountId() account: string): Promise<PositionedResult<MeiOrNone>> {
    return (await this.questions.execute(new FindMei(account))).map((mei) => ({ mei }))
  }

  @Put()
  @Answers(200, meiAnswer)
  @Refuses(400, 404, 412, 422)
  configure(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: meiSettings }) settings: MeiSettings,
  ): Promise<CommandOutcome<MeiAnswer>> {
    const { accountId, mustExist } = request
    return this.commands.execute(configure(request, accountId, { type: 'ConfigureMei', settings, today: this.clock.today(), mustExist }))
  }

  @Get('years/:year')
  @OpenToGuests()
  @Answers(200, meiYearAnswer)
  @Refuses(404)
  async year(
    @AccountId() account: string,
    @Param({ schema: meiYearPath }) { year }: MeiYearPath,
  ): Promise<PositionedResult<OnWire<MeiYearAnswer>>> {
    return (await this.questions.execute(new FindMeiYear(account, year, this.clock.today()))).map((view) => ({ year: view }))
  }

  @Get('monthly-reports/:month')
  @OpenToGuests()
  @Answers(200, monthlyReportAnswer)
  @Refuses(404)
  async monthlyReport(
    @AccountId() account: string,
    @Param({ schema: meiMonthPath }) { month }: MeiMonthPath,
  ): Promise<PositionedResult<OnWire<MonthlyReportAnswer>>> {
    return (await this.questions.execute(new FindMonthlyReport(account, month, this.clock.today()))).map((report) => ({ report }))
  }

  @Get('annual-reports/:year')
  @OpenToGuests()
  @Answers(200, annualReportAnswer)
  @Refuses(404)
  async annualReport(
    @AccountId() account: string,
    @Param({ schema: meiYearPath }) { year }: MeiYearPath,
  ): Promise<PositionedResult<OnWire<AnnualReportAnswer>>> {
    return (await this.questions.execute(new FindAnnualReport(account, year, this.clock.today()))).map((report) => ({ report }))
  }

  @Get('deliveries')
  @OpenToGuests()
  @Answers(200, deliveryList)
  deliveries(@AccountId() account: string): Promise<PositionedResult<OnWire<DeliveryList>>> {
    return this.questions.execute(new ListDeliveries(account, this.clock.today()))
  }

  @Post('deliveries')
  @Answers(201, deliveryAnswer)
  @Refuses(400, 409, 422)
  deliver(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: newDelivery }) period: NewDelivery,
  ): Promise<CommandOutcome<OnWire<DeliveryAnswer>>> {
    const moment = { at: new Date(this.clock.now()).toISOString(), today: this.clock.today() }
    return this.commands.execute(deliveryCommand(request, period, moment))
  }
}
