import { Body, Controller, Get, HttpCode, Post, Put, Req } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { guestAnswer, type GuestAnswer } from '@prumo/shared/guests'
import {
  profileChanges,
  termsAcceptance,
  userAnswer,
  type ProfileChanges,
  type TermsAcceptance,
  type UserAnswer,
} from '@prumo/shared/identity'
import type { OnWire } from '@prumo/shared/money-fields'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ExecuteCommand, type CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, CountedWithoutSubscription, OpenToGuests, WithoutSubscription } from '../platform/http/caller.js'
import { GuestVisits } from '../guests/guest-visits.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { FindUser } from './account-profile.projection.js'
import { accountDecider, toUser, type AccountCommand, type AccountState } from './account.decider.js'

@ApiTags('auth')
@ApiBearerAuth()
@WithoutSubscription()
@Controller('auth')
export class ProfileController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly guests: GuestVisits,
  ) {}

  /** To a guest it answers the guest, and nothing of the account's own user but names. */
  @Get('verify')
  @OpenToGuests()
  @Answers(200, z.union([userAnswer, guestAnswer]))
  @Refuses(401)
  async verify(@Req() request: FastifyRequest): Promise<PositionedResult<OnWire<UserAnswer> | GuestAnswer>> {
    const { accountId, sessionId, grantId } = callerOf(request)
    if (grantId !== undefined) return this.guests.find({ accountId, sessionId, grantId })
    return (await this.questions.execute(new FindUser(accountId))).map((user) => ({ user }))
  }

  @Put('profile')
  @CountedWithoutSubscription()
  @Answers(200, userAnswer)
  @Refuses(400, 401, 422, 429)
  change(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: profileChanges }) changes: ProfileChanges,
  ): Promise<CommandOutcome<OnWire<UserAnswer>>> {
    return this.#execute(request, { type: 'ChangeProfile', changes })
  }

  @Post('terms')
  @HttpCode(200)
  @CountedWithoutSubscription()
  @Answers(200, userAnswer)
  @Refuses(400, 401, 422, 429)
  accept(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: termsAcceptance }) { version }: TermsAcceptance,
  ): Promise<CommandOutcome<OnWire<UserAnswer>>> {
    return this.#execute(request, { type: 'AcceptTerms', version })
  }

  #execute(request: HttpCommandContext, command: AccountCommand): Promise<CommandOutcome<OnWire<UserAnswer>>> {
    const reply = (state: AccountState) => ({ user: toUser(state) })
    return this.commands.execute(ExecuteCommand.of(request, { decider: accountDecider, entityId: request.accountId, command, reply }))
  }
}
