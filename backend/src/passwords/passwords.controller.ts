import { Body, Controller, HttpCode, Ip, Post, Put, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import {
  passwordChange,
  passwordReset,
  resetRequest,
  resetRequestAnswer,
  type PasswordChange,
  type PasswordReset,
  type ResetRequest,
} from '@prumo/shared/identity'
import type { FastifyRequest } from 'fastify'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, Public, WithoutSubscription } from '../platform/http/caller.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { LimitAttempts, LimitFailures } from '../platform/throttling/attempts.js'
import { PasswordChanges } from './password-changes.js'

@ApiTags('auth')
@WithoutSubscription()
@Controller('auth')
@UseGuards(IdempotencyKeyGuard)
export class PasswordsController {
  constructor(private readonly passwords: PasswordChanges) {}

  @ApiBearerAuth()
  @Put('password')
  @HttpCode(204)
  @LimitFailures({ minutes: 15, address: 100, account: 10 })
  @ApiNoContentResponse()
  @Refuses(400, 401, 503)
  change(@Req() request: FastifyRequest, @Body({ schema: passwordChange }) body: PasswordChange): Promise<void> {
    return this.passwords.change(callerOf(request), body, request.ip)
  }

  @Public()
  @Post('forgot-password')
  @HttpCode(202)
  @LimitAttempts({ minutes: 60, address: 20 })
  @Answers(202, resetRequestAnswer)
  @Refuses(400)
  async forget(@Body({ schema: resetRequest }) { email }: ResetRequest): Promise<object> {
    await this.passwords.request(email)
    return {}
  }

  @Public()
  @Post('reset-password')
  @HttpCode(204)
  @LimitFailures({ minutes: 60, address: 30 })
  @ApiNoContentResponse()
  @Refuses(400, 503)
  reset(@Body({ schema: passwordReset }) body: PasswordReset, @Ip() address: string): Promise<void> {
    return this.passwords.reset(body, address)
  }
}
