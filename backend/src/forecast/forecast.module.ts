import { Module } from '@nestjs/common'
import { ForecastController } from './forecast.controller.js'

/** What lies ahead of an account. */
@Module({ controllers: [ForecastController] })
export class ForecastModule {}
