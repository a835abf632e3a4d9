import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query, UseGuards } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import {
  importAnswer,
  importFilter,
  importPage,
  importPreview,
  importWithTransactions,
  newImport,
  previewedRows,
  undoneImport,
  type ImportAnswer,
  type ImportFilter,
  type ImportPage,
  type ImportPreview,
  type ImportWithTransactions,
  type NewImport,
  type PreviewedRows,
  type UndoneImport,
} from '@prumo/shared/imports'
import type { OnWire } from '@prumo/shared/money-fields'
import { v7 as newId } from 'uuid'
import type { CommandOutcome } from '../event-store/decider/command.js'
import { LOG_READING, type LogReading } from '../event-store/log-reading.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, OpenToGuests } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { LargeBody } from '../platform/http/large-body.js'
import { acceptStatement } from './accept-statement.js'
import { FindImport, ListImports } from './import-list.projection.js'
import { PreviewLines } from './preview.js'
import { toUndoneImport, undoImport } from './undo-import.js'

@ApiTags('imports')
@ApiBearerAuth()
@Controller('imports')
export class ImportsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
    @Inject(LOG_READING) private readonly reading: LogReading,
  ) {}

  @Get()
  @OpenToGuests()
  @Answers(200, importPage)
  @Refuses(400)
  list(@AccountId() account: string, @Query({ schema: importFilter }) filter: ImportFilter): Promise<PositionedResult<OnWire<ImportPage>>> {
    return this.questions.execute(new ListImports(account, filter))
  }

  @Post('preview')
  @LargeBody()
  @UseGuards(IdempotencyKeyGuard)
  @HttpCode(200)
  @Answers(200, previewedRows)
  @Refuses(400)
  preview(
    @AccountId() account: string,
    @Body({ schema: importPreview }) statement: ImportPreview,
  ): Promise<PositionedResult<PreviewedRows>> {
    return this.questions.execute(new PreviewLines(account, statement, this.clock.today()))
  }

  @Post()
  @LargeBody()
  @Answers(201, importAnswer)
  @Refuses(400, 409, 422)
  accept(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: newImport }) statement: NewImport,
  ): Promise<CommandOutcome<OnWire<ImportAnswer>>> {
    const { id = newId() } = statement
    return this.commands.execute(acceptStatement(request, id, statement, this.clock.today()))
  }

  @Get(':id')
  @OpenToGuests()
  @Answers(200, importWithTransactions)
  @Refuses(404)
  find(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<PositionedResult<OnWire<ImportWithTransactions>>> {
    return this.questions.execute(new FindImport(account, id))
  }

  @Post(':id/undo')
  @HttpCode(200)
  @Answers(200, undoneImport)
  @Refuses(404, 409, 412, 422)
  undo(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<OnWire<UndoneImport>>> {
    return this.commands.execute(undoImport(this.reading, request, id, toUndoneImport))
  }
}
