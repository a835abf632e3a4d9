import { Module } from '@nestjs/common'
import { ImportsController } from './imports.controller.js'

/** Statements of banks: what their lines are, taking them in, and taking them back. */
@Module({ controllers: [ImportsController] })
export class ImportsModule {}
