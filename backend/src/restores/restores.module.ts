import { Module } from '@nestjs/common'
import { AttachmentsModule } from '../attachments/attachments.module.js'
import { RestoredAttachments } from './restored-attachments.js'
import { RestoresController } from './restores.controller.js'
import { Restores } from './restores.js'

/** Restoring copies of accounts. */
@Module({ imports: [AttachmentsModule], controllers: [RestoresController], providers: [Restores, RestoredAttachments] })
export class RestoresModule {}
