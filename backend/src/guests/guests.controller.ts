import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  grantChoice,
  guestEntry,
  guestLinkRequest,
  guestToken,
  invitation,
  type GrantChoice,
  type GuestEntry,
  type GuestLinkRequest,
  type GuestToken,
  type Invitation,
} from '@prumo/shared/guests'
import { linkRequestAnswer } from '@prumo/shared/identity'
import { Rejected } from '@prumo/shared/rejections'
import type { FastifyRequest } from 'fastify'
import { FromClient, type ClientInfo } from '../access/client.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, OpenToGuests, Public } from '../platform/http/caller.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { LimitAttempts, LimitFailures } from '../platform/throttling/attempts.js'
import { GuestVisits } from './guest-visits.js'

/** How guests come in. A link changes nothing until its holder enters. */
@ApiTags('guest')
@Controller('guest')
@UseGuards(IdempotencyKeyGuard)
export class GuestsController {
  constructor(private readonly visits: GuestVisits) {}

  @Public()
  @Post('look')
  @HttpCode(200)
  @LimitFailures({ minutes: 60, address: 30 })
  @Answers(200, invitation)
  @Refuses(400)
  look(@Body({ schema: guestToken }) { token }: GuestToken): Promise<Invitation> {
    return this.visits.look(token)
  }

  @Public()
  @Post('enter')
  @HttpCode(200)
  @LimitFailures({ minutes: 60, address: 30 })
  @Answers(200, guestEntry)
  @Refuses(400)
  enter(@Body({ schema: guestToken }) { token }: GuestToken, @FromClient() client: ClientInfo): Promise<GuestEntry> {
    return this.visits.enter(token, client)
  }

  @Public()
  @Post('link')
  @HttpCode(202)
  @LimitAttempts({ minutes: 60, address: 20 })
  @Answers(202, linkRequestAnswer)
  @Refuses(400)
  async link(@Body({ schema: guestLinkRequest }) { email }: GuestLinkRequest): Promise<object> {
    await this.visits.requestLink(email)
    return {}
  }

  /** For guests alone: a user of an account has one account. */
  @ApiBearerAuth()
  @OpenToGuests()
  @Post('switch')
  @HttpCode(200)
  @LimitAttempts({ minutes: 60, address: 600 })
  @Answers(200, guestEntry)
  @Refuses(400, 401, 404)
  switch(
    @Req() request: FastifyRequest,
    @Body({ schema: grantChoice }) { grantId: chosen }: GrantChoice,
    @FromClient() client: ClientInfo,
  ): Promise<GuestEntry> {
    const { accountId, sessionId, grantId } = callerOf(request)
    if (grantId === undefined) throw new Rejected('NOT_FOUND')
    return this.visits.switch({ accountId, sessionId, grantId }, chosen, client)
  }
}
