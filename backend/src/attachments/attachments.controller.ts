import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res, type StreamableFile } from '@nestjs/common'
import { CommandBus, QueryBus } from '@nestjs/cqrs'
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger'
import {
  attachmentAnswer,
  attachmentList,
  newAttachment,
  type AttachmentAnswer,
  type AttachmentList,
  type NewAttachment,
} from '@prumo/shared/attachments'
import { entityPath, type EntityPath } from '@prumo/shared/fields'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { CommandOutcome } from '../event-store/decider/command.js'
import type { PositionedResult } from '../event-store/query/positioned-result.js'
import { DatabaseClock } from '../platform/database/database-clock.js'
import { Answers, Refuses } from '../platform/http/api-answers.js'
import { AccountId, OpenToGuests, WithoutSubscription } from '../platform/http/caller.js'
import { Commanding, type HttpCommandContext } from '../platform/http/command-request.js'
import { attachmentCommand, toAttachmentAnswer } from './attachment-command.js'
import { AttachmentDownloads } from './attachment-downloads.js'
import { ListAttachments } from './attachment-list.projection.js'
import { AttachmentUploads } from './attachment-uploads.js'
import { AttachmentBody, Bytes, bytesIn } from './attachment-body.js'

@ApiTags('attachments')
@ApiBearerAuth()
@Controller()
export class AttachmentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly questions: QueryBus,
    private readonly clock: DatabaseClock,
    private readonly uploads: AttachmentUploads,
    private readonly downloads: AttachmentDownloads,
  ) {}

  @Get('transactions/:id/attachments')
  @OpenToGuests()
  @Answers(200, attachmentList)
  @Refuses(404)
  async list(@AccountId() account: string, @Param({ schema: entityPath }) { id }: EntityPath): Promise<PositionedResult<AttachmentList>> {
    return (await this.questions.execute(new ListAttachments(account, id))).map((attachments) => ({ attachments }))
  }

  @Post('transactions/:id/attachments')
  @AttachmentBody()
  @Answers(201, attachmentAnswer)
  @Refuses(400, 404, 408, 409, 413, 415, 422, 503)
  add(
    @Commanding() context: HttpCommandContext,
    @Req() request: FastifyRequest,
    @Param({ schema: entityPath }) { id: transactionId }: EntityPath,
    @Query({ schema: newAttachment }) { id, name }: NewAttachment,
  ): Promise<CommandOutcome<AttachmentAnswer>> {
    const sent = { attachmentId: id ?? newId(), transactionId, name, ...bytesIn(request) }
    const identified = JSON.stringify(['POST', `/transactions/${transactionId}/attachments`, id ?? null, name])
    return this.uploads.add(context, identified, sent)
  }

  @Get('attachments/:id')
  @OpenToGuests()
  @Bytes()
  @Refuses(404, 503)
  open(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<StreamableFile> {
    return this.downloads.open(request, reply, id)
  }

  /** The same for people without a subscription, who keep access to their own data. */
  @Get('data/attachments/:id')
  @WithoutSubscription()
  @Bytes()
  @Refuses(404, 503)
  export(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<StreamableFile> {
    return this.downloads.open(request, reply, id)
  }

  @Delete('attachments/:id')
  @HttpCode(204)
  @Refuses(404, 412, 422)
  remove(@Commanding() request: HttpCommandContext, @Param({ schema: entityPath }) { id }: EntityPath): Promise<CommandOutcome<null>> {
    return this.commands.execute(attachmentCommand(request, id, { type: 'RemoveAttachment' }, { reply: () => null }))
  }

  @Post('attachments/:id/restore')
  @HttpCode(200)
  @Answers(200, attachmentAnswer)
  @Refuses(404, 409, 422)
  restore(
    @Commanding() request: HttpCommandContext,
    @Param({ schema: entityPath }) { id }: EntityPath,
  ): Promise<CommandOutcome<AttachmentAnswer>> {
    const at = new Date(this.clock.now()).toISOString()
    return this.commands.execute(attachmentCommand(request, id, { type: 'RestoreAttachment', at }, { reply: toAttachmentAnswer }))
  }
}
