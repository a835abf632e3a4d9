import { Body, Controller, HttpCode, Post, Put, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import { emailChange, emailConfirmation, linkRequestAnswer, type EmailChange, type EmailConfirmation } from '@prumo/shared/identity'
import type { FastifyRequest } from 'fastify'
import { Answers, Refuses } from '../../platform/http/api-answers.js'
import { callerOf, Confirmed, CountedWithoutSubscription, Public, WithoutSubscription } from '../../platform/http/caller.js'
import { IdempotencyKeyGuard } from '../../platform/http/idempotency-key.guard.js'
import { LimitAttempts, LimitFailures } from '../../platform/throttling/attempts.js'
import { EmailChanges } from './email-changes.js'

@ApiTags('auth')
@WithoutSubscription()
@Controller('auth')
@UseGuards(IdempotencyKeyGuard)
export class EmailController {
  constructor(private readonly emails: EmailChanges) {}

  @ApiBearerAuth()
  @Put('email')
  @HttpCode(202)
  @Confirmed()
  @CountedWithoutSubscription()
  @LimitAttempts({ minutes: 60, address: 30, account: 10 })
  @Answers(202, linkRequestAnswer)
  @Refuses(400, 401)
  async change(@Req() request: FastifyRequest, @Body({ schema: emailChange }) { email }: EmailChange): Promise<object> {
    await this.emails.request(callerOf(request), email)
    return {}
  }

  /** Mails the link for the account's first address again. */
  @ApiBearerAuth()
  @Post('verify-email')
  @HttpCode(202)
  @CountedWithoutSubscription()
  @LimitAttempts({ minutes: 60, address: 30, account: 10 })
  @Answers(202, linkRequestAnswer)
  @Refuses(400, 401)
  async remind(@Req() request: FastifyRequest): Promise<object> {
    await this.emails.remind(callerOf(request))
    return {}
  }

  @Public()
  @Post('confirm-email')
  @HttpCode(204)
  @LimitFailures({ minutes: 60, address: 30 })
  @ApiNoContentResponse()
  @Refuses(400, 409)
  confirm(@Req() request: FastifyRequest, @Body({ schema: emailConfirmation }) { token }: EmailConfirmation): Promise<void> {
    return this.emails.confirm(token, request.ip)
  }
}
