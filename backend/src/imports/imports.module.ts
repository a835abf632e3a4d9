import { Module } from '@nestjs/common'
import { ImportsController } from './imports.controller.js'

/** Bank statements: preview, import and undo. */
@Module({ controllers: [ImportsController] })
export class ImportsModule {}
