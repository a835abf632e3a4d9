import { Body, Controller, Get, Put } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  balanceAnswer,
  balanceOrNone,
  balanceStatement,
  type BalanceAnswer,
  type BalanceOrNone,
  type BalanceStatement,
} from '@prumo/shared/balance'
import { commandsOn, type Outcome } from '../event-store/decider/command.js'
import type { Seen } from '../event-store/query/seen.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type CommandRequest } from '../platform/http/command-request.js'
import { balanceDecider, toBalance } from './balance.decider.js'
import { FindBalance } from './stated-balance.projection.js'

const stating = commandsOn(balanceDecider, (state) => ({ balance: toBalance(state) }))

@ApiTags('balance')
@ApiBearerAuth()
@Controller('balance')
export class BalanceController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @Answers(200, balanceOrNone)
  find(@AccountId() account: string): Promise<Seen<BalanceOrNone>> {
    return this.questions.execute(new FindBalance(account))
  }

  @Put()
  @Answers(200, balanceAnswer)
  @Refuses(400, 404, 412, 422)
  state(
    @Commanding() request: CommandRequest,
    @Body({ schema: balanceStatement }) body: BalanceStatement,
  ): Promise<Outcome<BalanceAnswer>> {
    const today = this.clock.today()
    const { amount, date = today } = body
    const { accountId, mustExist } = request
    return this.commands.execute(stating(request, accountId, { type: 'StateBalance', details: { amount, date }, today, mustExist }))
  }
}
