import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common'
import { newCheckout } from '@prumo/shared/subscriptions'
import { requestOf } from '../platform/http/caller.js'
import { SubscriptionLooks } from './stripe/subscription-looks.js'

/** Refuses a price that is no plan's before the schema checks the fields after it, so that the first field's text comes first. */
@Injectable()
export class KnownPlanGuard implements CanActivate {
  constructor(private readonly looks: SubscriptionLooks) {}

  canActivate(context: ExecutionContext): boolean {
    const { body } = requestOf(context)
    const { success, data } = newCheckout.shape.priceId.safeParse((body as { priceId?: unknown } | null | undefined)?.priceId)
    if (success) this.looks.prices.requirePlan(data)
    return true
  }
}
