import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  newRecurrence,
  recurrenceAnswer,
  recurrenceChanges,
  recurrenceEnd,
  recurrenceList as listSchema,
  recurrenceResume,
  type NewRecurrence,
  type RecurrenceAnswer,
  type RecurrenceChanges,
  type RecurrenceEnd,
  type RecurrenceList,
  type RecurrenceResume,
} from '@prumo/shared/recurrences'
import { v7 as newId } from 'uuid'
import type { CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, OpenToGuests } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { recurrenceCommand, toAnswer } from './recurrence-command.js'
import { FindRecurrence, ListRecurrences } from './recurrence-list.projection.js'

@ApiTags('recurrences')
@ApiBearerAuth()
@Controller('recurrences')
export class RecurrencesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @OpenToGuests()
  @Answers(200, listSchema)
  list(@AccountId() account: string): Promise<PositionedResult<OnWire<RecurrenceList>>> {
    return this.questions.execute(new ListRecurrences(account, this.clock.today()))
  }

  @Post()
  @Answers(201, recurrenceAnswer)
  @Refuses(400, 409, 422)
  set(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: newRecurrence }) body: NewRecurrence,
  ): Promise<CommandOutcome<OnWire<RecurrenceAnswer>>> {
    const { id = newId(), ...details } = body
    const today = this.clock.today()
    return this.commands.execute(recurrenceCommand(request, id, { type: 'SetRecurrence', details, today }, toAnswer(today)))
  }

  @Get(':id')
  @OpenToGuests()
  @Answers(200, recurrenceAnswer)
  @Refuses(404)
  find(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<PositionedResult<OnWire<RecurrenceAnswer>>> {
    return this.questions.execute(new FindRecurrence(account, id, this.clock.today()))
  }

  @Put(':id')
  @Answers(200, recurrenceAnswer)
  @Refuses(400, 404, 409, 412, 422)
  correct(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: recurrenceChanges }) changes: RecurrenceChanges,
  ): Promise<CommandOutcome<OnWire<RecurrenceAnswer>>> {
    const today = this.clock.today()
    return this.commands.execute(recurrenceCommand(request, id, { type: 'CorrectRecurrence', changes, today }, toAnswer(today)))
  }

  @Delete(':id')
  @HttpCode(204)
  @Refuses(400, 404, 409, 412, 422)
  end(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Query({ schema: recurrenceEnd }) { from = this.clock.today() }: RecurrenceEnd,
  ): Promise<CommandOutcome<null>> {
    const at = new Date(this.clock.now()).toISOString()
    return this.commands.execute(recurrenceCommand(request, id, { type: 'EndRecurrence', from, at }, () => null))
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Answers(200, recurrenceAnswer)
  @Refuses(400, 404, 409, 412, 422)
  resume(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: recurrenceResume }) { from }: RecurrenceResume,
  ): Promise<CommandOutcome<OnWire<RecurrenceAnswer>>> {
    const today = this.clock.today()
    return this.commands.execute(recurrenceCommand(request, id, { type: 'ResumeRecurrence', from, today }, toAnswer(today)))
  }
}
