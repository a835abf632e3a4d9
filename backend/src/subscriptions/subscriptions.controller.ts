import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, UseGuards } from '@nestjs/common'
import { QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import type { OnWire } from '@prumo/shared/money-fields'
import {
  emptyBody,
  guestStatusAnswer,
  newCheckout,
  newPlanChange,
  planChangeAnswer,
  redirectAnswer,
  statusAnswer,
  statusQuery,
  subscriptionAnswer,
  subscriptionPath,
  type EmptyBody,
  type GuestStatusAnswer,
  type NewCheckout,
  type NewPlanChange,
  type PlanChangeAnswer,
  type RedirectAnswer,
  type StatusAnswer,
  type StatusQuery,
  type SubscriptionAnswer,
  type SubscriptionPath,
} from '@prumo/shared/subscriptions'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, IsGuest, OpenToGuests, WithoutSubscription } from '../platform/http/caller.js'
import { idempotencyKeyOf } from '../platform/http/command-request.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { KnownPlanGuard } from './known-plan.guard.js'
import { Billing } from './stripe/billing.js'
import { PlanChanges } from './stripe/plan-change.js'
import { FindStatus, FindSubscription } from './subscription-status.projection.js'

/** Needs no subscription: these routes lead to one. */
@ApiTags('subscriptions')
@ApiBearerAuth()
@WithoutSubscription()
@Controller('subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly questions: QueryBus,
    private readonly billing: Billing,
    private readonly changes: PlanChanges,
  ) {}

  @Get('status')
  @OpenToGuests()
  @Answers(200, z.union([statusAnswer, guestStatusAnswer]))
  @Refuses(503)
  async status(
    @AccountId() account: string,
    @IsGuest() isGuest: boolean,
    @Query({ schema: statusQuery }) { session_id: sessionId }: StatusQuery,
  ): Promise<PositionedResult<StatusAnswer | GuestStatusAnswer>> {
    if (isGuest) {
      const seen = await this.questions.execute(new FindStatus(account))
      return seen.map(({ subscription: { status } }) => ({ subscription: { status } }))
    }
    if (sessionId === undefined) {
      void this.billing.keepFresh(account)
      return this.questions.execute(new FindStatus(account))
    }
    await this.billing.lookAtSession(account, sessionId)
    return (await this.questions.execute(new FindStatus(account))).unrepeatable()
  }

  @Post('checkout')
  @HttpCode(200)
  @UseGuards(KnownPlanGuard)
  @Answers(200, redirectAnswer)
  @Refuses(400, 409, 422, 429, 503)
  async checkout(
    @AccountId() account: string,
    @Body({ schema: newCheckout }) body: NewCheckout,
    @Req() request: FastifyRequest,
  ): Promise<RedirectAnswer> {
    return { url: await this.billing.checkout(account, body, idempotencyKeyOf(request)) }
  }

  @Post('change')
  @HttpCode(200)
  @UseGuards(KnownPlanGuard)
  @Answers(200, planChangeAnswer)
  @Refuses(400, 402, 409, 422, 429, 503)
  async change(
    @AccountId() account: string,
    @Body({ schema: newPlanChange }) body: NewPlanChange,
    @Req() request: FastifyRequest,
  ): Promise<PositionedResult<OnWire<PlanChangeAnswer>>> {
    const key = idempotencyKeyOf(request)
    const change = body.preview ? await this.changes.preview(account, body) : await this.changes.make(account, body, key)
    return (await this.#findSubscription(account)).map(({ subscription }) => ({ subscription, change })).unrepeatable()
  }

  @Post(':subscriptionId/cancel')
  @HttpCode(200)
  @Answers(200, subscriptionAnswer)
  @Refuses(400, 404, 422, 503)
  async cancel(
    @AccountId() account: string,
    @Param({ schema: subscriptionPath }) { subscriptionId }: SubscriptionPath,
    @Body({ schema: emptyBody }) _: EmptyBody,
    @Req() request: FastifyRequest,
  ): Promise<PositionedResult<SubscriptionAnswer>> {
    await this.billing.cancel(account, subscriptionId, idempotencyKeyOf(request))
    return this.#findSubscription(account)
  }

  @Post('portal')
  @HttpCode(200)
  @UseGuards(IdempotencyKeyGuard)
  @Answers(200, redirectAnswer)
  @Refuses(400, 404, 409, 429, 503)
  // oxlint-disable-next-line no-unused-vars -- asked for so that it is checked
  async portal(@AccountId() account: string, @Body({ schema: emptyBody }) _: EmptyBody): Promise<RedirectAnswer> {
    return { url: await this.billing.portal(account) }
  }

  async #findSubscription(account: string): Promise<PositionedResult<SubscriptionAnswer>> {
    return (await this.questions.execute(new FindSubscription(account))).map((subscription) => ({ subscription }))
  }
}
