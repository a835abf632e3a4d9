import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import {
  newRule,
  ruleAnswer,
  ruleChanges,
  ruleList,
  type NewRule,
  type RuleAnswer,
  type RuleChanges,
  type RuleList,
} from '@prumo/shared/rules'
import { v7 as newId } from 'uuid'
import { defineCommands, dependsOn, ExecuteCommand, type CommandContext, type CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { FindRule, FindRuleFacts, ListRules, type RuleFacts } from './rule-list.projection.js'
import { ruleDecider, toRule, type RuleCommand, type RuleState } from './rule.decider.js'
import type { RuleEvent } from './rule.events.js'

const deleteCommand = defineCommands(ruleDecider, () => null)

/** A command that is compared with the account's other rules; its reply has the rule with its uses. */
function ruleCommand(
  context: CommandContext,
  entityId: string,
  command: Extract<RuleCommand, { type: 'AddRule' | 'CorrectRule' | 'RestoreRule' }>,
): ExecuteCommand<RuleAnswer> {
  let uses = 0
  return ExecuteCommand.of<RuleCommand, RuleState, RuleEvent, RuleAnswer>(context, {
    decider: ruleDecider,
    entityId,
    command,
    dependsOn: dependsOn<RuleFacts, RuleCommand>(new FindRuleFacts(context.accountId, entityId), (facts) => {
      uses = facts.uses
      return { command: { ...command, others: facts.others } }
    }),
    reply: (state) => ({ rule: toRule(state, uses) }),
  })
}

@ApiTags('rules')
@ApiBearerAuth()
@Controller('rules')
export class RulesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
  ) {}

  @Get()
  @Answers(200, ruleList)
  async list(@AccountId() account: string): Promise<PositionedResult<RuleList>> {
    return (await this.questions.execute(new ListRules(account))).map((rules) => ({ rules }))
  }

  @Get(':id')
  @Answers(200, ruleAnswer)
  @Refuses(404)
  async find(@AccountId() account: string, @Param({ schema: entityPath }) { id }: EntityPath): Promise<PositionedResult<RuleAnswer>> {
    return (await this.questions.execute(new FindRule(account, id))).map((rule) => ({ rule }))
  }

  @Post()
  @Answers(201, ruleAnswer)
  @Refuses(400, 409, 422)
  add(@Commanding() request: HttpCommandContext, @Body({ schema: newRule }) body: NewRule): Promise<CommandOutcome<RuleAnswer>> {
    const { id = newId(), ...details } = body
    return this.commands.execute(ruleCommand(request, id, { type: 'AddRule', details }))
  }

  @Put(':id')
  @Answers(200, ruleAnswer)
  @Refuses(400, 404, 409, 412, 422)
  correct(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: ruleChanges }) changes: RuleChanges,
  ): Promise<CommandOutcome<RuleAnswer>> {
    return this.commands.execute(ruleCommand(request, id, { type: 'CorrectRule', changes }))
  }

  @Delete(':id')
  @HttpCode(204)
  @Refuses(404, 412, 422)
  delete(@Commanding() request: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.commands.execute(deleteCommand(request, id, { type: 'DeleteRule' }))
  }

  @Post(':id/restore')
  @HttpCode(200)
  @Answers(200, ruleAnswer)
  @Refuses(404, 409, 422)
  restore(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<RuleAnswer>> {
    return this.commands.execute(ruleCommand(request, id, { type: 'RestoreRule' }))
  }
}
