import { Module } from '@nestjs/common'
import { ActivityController } from './activity.controller.js'

/** What happened in an account, taking it back, and how the account stood on a day. */
@Module({ controllers: [ActivityController] })
export class ActivityModule {}
