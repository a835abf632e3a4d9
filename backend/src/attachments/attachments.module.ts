import { Module } from '@nestjs/common'
import { AttachmentDownloads } from './attachment-downloads.js'
import { AttachmentUploads } from './attachment-uploads.js'
import { AttachmentsController } from './attachments.controller.js'

@Module({
  controllers: [AttachmentsController],
  providers: [AttachmentUploads, AttachmentDownloads],
  exports: [AttachmentUploads],
})
export class AttachmentsModule {}
