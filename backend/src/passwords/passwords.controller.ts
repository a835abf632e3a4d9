import { Body, Controller, HttpCode, Post, Put, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import {
  passwordChange,
  passwordReset,
  resetRequest,
  linkRequestAnswer,
  type PasswordChange,
  type PasswordReset,
  type ResetRequest,
} from '@prumo/shared/identity'
import { identityTexts } from '@prumo/shared/identity-texts'
import type { FastifyRequest } from 'fastify'
import { refusingCommon } from '../platform/crypto/common-passwords.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, Public, WithoutSubscription } from '../platform/http/caller.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { LimitAttempts, LimitFailures } from '../platform/throttling/attempts.js'
import { PasswordChanges } from './password-changes.js'

const uncommonChange = refusingCommon(passwordChange, 'newPassword', identityTexts.passwordCommon)
const uncommonReset = refusingCommon(passwordReset, 'password', identityTexts.passwordCommon)

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
  change(@Req() request: FastifyRequest, @Body({ schema: uncommonChange }) body: PasswordChange): Promise<void> {
    return this.passwords.change(callerOf(request), body, request.ip)
  }

  @Public()
  @Post('forgot-password')
  @HttpCode(202)
  @LimitAttempts({ minutes: 60, address: 20 })
  @Answers(202, linkRequestAnswer)
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
  reset(@Req() request: FastifyRequest, @Body({ schema: uncommonReset }) body: PasswordReset): Promise<void> {
    return this.passwords.reset(body, request.ip)
  }
}
