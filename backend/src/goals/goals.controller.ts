import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import {
  goalAnswer,
  goalChanges,
  goalFilter,
  goalList,
  goalProgress,
  goalStatsAnswer,
  newGoal,
  type GoalAnswer,
  type GoalChanges,
  type GoalFilter,
  type GoalList,
  type GoalProgress,
  type GoalStatsAnswer,
  type NewGoal,
} from '@prumo/shared/goals'
import type { OnWire } from '@prumo/shared/money-fields'
import { v7 as newId } from 'uuid'
import { defineCommands, defineCountedCommands, type CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { CountGoals, FindGoal, ListGoals, SummariseGoals } from './goal-list.projection.js'
import { goalDecider, toGoal } from './goal.decider.js'

const changeCommand = defineCommands(goalDecider, (state) => ({ goal: toGoal(state) }))
const addCommand = defineCountedCommands(
  goalDecider,
  (account) => new CountGoals(account),
  (state) => ({ goal: toGoal(state) }),
)
const deleteCommand = defineCommands(goalDecider, () => null)

@ApiTags('goals')
@ApiBearerAuth()
@Controller('goals')
export class GoalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
  ) {}

  @Get()
  @Answers(200, goalList)
  @Refuses(400)
  async list(@AccountId() account: string, @Query({ schema: goalFilter }) filter: GoalFilter): Promise<PositionedResult<OnWire<GoalList>>> {
    return (await this.questions.execute(new ListGoals(account, filter))).map((goals) => ({ goals }))
  }

  @Get('stats')
  @Answers(200, goalStatsAnswer)
  async stats(@AccountId() account: string): Promise<PositionedResult<OnWire<GoalStatsAnswer>>> {
    return (await this.questions.execute(new SummariseGoals(account))).map((stats) => ({ stats }))
  }

  @Get(':id')
  @Answers(200, goalAnswer)
  @Refuses(404)
  async find(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<PositionedResult<OnWire<GoalAnswer>>> {
    return (await this.questions.execute(new FindGoal(account, id))).map((goal) => ({ goal }))
  }

  @Post()
  @Answers(201, goalAnswer)
  @Refuses(400, 409, 422)
  set(@Commanding() request: HttpCommandContext, @Body({ schema: newGoal }) body: NewGoal): Promise<CommandOutcome<OnWire<GoalAnswer>>> {
    const { id = newId(), ...details } = body
    return this.commands.execute(addCommand(request, id, { type: 'SetGoal', details }))
  }

  @Put(':id')
  @Answers(200, goalAnswer)
  @Refuses(400, 404, 412, 422)
  correct(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: goalChanges }) changes: GoalChanges,
  ): Promise<CommandOutcome<OnWire<GoalAnswer>>> {
    return this.commands.execute(changeCommand(request, id, { type: 'CorrectGoal', changes }))
  }

  @Patch(':id/progress')
  @Answers(200, goalAnswer)
  @Refuses(400, 404, 412, 422)
  progress(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: goalProgress }) { amount }: GoalProgress,
  ): Promise<CommandOutcome<OnWire<GoalAnswer>>> {
    return this.commands.execute(changeCommand(request, id, { type: 'ProgressGoal', amount }))
  }

  @Delete(':id')
  @HttpCode(204)
  @Refuses(404, 412, 422)
  delete(@Commanding() request: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.commands.execute(deleteCommand(request, id, { type: 'DeleteGoal' }))
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Answers(200, goalAnswer)
  @Refuses(404, 409, 422)
  restore(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<OnWire<GoalAnswer>>> {
    return this.commands.execute(addCommand(request, id, { type: 'RestoreGoal' }))
  }
}
