import { Module } from '@nestjs/common'
import { RestoresController } from './restores.controller.js'
import { Restores } from './restores.js'

/** Copies of accounts, brought back. */
@Module({ controllers: [RestoresController], providers: [Restores] })
export class RestoresModule {}
