import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  attachmentAnswer,
  missingAttachments,
  missingFilter,
  restoredAttachment,
  type AttachmentAnswer,
  type MissingAttachments,
  type MissingFilter,
  type RestoredAttachment,
} from '@prumo/shared/attachments'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import { accountCopy, restoreAnswer, type AccountCopy, type RestoreAnswer } from '@prumo/shared/restore'
import { MAX_COPY_BYTES } from '@prumo/shared/restore-rules'
import type { FastifyRequest } from 'fastify'
import { AttachmentBody, bytesIn } from '../attachments/attachment-body.js'
import type { CommandOutcome } from '../event-store/decider/command.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, COUNTED_WITHOUT_SUBSCRIPTION, OPEN_WITHOUT_SUBSCRIPTION, WithoutSubscription } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { LargeBody } from '../platform/http/large-body.js'
import { RestoredAttachments } from './restored-attachments.js'
import { Restores } from './restores.js'

/** Needs no subscription, like the export. */
@ApiTags('data')
@ApiBearerAuth()
@WithoutSubscription()
@Controller('data/restore')
export class RestoresController {
  constructor(
    private readonly restores: Restores,
    private readonly attachments: RestoredAttachments,
  ) {}

  @Post()
  @LargeBody(MAX_COPY_BYTES, [OPEN_WITHOUT_SUBSCRIPTION, COUNTED_WITHOUT_SUBSCRIPTION])
  @HttpCode(202)
  @Answers(202, restoreAnswer)
  @Refuses(400, 409, 422, 429)
  begin(
    @Commanding() request: HttpCommandContext,
    @Body({ schema: accountCopy }) copy: AccountCopy,
  ): Promise<CommandOutcome<RestoreAnswer> | RestoreAnswer> {
    return this.restores.begin(request, copy)
  }

  @Get(':id')
  @Answers(200, restoreAnswer)
  @Refuses(404)
  find(@AccountId() account: string, @Param({ schema: entityPath }) { id }: EntityPath): Promise<RestoreAnswer> {
    return this.restores.find(account, id)
  }

  @Get(':id/attachments')
  @Answers(200, missingAttachments)
  @Refuses(404)
  missing(
    @AccountId() account: string,
    @Param({ schema: entityPath }) { id }: EntityPath,
    @Query({ schema: missingFilter }) filter: MissingFilter,
  ): Promise<MissingAttachments> {
    return this.attachments.missing(account, id, filter)
  }

  @Post(':id/attachments')
  @AttachmentBody([OPEN_WITHOUT_SUBSCRIPTION])
  @Answers(201, attachmentAnswer)
  @Refuses(400, 404, 408, 409, 413, 415, 422, 503)
  bring(
    @Commanding() context: HttpCommandContext,
    @Req() request: FastifyRequest,
    @Param({ schema: entityPath }) { id: restoreId }: EntityPath,
    @Query({ schema: restoredAttachment }) { id }: RestoredAttachment,
  ): Promise<CommandOutcome<AttachmentAnswer> | AttachmentAnswer> {
    return this.attachments.bring(context, { restoreId, id }, bytesIn(request))
  }
}
