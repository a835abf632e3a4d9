import { Controller, Get } from '@nestjs/common'
import { ApiTags } from '@nestjs/swagger'
import { planList, type PlanList } from '@prumo/shared/subscriptions'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { monthlyPriceOf, plans } from '@prumo/shared/plans'
import { Answers } from '../platform/http/api-answers.js'
import { Public } from '../platform/http/caller.js'
import { SubscriptionLooks } from './stripe/subscription-looks.js'

@Public()
@ApiTags('subscriptions')
@Controller('plans')
export class PlansController {
  constructor(private readonly looks: SubscriptionLooks) {}

  @Get()
  @Answers(200, planList)
  list(): OnWire<PlanList> {
    return {
      plans: plans.map((plan) => ({
        ...plan,
        price: centavosToReais(plan.price),
        originalPrice: centavosToReais(plan.originalPrice),
        monthlyPrice: centavosToReais(monthlyPriceOf(plan)),
        features: [...plan.features],
        priceId: this.looks.prices.priceOf(plan.id),
      })),
    }
  }
}
