import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  billFilter,
  billList,
  newWallet,
  walletAnswer,
  walletChanges,
  walletList,
  walletStatement,
  type BillFilter,
  type BillList,
  type NewWallet,
  type WalletAnswer,
  type WalletChanges,
  type WalletList,
  type WalletStatement,
} from '@prumo/shared/wallets'
import { v7 as newId } from 'uuid'
import type { CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, OpenToGuests } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { FindBills } from './find-bills.js'
import { FindWallet, ListWallets } from './find-wallets.js'
import { changeWallet, deleteWallet, stateWalletBalance, walletCommand } from './wallet-command.js'

@ApiTags('wallets')
@ApiBearerAuth()
@Controller('wallets')
export class WalletsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @OpenToGuests()
  @Answers(200, walletList)
  list(@AccountId() account: string): Promise<PositionedResult<OnWire<WalletList>>> {
    return this.questions.execute(new ListWallets(account, this.clock.today()))
  }

  @Get(':id')
  @OpenToGuests()
  @Answers(200, walletAnswer)
  @Refuses(404)
  async find(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<PositionedResult<OnWire<WalletAnswer>>> {
    return (await this.questions.execute(new FindWallet(account, id, this.clock.today()))).map((wallet) => ({ wallet }))
  }

  @Get(':id/bills')
  @OpenToGuests()
  @Answers(200, billList)
  @Refuses(400, 404)
  bills(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Query({ schema: billFilter }) filter: BillFilter,
  ): Promise<PositionedResult<OnWire<BillList>>> {
    return this.questions.execute(new FindBills(account, id, filter, this.clock.today()))
  }

  @Post()
  @Answers(201, walletAnswer)
  @Refuses(400, 409, 422)
  open(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: newWallet }) body: NewWallet,
  ): Promise<CommandOutcome<OnWire<WalletAnswer>>> {
    const { id = newId(), ...details } = body
    return this.commands.execute(walletCommand(request, id, this.clock.today(), (around) => ({ type: 'OpenWallet', details, around })))
  }

  @Put(':id')
  @Answers(200, walletAnswer)
  @Refuses(400, 404, 409, 412, 422)
  async change(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: walletChanges }) changes: WalletChanges,
  ): Promise<CommandOutcome<OnWire<WalletAnswer>>> {
    return this.commands.execute(changeWallet(request, id, this.clock.today(), changes))
  }

  @Post(':id/archive')
  @HttpCode(200)
  @Answers(200, walletAnswer)
  @Refuses(404, 409, 412, 422)
  archive(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<OnWire<WalletAnswer>>> {
    return this.commands.execute(walletCommand(request, id, this.clock.today(), (around) => ({ type: 'ArchiveWallet', around })))
  }

  @Post(':id/unarchive')
  @HttpCode(200)
  @Answers(200, walletAnswer)
  @Refuses(404, 412, 422)
  unarchive(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<OnWire<WalletAnswer>>> {
    return this.commands.execute(walletCommand(request, id, this.clock.today(), (around) => ({ type: 'UnarchiveWallet', around })))
  }

  @Delete(':id')
  @HttpCode(204)
  @Refuses(404, 409, 412, 422)
  delete(@Commanding() request: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.commands.execute(deleteWallet(request, id))
  }

  @Put(':id/balance')
  @Answers(200, walletAnswer)
  @Refuses(400, 404, 412, 422)
  state(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: walletStatement }) { amount, date }: WalletStatement,
  ): Promise<CommandOutcome<OnWire<WalletAnswer>>> {
    const today = this.clock.today()
    return this.commands.execute(stateWalletBalance(request, id, today, { amount, date: date ?? today }))
  }
}
