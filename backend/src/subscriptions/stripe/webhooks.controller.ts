import { Controller, HttpCode, Post, Req } from '@nestjs/common'
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger'
import type { FastifyRequest } from 'fastify'
import { Refuses } from '../../platform/http/api-answers.js'
import { Public } from '../../platform/http/caller.js'
import { RawBody } from '../../platform/http/json-body.js'
import { Deliveries } from './deliveries.js'

/** Stripe's webhook. */
@Public()
@ApiTags('webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly deliveries: Deliveries) {}

  @Post('stripe')
  @HttpCode(200)
  @RawBody()
  @ApiOperation({
    summary: "Stripe's deliveries",
    description: 'Signed by Stripe, in the header `Stripe-Signature`, over the bytes of the body.',
  })
  @ApiOkResponse({ description: 'It is durably stored' })
  @Refuses(400, 503)
  async receive(@Req() { body, headers }: FastifyRequest): Promise<void> {
    await this.deliveries.receive(Buffer.isBuffer(body) ? body : Buffer.alloc(0), String(headers['stripe-signature'] ?? ''))
  }
}
