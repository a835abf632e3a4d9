import { Body, Controller, HttpCode, Post } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  batchAnswer,
  categoryRenaming,
  renamedCategory,
  transactionBatch,
  type BatchAnswer,
  type CategoryRenaming,
  type RenamedCategory,
  type TransactionBatch,
} from '@prumo/shared/batches'
import type { OnWire } from '@prumo/shared/money-fields'
import type { CommandOutcome } from '../event-store/decider/command.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { batchCommand } from './batch-command.js'
import { renameCategory } from './rename-category.js'

@ApiTags('transactions')
@ApiBearerAuth()
@Controller('transactions')
export class BatchesController {
  constructor(private readonly commands: CommandBus) {}

  @Post('batch')
  @HttpCode(200)
  @Answers(200, batchAnswer)
  @Refuses(400, 404, 412, 422)
  change(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: transactionBatch }) batch: TransactionBatch,
  ): Promise<CommandOutcome<OnWire<BatchAnswer>>> {
    return this.commands.execute(batchCommand(request, batch))
  }

  @Post('categories/rename')
  @HttpCode(200)
  @Answers(200, renamedCategory)
  @Refuses(400, 422)
  rename(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: categoryRenaming }) renaming: CategoryRenaming,
  ): Promise<CommandOutcome<RenamedCategory>> {
    return this.commands.execute(renameCategory(request, renaming))
  }
}
