import { Module } from '@nestjs/common'
import { MeiController } from './mei.controller.js'

/** The obligations of a microempreendedor individual: its limit, its payments and its sheets. */
@Module({ controllers: [MeiController] })
export class MeiModule {}
