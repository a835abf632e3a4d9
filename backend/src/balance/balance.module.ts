import { Module } from '@nestjs/common'
import { BalanceController } from './balance.controller.js'

/** The bank balance that a person states. */
@Module({ controllers: [BalanceController] })
export class BalanceModule {}
