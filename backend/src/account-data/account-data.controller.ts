import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res, StreamableFile, UseGuards } from '@nestjs/common'
import { CommandBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiNoContentResponse, ApiTags } from '@nestjs/swagger'
import { accountErasure, accountExport, resetConfirmation, type AccountErasure, type ResetConfirmation } from '@prumo/shared/account-data'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setPositionHeaders } from '../answers/answer-freshness.js'
import type { CommandOutcome } from '../event-store/decider/command.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { callerOf, CountedWithoutSubscription, IsConfirmed, WithoutSubscription } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { Database } from '../platform/database/database.js'
import { IdempotencyKeyGuard } from '../platform/http/idempotency-key.guard.js'
import { LimitFailures } from '../platform/throttling/attempts.js'
import { resetAccount } from './account-ending.js'
import { Erasures } from './erasures.js'
import { AccountExports } from './account-exports.js'

/** Needs no subscription: people keep access to their own data. */
@ApiTags('data')
@ApiBearerAuth()
@WithoutSubscription()
@Controller()
export class AccountDataController {
  constructor(
    private readonly commands: CommandBus,
    private readonly exports: AccountExports,
    private readonly erasures: Erasures,
    private readonly database: Database,
  ) {}

  @Get('data/export')
  @Answers(200, accountExport)
  @Refuses(503)
  async export(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const { file, position } = await this.exports.begin(callerOf(request).accountId, request.ip, reply.raw)
    // The hooks that add these headers do not run for streams.
    await setPositionHeaders(this.database, request, reply, { ...position, parts: {} })
    return file
  }

  /** A repeat of a completed reset is answered after the confirmation has expired too, because the device has to learn of it. */
  @Post('data/reset')
  @CountedWithoutSubscription()
  @HttpCode(204)
  @Refuses(400, 403, 422, 429)
  reset(
    @Commanding() request: HttpCommandContext,
    @IsConfirmed() isConfirmed: boolean,
    @Body({ schema: resetConfirmation }) _body: ResetConfirmation,
  ): Promise<CommandOutcome<null>> {
    return this.commands.execute(resetAccount(request, isConfirmed))
  }

  /** Ends the requesting session, so a repeat cannot be answered. */
  @Delete('auth/account')
  @HttpCode(204)
  @UseGuards(IdempotencyKeyGuard)
  @LimitFailures({ minutes: 15, address: 100, account: 10 })
  @ApiNoContentResponse()
  @Refuses(400, 401, 503)
  erase(@Req() request: FastifyRequest, @Body({ schema: accountErasure }) { password }: AccountErasure): Promise<void> {
    return this.erasures.erase(callerOf(request).accountId, password, request.ip)
  }
}
