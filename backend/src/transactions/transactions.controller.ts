import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  descriptionFilter,
  newTransaction,
  summaryAnswer,
  summaryFilter,
  transactionAnswer,
  transactionChanges,
  transactionFilter,
  transactionPage,
  usedCategories,
  usedDescriptions,
  type DescriptionFilter,
  type NewTransaction,
  type SummaryAnswer,
  type SummaryFilter,
  type TransactionAnswer,
  type TransactionChanges,
  type TransactionFilter,
  type TransactionPage,
  type UsedCategories,
  type UsedDescriptions,
} from '@prumo/shared/transactions'
import { v7 as newId } from 'uuid'
import { dependsOn, defineCommands, ExecuteCommand, type CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, OpenToGuests } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { ListCategories } from './category-totals.projection.js'
import { ListDescriptions } from './description-totals.projection.js'
import { FindTakenKeys } from './import-keys.projection.js'
import { FindTransaction, ListTransactions } from './transaction-list.projection.js'
import { typedCommand } from './transaction-command.js'
import { SummariseTransactions } from './transaction-totals.projection.js'
import type { TransactionEvent } from './transaction.events.js'
import { transactionDecider, toTransaction, type TransactionCommand, type TransactionEntityState } from './transaction.decider.js'

const deleteCommand = defineCommands(transactionDecider, () => null)

@ApiTags('transactions')
@ApiBearerAuth()
@Controller('transactions')
export class TransactionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @OpenToGuests()
  @Answers(200, transactionPage)
  @Refuses(400)
  list(
    @AccountId() account: string,
    @Query({ schema: transactionFilter }) filter: TransactionFilter,
  ): Promise<PositionedResult<OnWire<TransactionPage>>> {
    return this.questions.execute(new ListTransactions(account, filter))
  }

  @Get('summary')
  @OpenToGuests()
  @Answers(200, summaryAnswer)
  @Refuses(400)
  async summary(
    @AccountId() account: string,
    @Query({ schema: summaryFilter }) filter: SummaryFilter,
  ): Promise<PositionedResult<OnWire<SummaryAnswer>>> {
    return (await this.questions.execute(new SummariseTransactions(account, filter))).map((summary) => ({ summary }))
  }

  @Get('categories')
  @OpenToGuests()
  @Answers(200, usedCategories)
  categories(@AccountId() account: string): Promise<PositionedResult<OnWire<UsedCategories>>> {
    return this.questions.execute(new ListCategories(account))
  }

  @Get('descriptions')
  @Answers(200, usedDescriptions)
  @Refuses(400)
  descriptions(
    @AccountId() account: string,
    @Query({ schema: descriptionFilter }) { limit }: DescriptionFilter,
  ): Promise<PositionedResult<OnWire<UsedDescriptions>>> {
    return this.questions.execute(new ListDescriptions(account, this.clock.today(), limit))
  }

  @Get(':id')
  @OpenToGuests()
  @Answers(200, transactionAnswer)
  @Refuses(404)
  async find(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<PositionedResult<OnWire<TransactionAnswer>>> {
    return (await this.questions.execute(new FindTransaction(account, id))).map((transaction) => ({ transaction }))
  }

  @Post()
  @Answers(201, transactionAnswer)
  @Refuses(400, 409, 422)
  record(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: newTransaction }) body: NewTransaction,
  ): Promise<CommandOutcome<OnWire<TransactionAnswer>>> {
    const { id = newId(), transactionDate: date, walletId, toWalletId, toDate, ruleId, ...rest } = body
    const command = { type: 'RecordTransaction', details: { date, ...rest }, places: { walletId, toWalletId, toDate }, ruleId } as const
    return this.commands.execute(typedCommand(request, id, command, body))
  }

  @Put(':id')
  @Answers(200, transactionAnswer)
  @Refuses(400, 404, 412, 422)
  correct(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: transactionChanges }) changes: TransactionChanges,
  ): Promise<CommandOutcome<OnWire<TransactionAnswer>>> {
    return this.commands.execute(typedCommand(request, id, { type: 'CorrectTransaction', changes }, changes))
  }

  @Delete(':id')
  @HttpCode(204)
  @Refuses(404, 412, 422)
  delete(@Commanding() request: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.commands.execute(deleteCommand(request, id, { type: 'DeleteTransaction' }))
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Answers(200, transactionAnswer)
  @Refuses(404, 409, 422)
  restore(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<OnWire<TransactionAnswer>>> {
    const command = { type: 'RestoreTransaction' } as const
    const { accountId } = request
    const found = dependsOn<string[], TransactionCommand>(new FindTakenKeys(accountId, id), (takenKeys) => ({
      command: { ...command, takenKeys },
    }))
    return this.commands.execute(
      ExecuteCommand.of<TransactionCommand, TransactionEntityState, TransactionEvent, OnWire<TransactionAnswer>>(request, {
        decider: transactionDecider,
        entityId: id,
        command,
        dependsOn: found,
        reply: (state) => ({ transaction: toTransaction(state) }),
      }),
    )
  }
}
