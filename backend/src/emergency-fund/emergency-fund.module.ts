import { Module } from '@nestjs/common'
import { FundAnalysisController } from './analysis/fund-analysis.controller.js'
import { EmergencyFundController } from './emergency-fund.controller.js'

@Module({ controllers: [EmergencyFundController, FundAnalysisController] })
export class EmergencyFundModule {}
