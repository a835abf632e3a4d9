import { Module } from '@nestjs/common'
import { ForecastController } from './forecast.controller.js'

/** Forecasts of an account's balance. */
@Module({ controllers: [ForecastController] })
export class ForecastModule {}
