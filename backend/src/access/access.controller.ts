import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import { credentials, registration, sessionAnswer, type Credentials, type Registration, type SessionAnswer } from '@prumo/shared/identity'
import { identityTexts } from '@prumo/shared/identity-texts'
import type { OnWire } from '@prumo/shared/money-fields'
import { confirmation, type IdentityConfirmation } from '@prumo/shared/passkeys'
import type { FastifyRequest } from 'fastify'
import { refusingCommon } from '../platform/crypto/common-passwords.js'
import { AccessRecords } from '../platform/http/access-records.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, OpenToGuests, Public, WithoutSubscription } from '../platform/http/caller.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { LimitAttempts, LimitFailures } from '../platform/throttling/attempts.js'
import { FromClient, type ClientInfo } from './client.js'
import { Confirmations } from './confirmations.js'
import { Logins } from './login.js'
import { Registrations } from './registration.js'
import { Sessions } from './sessions.js'

const newAccount = refusingCommon(registration, 'password', identityTexts.passwordCommon)

@ApiTags('auth')
@WithoutSubscription()
@Controller('auth')
@UseGuards(IdempotencyKeyGuard)
export class AccessController {
  constructor(
    private readonly registrations: Registrations,
    private readonly logins: Logins,
    private readonly sessions: Sessions,
    private readonly confirmations: Confirmations,
    private readonly accesses: AccessRecords,
  ) {}

  @Public()
  @Post('register')
  @LimitAttempts({ minutes: 60, address: 20 })
  @Answers(201, sessionAnswer)
  @Refuses(400, 409, 503)
  register(@Body({ schema: newAccount }) body: Registration, @FromClient() client: ClientInfo): Promise<OnWire<SessionAnswer>> {
    return this.registrations.register(body, client)
  }

  @Public()
  @Post('login')
  @HttpCode(200)
  @LimitFailures({ minutes: 15, address: 100, pair: 10, pairInAll: 30 })
  @Answers(200, sessionAnswer)
  @Refuses(400, 401, 503)
  login(@Body({ schema: credentials }) body: Credentials, @FromClient() client: ClientInfo): Promise<OnWire<SessionAnswer>> {
    return this.logins.login(body, client)
  }

  /** Routes that need it are declared `@Confirmed()`. */
  @ApiBearerAuth()
  @Post('confirm')
  @HttpCode(204)
  @LimitFailures({ minutes: 15, address: 100, account: 10 })
  @ApiNoContentResponse()
  @Refuses(400, 401, 503)
  confirm(@Req() request: FastifyRequest, @Body({ schema: confirmation }) body: IdentityConfirmation): Promise<void> {
    return this.confirmations.confirm(callerOf(request), body, request.ip)
  }

  @ApiBearerAuth()
  @OpenToGuests()
  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse()
  @Refuses(400, 401)
  async logout(@Req() request: FastifyRequest): Promise<void> {
    const caller = callerOf(request)
    await this.sessions.end(caller)
    this.accesses.note({
      accountId: caller.accountId,
      address: request.ip,
      kind: caller.grantId === undefined ? 'logout' : 'guest-logout',
      outcome: 'done',
    })
  }
}
