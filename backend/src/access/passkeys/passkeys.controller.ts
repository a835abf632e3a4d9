import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import { sessionAnswer, type SessionAnswer } from '@prumo/shared/identity'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  creationOptions,
  newPasskey,
  passkeyAnswer,
  passkeyList,
  passkeyLogin,
  passkeyRename,
  requestOptions,
  type NewPasskey,
  type PasskeyAnswer,
  type PasskeyList,
  type PasskeyLogin,
  type PasskeyRename,
} from '@prumo/shared/passkeys'
import type { FastifyRequest } from 'fastify'
import type { CommandOutcome } from '../../event-store/decider/command.js'
import { Answers, Refuses } from '../../platform/http/api-answers.js'
import { AccountId, callerOf, Confirmed, CountedWithoutSubscription, Public, WithoutSubscription } from '../../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../../platform/http/command-request.js'
import { IdempotencyKeyGuard } from '../../platform/http/idempotency-key.guard.js'
import { LimitAttempts, LimitFailures } from '../../platform/throttling/attempts.js'
import { FromClient, type ClientInfo } from '../client.js'
import { PasskeyLogins } from './passkey-logins.js'
import { Passkeys } from './passkeys.js'

/** Bodies and options have WebAuthn's JSON shapes. */
@ApiTags('auth')
@WithoutSubscription()
@Controller('auth')
@UseGuards(IdempotencyKeyGuard)
export class PasskeysController {
  constructor(
    private readonly passkeys: Passkeys,
    private readonly logins: PasskeyLogins,
  ) {}

  @ApiBearerAuth()
  @Get('passkeys')
  @Answers(200, passkeyList)
  @Refuses(401)
  async list(@AccountId() account: string): Promise<PasskeyList> {
    return { passkeys: await this.passkeys.list(account) }
  }

  @ApiBearerAuth()
  @Post('passkeys/options')
  @HttpCode(200)
  @Confirmed()
  @Answers(200, creationOptions)
  @Refuses(400, 401)
  creation(@Req() request: FastifyRequest): Promise<object> {
    return this.passkeys.creationOptions(callerOf(request))
  }

  @ApiBearerAuth()
  @Post('passkeys')
  @Confirmed()
  @CountedWithoutSubscription()
  @LimitFailures({ minutes: 15, address: 100, account: 30 })
  @Answers(201, passkeyAnswer)
  @Refuses(400, 401, 409, 422)
  add(
    @Commanding() command: HttpCommandContext,
    @Req() request: FastifyRequest,
    @Body({ schema: newPasskey }) body: NewPasskey,
  ): Promise<CommandOutcome<PasskeyAnswer>> {
    return this.passkeys.add(command, callerOf(request), body)
  }

  @ApiBearerAuth()
  @Patch('passkeys/:id')
  @Answers(200, passkeyAnswer)
  @Refuses(400, 401, 404)
  async rename(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Body({ schema: passkeyRename }) { name }: PasskeyRename,
  ): Promise<PasskeyAnswer> {
    return { passkey: await this.passkeys.rename(account, id, name) }
  }

  @ApiBearerAuth()
  @Delete('passkeys/:id')
  @HttpCode(204)
  @Confirmed()
  @CountedWithoutSubscription()
  @Refuses(401, 404, 422, 429)
  remove(@Commanding() command: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.passkeys.remove(command, id)
  }

  @ApiBearerAuth()
  @Post('confirm/options')
  @HttpCode(200)
  @Answers(200, requestOptions)
  @Refuses(400, 401)
  confirmation(@Req() request: FastifyRequest): Promise<object> {
    return this.passkeys.requestOptions(callerOf(request))
  }

  /** Each login page requests one, so many may come from one office. */
  @Public()
  @Post('login/passkey/options')
  @HttpCode(200)
  @LimitAttempts({ minutes: 15, address: 600 })
  @Answers(200, requestOptions)
  @Refuses(400)
  request(): Promise<object> {
    return this.passkeys.requestOptions(null)
  }

  @Public()
  @Post('login/passkey')
  @HttpCode(200)
  @LimitFailures({ minutes: 15, address: 100 })
  @Answers(200, sessionAnswer)
  @Refuses(400, 401)
  login(@Body({ schema: passkeyLogin }) body: PasskeyLogin, @FromClient() client: ClientInfo): Promise<OnWire<SessionAnswer>> {
    return this.logins.login(body, client)
  }
}
