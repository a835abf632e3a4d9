import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  newTask,
  taskAnswer,
  taskChanges,
  taskFilter,
  taskList,
  taskStatsAnswer,
  type NewTask,
  type TaskAnswer,
  type TaskChanges,
  type TaskFilter,
  type TaskList,
  type TaskStatsAnswer,
} from '@prumo/shared/tasks'
import { v7 as newId } from 'uuid'
import { defineCommands, defineCountedCommands, type CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { CountTasks, FindTask, ListTasks, SummariseTasks } from './task-list.projection.js'
import { taskDecider, toTask } from './task.decider.js'

const changeCommand = defineCommands(taskDecider, (state) => ({ task: toTask(state) }))
const addCommand = defineCountedCommands(
  taskDecider,
  (account) => new CountTasks(account),
  (state) => ({ task: toTask(state) }),
)
const deleteCommand = defineCommands(taskDecider, () => null)

@ApiTags('tasks')
@ApiBearerAuth()
@Controller('tasks')
export class TasksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
  ) {}

  @Get()
  @Answers(200, taskList)
  @Refuses(400)
  async list(@AccountId() account: string, @Query({ schema: taskFilter }) filter: TaskFilter): Promise<PositionedResult<OnWire<TaskList>>> {
    return (await this.questions.execute(new ListTasks(account, filter))).map((tasks) => ({ tasks }))
  }

  @Get('stats')
  @Answers(200, taskStatsAnswer)
  async stats(@AccountId() account: string): Promise<PositionedResult<TaskStatsAnswer>> {
    return (await this.questions.execute(new SummariseTasks(account))).map((stats) => ({ stats }))
  }

  @Get(':id')
  @Answers(200, taskAnswer)
  @Refuses(404)
  async find(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<PositionedResult<OnWire<TaskAnswer>>> {
    return (await this.questions.execute(new FindTask(account, id))).map((task) => ({ task }))
  }

  @Post()
  @Answers(201, taskAnswer)
  @Refuses(400, 409, 422)
  add(@Commanding() request: HttpCommandContext, @Body({ schema: newTask }) body: NewTask): Promise<CommandOutcome<OnWire<TaskAnswer>>> {
    const { id = newId(), ...details } = body
    return this.commands.execute(addCommand(request, id, { type: 'AddTask', details, today: this.clock.today() }))
  }

  @Put(':id')
  @Answers(200, taskAnswer)
  @Refuses(400, 404, 412, 422)
  correct(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: taskChanges }) changes: TaskChanges,
  ): Promise<CommandOutcome<OnWire<TaskAnswer>>> {
    return this.commands.execute(changeCommand(request, id, { type: 'CorrectTask', changes, today: this.clock.today() }))
  }

  @Patch(':id/toggle')
  @Answers(200, taskAnswer)
  @Refuses(404, 412, 422)
  toggle(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<OnWire<TaskAnswer>>> {
    return this.commands.execute(changeCommand(request, id, { type: 'ToggleTask' }))
  }

  @Delete(':id')
  @HttpCode(204)
  @Refuses(404, 412, 422)
  delete(@Commanding() request: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.commands.execute(deleteCommand(request, id, { type: 'DeleteTask' }))
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Answers(200, taskAnswer)
  @Refuses(404, 409, 422)
  restore(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<OnWire<TaskAnswer>>> {
    return this.commands.execute(addCommand(request, id, { type: 'RestoreTask' }))
  }
}
