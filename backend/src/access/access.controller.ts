import { Body, Controller, HttpCode, Ip, Post, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import { credentials, registration, sessionAnswer, type Credentials, type Registration, type SessionAnswer } from '@prumo/shared/identity'
import type { FastifyRequest } from 'fastify'
import { AccessRecords } from '../platform/http/access-records.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, Public, WithoutSubscription } from '../platform/http/caller.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { LimitAttempts, LimitFailures } from '../platform/throttling/attempts.js'
import { Logins } from './login.js'
import { Registrations } from './registration.js'
import { Sessions } from './sessions.js'

@ApiTags('auth')
@WithoutSubscription()
@Controller('auth')
@UseGuards(IdempotencyKeyGuard)
export class AccessController {
  constructor(
    private readonly registrations: Registrations,
    private readonly logins: Logins,
    private readonly sessions: Sessions,
    private readonly accesses: AccessRecords,
  ) {}

  @Public()
  @Post('register')
  @LimitAttempts({ minutes: 60, address: 20 })
  @Answers(201, sessionAnswer)
  @Refuses(400, 409, 503)
  register(@Body({ schema: registration }) body: Registration, @Ip() address: string): Promise<SessionAnswer> {
    return this.registrations.register(body, address)
  }

  @Public()
  @Post('login')
  @HttpCode(200)
  @LimitFailures({ minutes: 15, address: 100, pair: 10 })
  @Answers(200, sessionAnswer)
  @Refuses(400, 401, 503)
  login(@Body({ schema: credentials }) body: Credentials, @Ip() address: string): Promise<SessionAnswer> {
    return this.logins.login(body, address)
  }

  @ApiBearerAuth()
  @Post('logout')
  @HttpCode(204)
  @ApiNoContentResponse()
  @Refuses(400, 401)
  async logout(@Req() request: FastifyRequest): Promise<void> {
    const caller = callerOf(request)
    await this.sessions.end(caller)
    this.accesses.note({ accountId: caller.accountId, address: request.ip, kind: 'logout', outcome: 'done' })
  }
}
