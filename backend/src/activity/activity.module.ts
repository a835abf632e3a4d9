import { Module } from '@nestjs/common'
import { ActivityController } from './activity.controller.js'

/** The history of an account, undo, and the account on a past day. */
@Module({ controllers: [ActivityController] })
export class ActivityModule {}
