import { Module } from '@nestjs/common'
import { RestoresController } from './restores.controller.js'
import { Restores } from './restores.js'

/** Restoring copies of accounts. */
@Module({ controllers: [RestoresController], providers: [Restores] })
export class RestoresModule {}
