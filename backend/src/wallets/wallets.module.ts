import { Module } from '@nestjs/common'
import { WalletsController } from './wallets.controller.js'

/** The places where an account's money is. */
@Module({ controllers: [WalletsController] })
export class WalletsModule {}
