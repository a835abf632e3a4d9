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
import { commandsOn, type Outcome } from '../event-store/decider/command.js'
import { lived } from '../event-store/decider/decider.js'
import type { Seen } from '../event-store/query/seen.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type CommandRequest } from '../platform/http/command-request.js'
import { emergencyFundDecider, type EmergencyFundCommand } from './emergency-fund.decider.js'
import { ReadFund } from './emergency-fund.projection.js'
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
  async find(@AccountId() account: string): Promise<Seen<EmergencyFundOrNone>> {
    return (await this.#facts(account)).map(({ fund, spent }) => ({ emergencyFund: fund && toEmergencyFund(fund, spent) }))
  }

  @Put()
  @Answers(200, emergencyFundAnswer)
  @Refuses(400, 404, 412, 422)
  configure(
    @Commanding() request: CommandRequest,
    @Body({ schema: fundSettings }) settings: FundSettings,
  ): Promise<Outcome<EmergencyFundAnswer>> {
    return this.#execute(request, { type: 'ConfigureFund', settings })
  }

  @Post('add')
  @HttpCode(200)
  @Answers(200, emergencyFundAnswer)
  @Refuses(400, 404, 412, 422)
  deposit(
    @Commanding() request: CommandRequest,
    @Body({ schema: newMovement }) movement: NewMovement,
  ): Promise<Outcome<EmergencyFundAnswer>> {
    return this.#execute(request, { type: 'DepositToFund', ...movement })
  }

  @Post('withdraw')
  @HttpCode(200)
  @Answers(200, emergencyFundAnswer)
  @Refuses(400, 404, 412, 422)
  withdraw(
    @Commanding() request: CommandRequest,
    @Body({ schema: newMovement }) movement: NewMovement,
  ): Promise<Outcome<EmergencyFundAnswer>> {
    return this.#execute(request, { type: 'WithdrawFromFund', ...movement })
  }

  @Get('movements')
  @Answers(200, movementPage)
  @Refuses(400)
  movements(@AccountId() account: string, @Query({ schema: movementFilter }) filter: MovementFilter): Promise<Seen<MovementPage>> {
    return this.questions.execute(new ListFundMovements(account, filter))
  }

  #facts(account: string): Promise<Seen<FundFacts>> {
    return this.questions.execute(new ReadFund(account, this.clock.today()))
  }

  /** A command on the fund does not change what was spent, so what the answer's target needs is read ahead of it. */
  async #execute(request: CommandRequest, command: EmergencyFundCommand): Promise<Outcome<EmergencyFundAnswer>> {
    const {
      answer: { spent },
    } = await this.#facts(request.accountId)
    const changing = commandsOn(emergencyFundDecider, (state) => ({ emergencyFund: toEmergencyFund(lived(state), spent) }))
    return this.commands.execute(changing(request, request.accountId, { ...command, mustExist: request.mustExist }))
  }
}
