import { Module } from '@nestjs/common'
import { MonthsController } from './months.controller.js'

/** Months that are closed and reopened. The guard of closed months is composed with the log. */
@Module({ controllers: [MonthsController] })
export class ClosingModule {}
