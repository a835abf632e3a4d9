import { Controller, Delete, Get, HttpCode, Param, Req, UseGuards } from '@nestjs/common'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import { sessionList, type SessionListAnswer } from '@prumo/shared/identity'
import type { FastifyRequest } from 'fastify'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, WithoutSubscription } from '../platform/http/caller.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { SessionList } from './session-list.js'

/** The open sessions of the account. */
@ApiTags('auth')
@ApiBearerAuth()
@WithoutSubscription()
@Controller('auth/sessions')
@UseGuards(IdempotencyKeyGuard)
export class SessionsController {
  constructor(private readonly sessions: SessionList) {}

  @Get()
  @Answers(200, sessionList)
  @Refuses(401)
  async list(@Req() request: FastifyRequest): Promise<SessionListAnswer> {
    return { sessions: await this.sessions.of(callerOf(request)) }
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiNoContentResponse()
  @Refuses(400, 401, 404)
  end(@Req() request: FastifyRequest, @Param({ schema: entityPath }) { id }: EntityPath): Promise<void> {
    return this.sessions.end(callerOf(request), id)
  }

  @Delete()
  @HttpCode(204)
  @ApiNoContentResponse()
  @Refuses(400, 401)
  endOthers(@Req() request: FastifyRequest): Promise<void> {
    return this.sessions.endOthers(callerOf(request))
  }
}
