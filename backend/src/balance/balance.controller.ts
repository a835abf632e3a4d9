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
import type { OnWire } from '@prumo/shared/money-fields'
import { defineCommands, type CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { balanceDecider, toBalance } from './balance.decider.js'
import { FindMainWallet } from '../wallets/find-wallets.js'
import { FindBalance } from './stated-balances.projection.js'

const stating = defineCommands(balanceDecider, (state) => ({ balance: toBalance(state) }))

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
  async find(@AccountId() account: string): Promise<PositionedResult<OnWire<BalanceOrNone>>> {
    return this.questions.execute(new FindBalance(account, await this.#mainWallet(account)))
  }

  @Put()
  @Answers(200, balanceAnswer)
  @Refuses(400, 404, 412, 422)
  async state(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: balanceStatement }) body: BalanceStatement,
  ): Promise<CommandOutcome<OnWire<BalanceAnswer>>> {
    const today = this.clock.today()
    const { amount, date = today } = body
    const { accountId, mustExist } = request
    const command = { type: 'StateBalance', details: { amount, date }, today, mustExist } as const
    return this.commands.execute(stating(request, await this.#mainWallet(accountId), command))
  }

  async #mainWallet(accountId: string): Promise<string> {
    return (await this.questions.execute(new FindMainWallet(accountId))).answer
  }
}
