import { Module } from '@nestjs/common'
import { BalanceController } from './balance.controller.js'

/** What someone says they have in the bank. */
@Module({ controllers: [BalanceController] })
export class BalanceModule {}
