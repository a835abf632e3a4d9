import { Body, Controller, Get, HttpCode, Post, Put, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  emergencyFundAnswer,
  emergencyFundOrNone,
  fundSettings,
  movementFilter,
  movementPage,
  newMovement,
  type EmergencyFundAnswer,
  type EmergencyFundOrNone,
  type FundSettings,
  type MovementFilter,
  type MovementPage,
  type NewMovement,
} from '@prumo/shared/emergency-fund'
import type { OnWire } from '@prumo/shared/money-fields'
import { defineCommands, type CommandOutcome } from '../event-store/decider/command.js'
import { existing } from '../event-store/decider/decider.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { emergencyFundDecider, type EmergencyFundCommand } from './emergency-fund.decider.js'
import { FindFund } from './emergency-fund.projection.js'
import { toEmergencyFund, type FundFacts } from './fund-answers.js'
import { ListFundMovements } from './fund-movements.projection.js'

@ApiTags('emergency-fund')
@ApiBearerAuth()
@Controller('emergency-fund')
export class EmergencyFundController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @Answers(200, emergencyFundOrNone)
  async find(@AccountId() account: string): Promise<PositionedResult<OnWire<EmergencyFundOrNone>>> {
    return (await this.#findFund(account)).map(({ fund, spent }) => ({ emergencyFund: fund && toEmergencyFund(fund, spent) }))
  }

  @Put()
  @Answers(200, emergencyFundAnswer)
  @Refuses(400, 404, 412, 422)
  configure(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: fundSettings }) settings: FundSettings,
  ): Promise<CommandOutcome<OnWire<EmergencyFundAnswer>>> {
    return this.#execute(request, { type: 'ConfigureFund', settings })
  }

  @Post('add')
  @HttpCode(200)
  @Answers(200, emergencyFundAnswer)
  @Refuses(400, 404, 412, 422)
  deposit(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: newMovement }) movement: NewMovement,
  ): Promise<CommandOutcome<OnWire<EmergencyFundAnswer>>> {
    return this.#execute(request, { type: 'DepositToFund', ...movement })
  }

  @Post('withdraw')
  @HttpCode(200)
  @Answers(200, emergencyFundAnswer)
  @Refuses(400, 404, 412, 422)
  withdraw(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: newMovement }) movement: NewMovement,
  ): Promise<CommandOutcome<OnWire<EmergencyFundAnswer>>> {
    return this.#execute(request, { type: 'WithdrawFromFund', ...movement })
  }

  @Get('movements')
  @Answers(200, movementPage)
  @Refuses(400)
  movements(
    @AccountId() account: string,
    @Query({ schema: movementFilter }) filter: MovementFilter,
  ): Promise<PositionedResult<OnWire<MovementPage>>> {
    return this.questions.execute(new ListFundMovements(account, filter))
  }

  #findFund(account: string): Promise<PositionedResult<FundFacts>> {
    return this.questions.execute(new FindFund(account, this.clock.today()))
  }

  /** The answer's target depends on expenses, which a command on the fund does not change, so they are read before it. */
  async #execute(request: HttpCommandContext, command: EmergencyFundCommand): Promise<CommandOutcome<OnWire<EmergencyFundAnswer>>> {
    const {
      answer: { spent },
    } = await this.#findFund(request.accountId)
    const changeCommand = defineCommands(emergencyFundDecider, (state) => ({ emergencyFund: toEmergencyFund(existing(state), spent) }))
    return this.commands.execute(changeCommand(request, request.accountId, { ...command, mustExist: request.mustExist }))
  }
}
