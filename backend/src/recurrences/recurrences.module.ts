import { Module } from '@nestjs/common'
import { RecurrencesController } from './recurrences.controller.js'

@Module({ controllers: [RecurrencesController] })
export class RecurrencesModule {}
